-- Links for sign-in, merge and split, and for verifying an address before it has an account.
alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check
  check (kind in ('sign-in', 'reset', 'welcome', 'merge', 'split', 'email'));
alter table one_time_links alter column account_id drop not null;
drop index one_time_links_open;
-- A newer link replaces an older one of the same kind, address and account only.
create unique index one_time_links_open on one_time_links (kind, email, coalesce(account_id, 0)) where used_at is null;
create index one_time_links_expired on one_time_links (expires_at);
create index sessions_expired on sessions (expires_at);

-- The newest 5-digit sign-up code of each address.
create table signup_codes (
  email text primary key,
  -- HMAC-SHA-256 of address and code.
  hash bytea not null,
  -- Wrong attempts.
  attempts int not null default 0,
  expires_at timestamptz not null
);

-- The answers of a sign-up, for the operator who decides.
create table applications (
  account_id int primary key references accounts on delete cascade,
  answers jsonb not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision text check (decision in ('approved', 'rejected'))
);

-- Applications sent as two forms, joined by their address (newrecipient forms).
create table application_halves (
  email text not null,
  half int not null check (half in (1, 2)),
  answers jsonb not null,
  at timestamptz not null,
  primary key (email, half)
);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  inviter_id int not null references accounts on delete cascade,
  email text not null,
  relationship text not null check (relationship in ('industry-contact', 'coworker', 'other')),
  -- SHA-256 of the token's jti.
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by int references accounts on delete cascade
);
create unique index invitations_open on invitations (inviter_id, email) where accepted_at is null;
create index invitations_accepted_by on invitations (accepted_by);
create index invitations_accepted on invitations (inviter_id) where accepted_at is not null;
create index invitations_expired on invitations (expires_at) where accepted_at is null;

-- Each side of a connection has a row.
create table connections (
  account_id int not null references accounts on delete cascade,
  other_id int not null references accounts on delete cascade,
  since timestamptz not null,
  removed_at timestamptz,
  -- When this side was notified of the connection.
  told_at timestamptz,
  primary key (account_id, other_id),
  check (account_id <> other_id)
);
create index connections_other on connections (other_id);

create table shares (
  release_id int not null references releases on delete cascade,
  from_id int not null references accounts on delete cascade,
  to_id int not null references accounts on delete cascade,
  message text not null,
  at timestamptz not null,
  primary key (to_id, release_id, from_id)
);
create index shares_release on shares (release_id);

-- Contact requests about a release.
create table comments (
  id uuid primary key default gen_random_uuid(),
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  player_email text not null,
  type_id int not null check (type_id between 1 and 8),
  message text not null,
  at timestamptz not null
);
create index comments_release on comments (release_id, at);

create table comment_clicks (
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  at timestamptz not null
);
create index comment_clicks_release on comment_clicks (release_id);

-- Web Push subscriptions as sent by browsers.
create table devices (
  endpoint text primary key,
  account_id int not null references accounts on delete cascade,
  subscription jsonb not null,
  created_at timestamptz not null
);
create index devices_account on devices (account_id);

-- Queued and sent mails; `id` is part of the Message-ID, so that a repeated delivery is a recognisable duplicate.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  -- Both parts; null after delivery, because their links sign people in.
  html text,
  body text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- Error of the last attempt.
  problem text
);
create index mails_newest on mails (created_at desc, id);

-- Counters of rate limits; unlogged, because losing them in a crash is harmless.
create unlogged table rate_limits (
  key text primary key,
  count int not null,
  until timestamptz not null
);
create index rate_limits_over on rate_limits (until);
