alter table accounts
  -- By its IANA name, as the browser told it.
  add column timezone text not null default 'UTC',
  -- When release mails were turned on or the account was opened: what came before is never told.
  add column mails_since timestamptz not null default now();

alter table mails
  -- Keys in storage of the pictures that its HTML names by `cid:`.
  add column pictures text[] not null default '{}',
  -- Where a mail program ends mails of this kind by itself (RFC 8058).
  add column unsubscribe text;

-- A release comes when it is available, and here.
create index releases_came on releases (greatest(available_at, created_at)) where state = 'available';

-- Which account was told of which release: once, ever.
create table release_mails (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  told_at timestamptz not null,
  primary key (account_id, release_id)
);
create index release_mails_release on release_mails (release_id);

-- Releases of which everybody who wants a mail per release was told.
create table release_rounds (
  release_id int primary key references releases on delete cascade,
  done_at timestamptz not null
);

-- The newest day whose morning an account has had, in its own time zone.
create table mail_mornings (
  account_id int primary key references accounts on delete cascade,
  day date not null
);
