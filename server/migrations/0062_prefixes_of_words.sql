-- A search looks up the beginnings of words as entries of their own: a range of words is read as a whole before two of
-- them are compared, two entries are compared by skipping. Beginnings have at most eight characters. Searches go on meanwhile, imports wait.
create function search_prefixes(words tsvector) returns tsvector
  language sql immutable strict parallel safe cost 1000
  return array_to_tsvector(array(
    select left(word, n) from unnest(tsvector_to_array(words)) word, generate_series(1, least(length(word), 8)) n));
-- Nodes of the version before search the indexes of whole words, which are unused since this version.
create index search_releases_prefixes on search_releases using gin (search_prefixes(tsv)) with (fastupdate = off);
create index search_tracks_prefixes on search_tracks using gin (search_prefixes(tsv)) with (fastupdate = off);
create index search_artists_prefixes on search_artists using gin (search_prefixes(tsv)) with (fastupdate = off);
create index search_labels_prefixes on search_labels using gin (search_prefixes(tsv)) with (fastupdate = off);
create index search_popular_releases_prefixes on search_popular_releases using gin (search_prefixes(tsv)) with (fastupdate = off);
create index search_popular_tracks_prefixes on search_popular_tracks using gin (search_prefixes(tsv)) with (fastupdate = off);
