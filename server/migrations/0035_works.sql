-- A work belongs to a label: keys begin with the labelid of the owner. A node of the version before writes keys without it,
-- which the next delivery or edit of the release replaces.
alter table works add workid uuid not null unique default gen_random_uuid();
with owned as (
  select distinct t.work_id, l.labelid, l.labelid || '/' || w.key as key
  from tracks t join releases r on r.id = t.release_id join labels l on l.id = r.owner_label_id
  join works w on w.id = t.work_id),
made as (insert into works (key) select key from owned returning id, key)
update tracks t set work_id = made.id
from owned join made on made.key = owned.key, releases r, labels l
where t.work_id = owned.work_id and r.id = t.release_id and l.id = r.owner_label_id and l.labelid = owned.labelid;
delete from works w where not exists (select from tracks t where t.work_id = w.id);
