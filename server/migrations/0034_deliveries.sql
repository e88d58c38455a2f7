-- A label delivers to the packages that are open and to those that were granted to it.
alter table packages add open boolean not null default true;
alter table packages alter open set default false;
create table label_package (
  label_id int not null references labels on delete cascade,
  package_id int not null references packages on delete cascade,
  since timestamptz not null,
  -- The playerid of an operator, or `command`.
  granted_by text not null,
  primary key (label_id, package_id)
);
create index label_package_package on label_package (package_id);

-- Typed addresses, apart from documents, so that the deletion of an account finds them. A job adds the account when there is one.
create table release_address (
  release_id int not null references releases on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (release_id, address)
);
create index release_address_address on release_address (address);

-- The mails of a release wait until this instant, and can have a subject and a text of their own.
create table release_announcements (
  release_id int primary key references releases on delete cascade,
  -- Null: no mails.
  mail_at timestamptz,
  subject text not null default '',
  message text not null default ''
);

-- What was uploaded for a release.
create table deliveries (
  id int generated always as identity primary key,
  deliveryid uuid not null unique default gen_random_uuid(),
  label_id int not null references labels on delete cascade,
  account_id int references accounts on delete set null,
  -- The release that it delivers again, or that it made.
  release_id int references releases on delete set null,
  state text not null default 'uploading' check (state in ('uploading', 'importing', 'imported', 'refused', 'discarded')),
  -- Names the release.
  name text not null default '',
  -- What was not taken: `[{"path": …, "reason": …}]`.
  problems jsonb not null default '[]',
  -- What to do when the label has the release already.
  twins text not null default 'refuse' check (twins in ('refuse', 'replace', 'new')),
  -- The release of the label that it would be a twin of.
  twin_id int references releases on delete set null,
  -- Of the import, 0 to 1.
  progress real not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deliveries_label on deliveries (label_id, updated_at desc);
create index deliveries_account on deliveries (account_id) where state = 'uploading';
create index deliveries_release on deliveries (release_id);
create index deliveries_twin on deliveries (twin_id);

create table delivery_files (
  id int generated always as identity primary key,
  uploadid uuid not null unique default gen_random_uuid(),
  delivery_id int not null references deliveries on delete cascade,
  path text not null,
  -- Normalised (NFC, lower case): a path is there once.
  folded_path text not null,
  bytes bigint not null,
  received bigint not null default 0,
  -- Storage keys of the parts, in order.
  parts text[] not null default '{}',
  state text not null default 'uploading' check (state in ('uploading', 'complete', 'refused')),
  problem text,
  created_at timestamptz not null,
  unique (delivery_id, folded_path)
);
