-- Whether copies of its sound say whose they are.
alter table releases add column mark boolean not null default false;
create index releases_mark on releases (id) where mark;
-- Whether new releases of the label are marked.
alter table labels add column mark boolean not null default false;

-- One for each delivered file that was marked: the secret of its two variants and of the words, and what is needed to read
-- them. Rows stay as long as the ledger: 24 months after no track has the file any more.
create table sound_marks (
  id int generated always as identity primary key,
  -- Storage key of the delivered file, from which the variants can be made again.
  original text not null unique,
  -- 32 random bytes.
  key bytea not null check (length(key) = 32),
  -- How the variants and the words are made; another way is another number.
  method smallint not null default 1,
  segments int not null,
  -- Storage key of the changes of level, by which the song is found among many.
  prints text not null default '',
  -- Why its sound cannot be marked; tried again after a day.
  refused text,
  -- Public ids of all tracks that had it, and the name of the newest.
  trackids uuid[] not null default '{}',
  title text not null default '',
  created_at timestamptz not null,
  -- Since when no track has the file.
  unused_since timestamptz
);

-- Both variants of a format, side by side in one stored file, from which each account's copy is spliced.
create table sound_pairs (
  mark_id int not null references sound_marks on delete cascade,
  kind text not null check (kind in ('mp3', 'wav')),
  -- Storage key of the pair file: `audio/<sha256>.pair`.
  file text not null,
  -- What all copies share at their beginning.
  head_bytes int not null,
  -- The end of each segment in a copy, 4 bytes each, big-endian.
  ends bytea not null,
  copy_bytes bigint not null,
  -- CRC-32 of the copy that is all A, and what choosing B in each segment adds (exclusive or), 4 bytes each, big-endian.
  crc_a bigint not null,
  crc_b bytea not null check (length(crc_b) = length(ends)),
  -- The content of the chunk `fmt ` of a WAV; empty for an MP3.
  format bytea not null default '',
  primary key (mark_id, kind)
);
create index sound_pairs_file on sound_pairs (file);

-- 16 random bytes for each account, made when it first gets marked sound. Of a deleted account the row stays without the
-- person until the last row of the ledger goes that names its playerid.
create table sound_codes (
  code bytea primary key check (length(code) = 16),
  account_id int unique references accounts on delete set null,
  playerid uuid not null,
  created_at timestamptz not null
);
