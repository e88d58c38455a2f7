-- What a search looks in: one row for each thing that can be found, folded by server/catalogue/searchText.ts. `head` is the
-- title or name, `tsv` every word, a code is without spaces and marks. Who may hear a thing stands in `releases` alone.
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
-- Without a pending list: a search would have to read it from end to end.
create index search_releases_words on search_releases using gin (tsv) with (fastupdate = off);
create index search_tracks_words on search_tracks using gin (tsv) with (fastupdate = off);
create index search_artists_words on search_artists using gin (tsv) with (fastupdate = off);
create index search_labels_words on search_labels using gin (tsv) with (fastupdate = off);

-- In how many rows of each table above a word stands: a search reads an index of words only where it leads to few rows.
create table search_words (
  word text collate "C" primary key,
  tracks int not null,
  artists int not null,
  labels int not null,
  releases int not null
) with (fillfactor = 80);
-- A word, and the same with each one of its letters left out: two that differ by one letter meet here.
create table search_spellings (
  spelling text collate "C",
  word text collate "C" not null,
  primary key (spelling, word)
);
