-- Files in the media store. A file is noted before it is stored or reused, and before a row stops naming it. A file that
-- no row names is deleted seven days after it was noted.
create table stored_files (
  key text primary key,
  -- Size and SHA-256 of the content; null until the file is stored, and for older pictures until they are verified.
  bytes bigint,
  sha256 bytea,
  -- Null: a row named the file when that was last checked.
  noted_at timestamptz
);
create index stored_files_noted on stored_files (noted_at) where noted_at is not null;

-- The names of audio, video, waveforms and attachments contain their content hash; those of pictures do not.
insert into stored_files (key, bytes, sha256)
select key, max(bytes), decode(substring(min(hash) from '[0-9a-f]{64}'), 'hex') from (
  select file as key, bytes, file as hash from renditions
  union all select file, bytes, file from attachments
  union all select file, null, file from promo_pictures
  union all select 'waveforms/' || waveform_hash || '.bin', null, waveform_hash from tracks where waveform_hash is not null
  union all select 'logos/' || logo_hash || '.webp', null, null from labels where logo_hash is not null
  union all select 'artists/' || picture_hash || '.webp', null, null from artists where picture_hash is not null
  union all select 'covers/' || cover_hash || '-' || size || ending, null, null from releases,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending where cover_hash is not null
) known group by key;
