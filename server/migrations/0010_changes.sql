-- An index row holds at most 2.7 kB; long audiences are left out of the index.
drop index releases_date;
alter table releases add short_audience int[]
  generated always as (case when cardinality(audience) <= 100 then audience end) stored;

-- Covers counting with the most common filters with an index-only scan.
create index releases_date on releases (available_at desc, id desc)
  include (short_audience, genre_ids, mood_ids, instrument_ids, release_type, explicit) where state = 'available';
create index releases_widely_heard on releases (id) where short_audience is null;

-- Notifies every node of changes, for its cached totals.
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
