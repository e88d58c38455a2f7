-- Facts about this installation, such as the progress of the demo.
create table installation (
  name text primary key,
  value jsonb not null
);

create table accounts (
  id int generated always as identity primary key,
  playerid uuid not null unique default gen_random_uuid(),
  status text not null default 'active' check (status in ('pending', 'active', 'disabled')),
  verified boolean not null default false,
  label_staff boolean not null default false,
  operator boolean not null default false,
  -- Argon2id in PHC form; null until the first link sets one.
  password_hash text,
  firstname text not null default '',
  lastname text not null default '',
  phone text not null default '',
  website text not null default '',
  title text not null default '',
  company text not null default '',
  country text not null default '',
  state text not null default '',
  city text not null default '',
  language text not null default 'en',
  -- Null: the sign-in address.
  mailto text,
  mailpref text not null default 'daily' check (mailpref in ('none', 'daily', 'weekly', 'per-release')),
  format text not null default 'mp3' check (format in ('wav', 'mp3')),
  created_at timestamptz not null default now()
);

create table account_emails (
  email text primary key check (email = lower(email)),
  account_id int not null references accounts on delete cascade,
  added_at timestamptz not null default now()
);
create index account_emails_account on account_emails (account_id, added_at);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  -- The address this session signed in with.
  username text not null,
  publicdevice boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_account on sessions (account_id) where ended_at is null;

create table refresh_tokens (
  -- SHA-256 of the token.
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  issued_at timestamptz not null,
  rotated_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table one_time_links (
  -- SHA-256 of the token's jti.
  hash bytea primary key,
  kind text not null check (kind in ('reset', 'welcome')),
  email text not null,
  account_id int not null references accounts on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_links_account on one_time_links (account_id) where used_at is null;
-- A newer link of the same kind and address replaces the older one.
create unique index one_time_links_open on one_time_links (kind, email) where used_at is null;

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- `command` for the command line, else the playerid.
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
