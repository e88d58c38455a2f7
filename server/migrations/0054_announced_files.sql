-- When a client announced files or sent a part of one. Null: a node of the version before received the last part.
alter table deliveries
  add column sent_at timestamptz,
  -- How often the check or import was begun; more than once after an interruption.
  add column runs int not null default 0;

-- What was decoded of delivered audio that no track has yet, so that an import decodes nothing that its check, or its own
-- interrupted run, decoded. A daily job deletes rows that were not used for days.
create table decoded_media (
  -- Storage key of the delivered file.
  file text primary key,
  -- Of analysis and rendering; another one is decoded again.
  version text not null,
  media jsonb not null,
  -- What the import says about the file.
  warning text,
  -- Rows of a discarded delivery are deleted.
  delivery_id int references deliveries on delete set null,
  used_at timestamptz not null
);
create index decoded_media_used on decoded_media (used_at);
create index decoded_media_delivery on decoded_media (delivery_id);
