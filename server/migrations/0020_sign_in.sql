-- Limits must survive a crash of the database.
alter table rate_limits set logged;

-- Networks from which an account has signed in: guesses of others do not lock it out there.
create table known_networks (
  account_id int not null references accounts on delete cascade,
  -- An IPv4 address, or the /64 prefix of an IPv6 address.
  network text not null,
  last_at timestamptz not null,
  primary key (account_id, network)
);
create index known_networks_last on known_networks (last_at);
