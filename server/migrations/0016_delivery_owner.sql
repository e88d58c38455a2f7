-- Equal for names that differ only in case, spaces, compatibility forms or invisible characters.
create function fold_name(name text) returns text language sql immutable parallel safe strict
  return lower(btrim(regexp_replace(
    regexp_replace(normalize(name, NFKC), '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
    '\s+', ' ', 'g')) collate "und-x-icu");
create function twin_key(artist text, title text) returns text language sql immutable parallel safe strict
  return md5(fold_name(artist) || E'\n' || fold_name(title));

create index labels_folded on labels (fold_name(name));
create index packages_folded on packages (fold_name(name));

-- The label whose deliveries may change the release; null: delivered without a label.
alter table releases add column owner_label_id int references labels;
update releases r set owner_label_id =
  (select label_id from release_label l where l.release_id = r.id order by position limit 1);

-- The label was part of an identity by the sender's id; now the identity is unique within the owner.
alter table releases drop constraint releases_identity_key;
update releases r set identity = 'id:' || substr(r.identity, length(former.prefix) + 1)
from (
  select r.id, 'id:' || coalesce(lower(l.name), '') || ':' as prefix
  from releases r left join labels l on l.id = r.owner_label_id
) former
where former.id = r.id and starts_with(r.identity, former.prefix);
create unique index releases_identity on releases (identity, owner_label_id) nulls not distinct;
create index releases_twin on releases (twin_key(artist, title));
