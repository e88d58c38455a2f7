-- What the last delivery said about a release, and what people changed since, as a merge patch (RFC 7396) over it.
create table release_documents (
  release_id int primary key references releases on delete cascade,
  delivered jsonb not null,
  edits jsonb not null default '{}',
  -- The fingerprint of the delivery: another one in the release means that an older node delivered it again.
  fingerprint text not null,
  -- Storage keys of the delivered files, by path.
  files jsonb not null default '{}',
  version int not null default 1
);

-- Typed addresses, apart from documents, so that the deletion of an account finds them. A job adds the account when there is one.
create table release_address (
  release_id int not null references releases on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (release_id, address)
);
create index release_address_address on release_address (address);

-- A label delivers to the packages that are open and to those that were granted to it.
alter table packages add open boolean not null default true;
alter table packages alter open set default false;
create table label_package (
  label_id int not null references labels on delete cascade,
  package_id int not null references packages on delete cascade,
  since timestamptz not null,
  granted_by text not null,
  primary key (label_id, package_id)
);
create index label_package_package on label_package (package_id);

-- Works belong to a label: the same text under two labels is two works. A key is the labelid of the owner and the text.
alter table works add workid uuid not null unique default gen_random_uuid();
update works w set key = owned.labelid || substr(w.key, strpos(w.key, '/')) from (
  select distinct on (t.work_id) t.work_id, l.labelid
  from tracks t join releases r on r.id = t.release_id join labels l on l.id = r.owner_label_id
  where t.work_id is not null order by t.work_id, t.id) owned
where owned.work_id = w.id and strpos(w.key, '/') > 0;

-- What was uploaded for a release, until it is imported.
create table deliveries (
  id int generated always as identity primary key,
  deliveryid uuid not null unique default gen_random_uuid(),
  label_id int not null references labels on delete cascade,
  account_id int references accounts on delete set null,
  -- The release that it delivers again, or that it made.
  release_id int references releases on delete set null,
  state text not null default 'uploading' check (state in ('uploading', 'importing', 'imported', 'refused', 'discarded')),
  -- What was refused: `[{"path": …, "reason": …}]`.
  problems jsonb not null default '[]',
  -- `replace` or `new`: what to do when the label has the release already.
  twins text not null default 'refuse' check (twins in ('refuse', 'replace', 'new')),
  done_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deliveries_label on deliveries (label_id, updated_at desc);
create index deliveries_account on deliveries (account_id) where state = 'uploading';

create table delivery_files (
  id int generated always as identity primary key,
  uploadid uuid not null unique default gen_random_uuid(),
  delivery_id int not null references deliveries on delete cascade,
  path text not null,
  -- Normalised (NFC, lower case): a path is there once.
  folded_path text not null,
  bytes bigint not null,
  received bigint not null default 0,
  -- Storage keys of the parts, in order, until the file is complete.
  parts text[] not null default '{}',
  -- Storage key of the complete file.
  file text,
  state text not null default 'uploading' check (state in ('uploading', 'complete', 'refused')),
  problem text,
  created_at timestamptz not null,
  unique (delivery_id, folded_path)
);
