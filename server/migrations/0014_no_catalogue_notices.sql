-- Totals are cached for some seconds; nobody listens to changes of the catalogue.
drop trigger catalogue_changed on releases;
drop trigger archived on marks;
drop trigger archived_or_restored on marks;
drop function catalogue_changed();
drop function archive_changed();
