create table labels (
  id int generated always as identity primary key,
  labelid uuid not null unique default gen_random_uuid(),
  name text not null,
  -- Content hash of the logo in storage (`logos/<hash>.webp`).
  logo_hash text,
  contact text
);
create unique index labels_name on labels (lower(name));

create table artists (
  id int generated always as identity primary key,
  artistid uuid not null unique default gen_random_uuid(),
  name text not null,
  picture_hash text
);
create unique index artists_name on artists (lower(name));

create table genres (id int generated always as identity primary key, name text not null);
create unique index genres_name on genres (lower(name));
create table moods (id int generated always as identity primary key, name text not null);
create unique index moods_name on moods (lower(name));
create table instruments (id int generated always as identity primary key, name text not null);
create unique index instruments_name on instruments (lower(name));
-- The id of a market is a tag such as `ca` or `cancon`.
create table markets (id text primary key check (id ~ '^[a-z0-9-]+$'), name text not null);
-- Named audience lists; every account holds "Everyone".
create table packages (id int generated always as identity primary key, name text not null);
create unique index packages_name on packages (lower(name));
insert into packages (name) values ('Everyone');

create table account_package (
  account_id int not null references accounts on delete cascade,
  package_id int not null references packages on delete cascade,
  primary key (account_id, package_id)
);

-- Groups versions of one recording; `key` is the name of the work in the delivery.
create table works (
  id int generated always as identity primary key,
  key text not null unique
);

create table releases (
  id int generated always as identity primary key,
  releaseid uuid not null unique default gen_random_uuid(),
  -- Identifies the release in a second import: `upc:…`, `id:<label>:…` or `audio:<hash>`.
  identity text not null unique,
  -- SHA-256 of the whole delivery; equal means unchanged.
  fingerprint text not null,
  state text not null default 'available' check (state in ('draft', 'available', 'withdrawn')),
  title text not null,
  artist text not null,
  release_type text not null check (release_type in ('Album', 'EP', 'Single')),
  upc text,
  catalognumber text,
  copyrightyear int,
  p_line text,
  c_line text,
  language text,
  available_at timestamptz not null,
  impact_date date,
  explicit boolean not null,
  -- Seconds, audio tracks only.
  duration double precision not null,
  trackcount int not null,
  candownload boolean not null,
  allow_sharing boolean not null,
  commenting_enabled boolean not null,
  trending boolean not null default false,
  -- Content hash of the cover (`covers/<hash>-1000.webp` …) and its dominant colour, #rrggbb.
  cover_hash text,
  color text not null,
  -- Sanitised HTML.
  promoinfo text not null default '',
  genre_ids int[] not null default '{}',
  market_ids text[] not null default '{}',
  mood_ids int[] not null default '{}',
  instrument_ids int[] not null default '{}',
  -- The audience: package ids, and the negative account id of each single recipient.
  audience int[] not null,
  -- JSON members of the release in lists that are equal for every account, without braces.
  fragment text not null,
  sort_title text not null,
  sort_artist text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index releases_date on releases (available_at desc, id desc) where state = 'available';
create index releases_title on releases (sort_title, id) where state = 'available';
create index releases_artist on releases (sort_artist, id) where state = 'available';
create index releases_duration on releases (duration, id) where state = 'available';
create index releases_audience on releases using gin (audience);
create index releases_cover on releases (cover_hash);

create table release_label (
  release_id int not null references releases on delete cascade,
  label_id int not null references labels,
  position int not null,
  primary key (release_id, label_id)
);
create index release_label_label on release_label (label_id);

create table release_artist (
  release_id int not null references releases on delete cascade,
  artist_id int not null references artists,
  position int not null,
  primary key (release_id, artist_id)
);
create index release_artist_artist on release_artist (artist_id);

create table release_package (
  release_id int not null references releases on delete cascade,
  package_id int not null references packages,
  primary key (release_id, package_id)
);

create table release_recipient (
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  primary key (release_id, account_id)
);

create table tracks (
  id int generated always as identity primary key,
  trackid uuid not null unique default gen_random_uuid(),
  release_id int not null references releases on delete cascade,
  work_id int references works,
  disc int not null default 1,
  -- Track number in the release, from 1, across discs.
  ordinal int not null,
  title text not null,
  version text not null default '',
  artist text not null,
  explicit text not null check (explicit in ('explicit', 'clean', 'unknown')),
  assettype text not null check (assettype in ('audio', 'video')),
  duration double precision not null,
  candownload boolean not null,
  isrc text,
  language text,
  composer text,
  writers text[] not null default '{}',
  publishing text,
  producer text,
  canadian jsonb not null default '{}',
  lyrics text not null default '',
  bpm double precision,
  hook_start double precision,
  -- EBU R128: LUFS, LU; sample peak in dBFS. Null for a video or silence.
  loudness double precision,
  loudness_range double precision,
  peak double precision,
  -- Content hash of the peaks (`waveforms/<hash>.bin`).
  waveform_hash text,
  unique (release_id, ordinal)
);
create index tracks_work on tracks (work_id);
create index tracks_isrc on tracks (isrc);

-- Files of a track: `original` as delivered, `mp3` and `wav` as served, `video`.
create table renditions (
  track_id int not null references tracks on delete cascade,
  kind text not null check (kind in ('original', 'mp3', 'wav', 'video')),
  -- Key in storage, named by content hash.
  file text not null,
  bytes bigint not null,
  -- CRC-32 of the whole file, for zip entries.
  crc32 bigint not null,
  media_type text not null,
  -- Codec of a lossy source file (`mp3`, `aac`, `vorbis`, `opus`), else null.
  source text,
  -- Byte range of the PCM or MPEG frames in the file; downloads put tags around it.
  data_offset bigint not null default 0,
  data_bytes bigint not null,
  sample_rate int,
  channels int,
  bits int,
  primary key (track_id, kind)
);

create table attachments (
  id int generated always as identity primary key,
  attachmentid uuid not null unique default gen_random_uuid(),
  release_id int not null references releases on delete cascade,
  position int not null,
  title text not null,
  filename text not null,
  file text not null,
  bytes bigint not null,
  crc32 bigint not null,
  media_type text not null,
  unique (release_id, position)
);

-- Images of the promotional HTML, by the name used there.
create table promo_pictures (
  release_id int not null references releases on delete cascade,
  name text not null,
  file text not null,
  media_type text not null,
  primary key (release_id, name)
);

-- One row per account and release; a CHECK forbids archived and flagged together.
create table marks (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  flagged_at timestamptz,
  archived_at timestamptz,
  primary key (account_id, release_id),
  check (flagged_at is null or archived_at is null)
);

-- The key starts with the release, so that a list counts its flagged tracks with one index probe.
create table track_marks (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  track_id int not null references tracks on delete cascade,
  flagged_at timestamptz,
  primary key (account_id, release_id, track_id)
);
