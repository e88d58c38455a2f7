-- The orders of releases by tempo and key, unknown ones last.
create index releases_tempo on releases (coalesce(tempos[1], 32767), id) where state = 'available';
create index releases_tempo_last on releases (coalesce(tempos[1], 0) desc, id desc) where state = 'available';
create index releases_key on releases (coalesce(keys[1], '~'), id) where state = 'available';
create index releases_key_last on releases (coalesce(keys[1], '') desc, id desc) where state = 'available';
