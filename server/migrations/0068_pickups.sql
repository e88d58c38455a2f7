-- The company whose shelf an account shares; null without one.
create function shelf_company(account int) returns text language sql stable as $$
  select m.company from shelf_members m join accounts a on a.id = m.account_id
  where m.account_id = account and a.status = 'active' and fold_name(a.approved_company) = m.company
$$;

-- How a company that shares a shelf names files: what one of its people saved last. Folded by `fold_name`.
create table company_naming (
  company text primary key,
  naming jsonb not null
);

-- Lists of songs that a person takes home together. What was taken is in downloaded_tracks.
create table pickups (
  id int generated always as identity primary key,
  pickupid uuid not null unique default gen_random_uuid(),
  account_id int not null references accounts on delete cascade,
  -- Whose shelf the account shared then.
  company text,
  name text not null,
  format text not null check (format in ('mp3', 'wav', 'aiff', 'flac')),
  naming jsonb not null,
  created_at timestamptz not null
);
create index pickups_account on pickups (account_id);
create index pickups_company on pickups (company);

-- A name stays used after its song is gone: another song must not replace its file.
create table pickup_files (
  pickup_id int not null references pickups on delete cascade,
  ordinal int not null,
  track_id int references tracks on delete set null,
  path text not null,
  -- The cut number of the song.
  number int,
  primary key (pickup_id, ordinal)
);
create index pickup_files_track on pickup_files (track_id);

alter table media_ledger drop constraint media_ledger_object_kind_check,
  add constraint media_ledger_object_kind_check check (object_kind in ('track', 'release', 'playlist', 'pickup')) not valid;
