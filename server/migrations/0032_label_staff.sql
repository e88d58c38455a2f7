-- Who works for which label. A person without a row sees no console.
create table account_label (
  account_id int not null references accounts on delete cascade,
  label_id int not null references labels on delete cascade,
  role text not null check (role in ('editor', 'viewer')),
  since timestamptz not null,
  -- The playerid of an operator, or `command`.
  granted_by text not null,
  primary key (account_id, label_id)
);
create index account_label_label on account_label (label_id);
create index releases_owner on releases (owner_label_id, available_at desc, id desc);

-- Who does not want release mails of a label.
create table account_label_mail (
  account_id int not null references accounts on delete cascade,
  label_id int not null references labels on delete cascade,
  stopped_at timestamptz not null,
  primary key (account_id, label_id)
);
create index account_label_mail_label on account_label_mail (label_id);

-- A release is mailed again once, to those who did not open it.
create table release_follow_ups (
  release_id int primary key references releases on delete cascade,
  account_id int references accounts on delete set null,
  sent_at timestamptz not null,
  people int not null,
  -- The last account whose mail is queued; batches go by the id of the account.
  queued_to int not null default 0
);
