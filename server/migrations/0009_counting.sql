-- Covers counting and deep offsets with an index-only scan.
drop index releases_date;
create index releases_date on releases (available_at desc, id desc) include (audience) where state = 'available';
