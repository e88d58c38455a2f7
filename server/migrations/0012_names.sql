-- For the newest releases of an artist or label in searches.
drop index release_artist_artist;
create index release_artist_artist on release_artist (artist_id, release_id);
drop index release_label_label;
create index release_label_label on release_label (label_id, release_id);
