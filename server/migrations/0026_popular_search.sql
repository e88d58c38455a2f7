-- The search rows of the most popular releases once more: a search for frequent words looks them up here first.
create table search_popular_releases (
  release_id int primary key,
  head text collate "C" not null,
  tsv tsvector not null
);
create table search_popular_tracks (
  track_id int primary key,
  release_id int not null references search_popular_releases on delete cascade,
  head text collate "C" not null,
  tsv tsvector not null
);
create index search_popular_tracks_release on search_popular_tracks (release_id);
create index search_popular_releases_words on search_popular_releases using gin (tsv) with (fastupdate = off);
create index search_popular_tracks_words on search_popular_tracks using gin (tsv) with (fastupdate = off);

-- Nodes of the version before delete and insert search rows without these.
create function delete_popular_search_row() returns trigger language plpgsql as $$
begin
  delete from search_popular_releases where release_id = old.release_id;
  return null;
end $$;
create trigger delete_popular_search_row after delete on search_releases for each row
  execute function delete_popular_search_row();

-- Searches read the next releases by popularity, and whether a release is visible, from these indexes alone.
drop index releases_popular_30;
create index releases_popular_30 on releases (popular_30 desc, available_at desc, id desc)
  include (short_audience, short_excluded, ends_at) where state = 'available';
create index releases_visible on releases (id)
  include (popular_30, available_at, ends_at, short_audience, short_excluded) where state = 'available';
