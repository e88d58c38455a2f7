-- The search index: one row per searchable item, normalised by the server. `head` is the title or name, `tsv` all words;
-- codes are without spaces and punctuation. The audience is in `releases` only.
create table search_releases (
  release_id int primary key references releases on delete cascade,
  head text collate "C" not null,
  tsv tsvector not null,
  upc text collate "C",
  catalognumber text collate "C"
);
create table search_tracks (
  track_id int primary key,
  release_id int not null references releases on delete cascade,
  head text collate "C" not null,
  tsv tsvector not null,
  isrc text collate "C"
);
create table search_artists (
  artist_id int primary key references artists on delete cascade,
  head text collate "C" not null,
  tsv tsvector not null
);
create table search_labels (
  label_id int primary key references labels on delete cascade,
  head text collate "C" not null,
  tsv tsvector not null
);
create index search_tracks_release on search_tracks (release_id);
create index search_releases_head on search_releases (head);
create index search_tracks_head on search_tracks (head);
create index search_artists_head on search_artists (head);
create index search_labels_head on search_labels (head);
create index search_releases_upc on search_releases (upc);
create index search_releases_catalognumber on search_releases (catalognumber);
create index search_tracks_isrc on search_tracks (isrc);
-- fastupdate is off: a search would have to scan the pending list.
create index search_releases_words on search_releases using gin (tsv) with (fastupdate = off);
create index search_tracks_words on search_tracks using gin (tsv) with (fastupdate = off);
create index search_artists_words on search_artists using gin (tsv) with (fastupdate = off);
create index search_labels_words on search_labels using gin (tsv) with (fastupdate = off);

-- Number of rows per table that contain a word: a search uses the word index only for rare words.
create table search_words (
  word text collate "C" primary key,
  tracks int not null,
  artists int not null,
  labels int not null,
  releases int not null
) with (fillfactor = 80);
-- Each word with every one of its letters deleted, so that words that differ by one letter share an entry.
create table search_spellings (
  spelling text collate "C",
  word text collate "C" not null,
  primary key (spelling, word)
);
