-- What an import of a delivery would do, before it is done. A node of the version before imports without.
alter table deliveries
  -- Whether `importing` is only a check.
  add column is_check boolean not null default false,
  -- The releases that an import would make or change, of the files that the delivery had.
  add column checked jsonb;
