-- A row of an index holds 2.7 kB, an audience any number of single recipients: indexes hold it while it is short.
drop index releases_date;
alter table releases add short_audience int[]
  generated always as (case when cardinality(audience) <= 100 then audience end) stored;

-- Totals are counted in this index alone as long as the filter asks for nothing else; so are places far down.
create index releases_date on releases (available_at desc, id desc)
  include (short_audience, genre_ids, mood_ids, instrument_ids, release_type, explicit) where state = 'available';
create index releases_widely_heard on releases (id) where short_audience is null;

-- Every node keeps totals until it hears of a change.
create function catalogue_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', '');
  return null;
end $$;
create trigger catalogue_changed after insert or update or delete on releases
  for each statement execute function catalogue_changed();

create function archive_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', new.account_id::text);
  return null;
end $$;
create trigger archived after insert on marks
  for each row when (new.archived_at is not null) execute function archive_changed();
create trigger archived_or_restored after update of archived_at on marks
  for each row when (old.archived_at is distinct from new.archived_at) execute function archive_changed();
