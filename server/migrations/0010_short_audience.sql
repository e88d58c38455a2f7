-- A row of an index holds 2.7 kB, an audience any number of single recipients: indexes hold it while it is short.
drop index releases_date;
alter table releases add short_audience int[]
  generated always as (case when cardinality(audience) <= 100 then audience end) stored;

-- Totals are counted in this index alone as long as the filter asks for nothing else; so are places far down.
create index releases_date on releases (available_at desc, id desc)
  include (short_audience, genre_ids, mood_ids, instrument_ids, release_type, explicit) where state = 'available';
create index releases_widely_heard on releases (id) where short_audience is null;
