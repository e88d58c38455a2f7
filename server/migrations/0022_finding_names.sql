-- Releases and tracks name their artists and labels with ids, so that screens can link to them. A quote inside a JSON
-- text is escaped: the members searched for below cannot be part of a title.
update releases r set fragment = left(r.fragment, position('"labels":[' in r.fragment) - 1)
  || '"artists":[' || named.artists || '],"labels":[' || named.labels || ']'
  || substr(r.fragment, position(',"genres":[' in r.fragment))
from (
  select f.id,
    coalesce((
      select string_agg('{"artistid":"' || a.artistid || '","name":' || to_json(a.name) || '}', ',' order by ra.position)
      from release_artist ra join artists a on a.id = ra.artist_id where ra.release_id = f.id), '') as artists,
    coalesce((
      select string_agg('{"labelid":"' || l.labelid || '",' || substr(old.label::text, 2), ',' order by old.n)
      from json_array_elements(('{' || f.fragment || '}')::json->'labels') with ordinality old (label, n)
      join (select label_id, row_number() over (order by position) as n from release_label where release_id = f.id) rl
        on rl.n = old.n
      join labels l on l.id = rl.label_id), '') as labels
  from releases f
) named
where named.id = r.id;

update tracks t set fragment = left(t.fragment, position('"labels" : ' in t.fragment) - 1)
  || '"artists" : ' || (listed.members->'artists') || ', "labels" : ' || (listed.members->'labels')
  || substr(t.fragment, position(', "genres" : ' in t.fragment))
from releases r cross join lateral (select ('{' || r.fragment || '}')::json as members) listed
where r.id = t.release_id;

-- Words and titles are folded in another way: the next start fills the search index again.
truncate search_releases, search_tracks, search_artists, search_labels, search_words, search_spellings;
