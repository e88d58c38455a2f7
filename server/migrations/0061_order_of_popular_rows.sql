-- What popular rows are ordered by, as releases have it; imports and the hourly job write it, into the same page.
alter table search_popular_releases set (fillfactor = 80);
alter table search_popular_tracks set (fillfactor = 80);
alter table search_popular_releases
  add column popular int not null default 0, add column newest timestamptz not null default 'epoch';
alter table search_popular_tracks
  add column popular int not null default 0, add column newest timestamptz not null default 'epoch';
update search_popular_releases s set popular = r.popular_30, newest = r.available_at from releases r where r.id = s.release_id;
update search_popular_tracks s set popular = r.popular_30, newest = r.available_at from releases r where r.id = s.release_id;

-- Which releases an artist or label has, the latest first, is read from these indexes alone.
create index release_artist_releases on release_artist (artist_id, release_id);
create index release_label_releases on release_label (label_id, release_id);
drop index release_artist_artist;
drop index release_label_label;
