-- One folding of names for look-up, unique index and search. The collation of a database, and the ICU of a server, may
-- disagree about a name: PostgreSQL 17 and newer have rules of their own, the same on each machine.
drop index labels_folded, packages_folded, releases_twin, labels_name, artists_name, genres_name, moods_name,
  instruments_name, packages_name;
do $$
begin
  execute format($body$
    create or replace function fold_name(name text) returns text language sql immutable parallel safe strict
      return replace(replace(lower(btrim(regexp_replace(
        regexp_replace(normalize(name, NFKC) collate %1$I,
          '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
        '\s+', ' ', 'g'))), U&'i\0307', 'i'), 'ς', 'σ')$body$,
    case when current_setting('server_version_num')::int >= 170000 then 'pg_c_utf8' else 'und-x-icu' end);
end $$;

-- Names that were two and are one now: the newer one gets its id, because both may have releases.
do $$
declare named text;
begin
  foreach named in array array['labels', 'artists', 'genres', 'moods', 'instruments', 'packages'] loop
    execute format('update %1$I n set name = n.name || '' ('' || n.id || '')''
      where exists (select from %1$I o where o.id < n.id and fold_name(o.name) = fold_name(n.name))', named);
    execute format('create unique index %1$s on %2$I (fold_name(name))', named || '_name', named);
  end loop;
end $$;
create index releases_twin on releases (twin_key(artist, title));

-- Words are folded in another way: the next start fills the search index again.
truncate search_releases, search_tracks, search_artists, search_labels, search_words, search_spellings;
