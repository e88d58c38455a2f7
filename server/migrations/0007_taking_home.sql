-- The order of a playlist is an array in its row (ADR 0014).
create table playlists (
  id int generated always as identity primary key,
  playlistid uuid not null unique default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  name text not null,
  "desc" text not null default '',
  "default" boolean not null default false,
  created_at timestamptz not null,
  pinned_at timestamptz,
  -- Internal track ids without duplicates; ids of withdrawn or deleted tracks may remain, readers join.
  tracks int[] not null default '{}'
);
create index playlists_newest on playlists (account_id, created_at desc, id desc);

-- Completed downloads by account, track and format, single or in a zip.
create table downloads (
  account_id int not null references accounts on delete cascade,
  track_id int not null references tracks on delete cascade,
  release_id int not null references releases on delete cascade,
  format text not null check (format in ('mp3', 'wav', 'mp4')),
  downloaded_at timestamptz not null,
  primary key (account_id, track_id, format)
);
-- For popularity counts.
create index downloads_newest on downloads (downloaded_at, release_id, account_id);
create index downloads_track on downloads (track_id);
create index downloads_release on downloads (release_id);
