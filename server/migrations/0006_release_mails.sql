alter table accounts
  -- IANA name, reported by the browser.
  add column timezone text not null default 'UTC',
  -- When release mails were turned on or the account was opened; older releases are not mailed.
  add column mails_since timestamptz not null default now();

alter table mails
  -- Storage keys of the images that the HTML references by `cid:`.
  add column pictures text[] not null default '{}',
  -- URL for one-click unsubscribe (RFC 8058).
  add column unsubscribe text;

-- When the release was imported; it is mailed once it is also available.
create index releases_came on releases (greatest(available_at, created_at)) where state = 'available';

-- Which account was mailed about which release; at most once.
create table release_mails (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  told_at timestamptz not null,
  primary key (account_id, release_id)
);
create index release_mails_release on release_mails (release_id);

-- Releases whose per-release mails are all queued.
create table release_rounds (
  release_id int primary key references releases on delete cascade,
  done_at timestamptz not null
);

-- The newest local day whose digest was processed for an account.
create table mail_mornings (
  account_id int primary key references accounts on delete cascade,
  day date not null
);
