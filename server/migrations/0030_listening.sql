-- Since when an account knows what labels see of it; reports count what began later.
alter table accounts add column told_at timestamptz;

-- The seconds of a multirange.
create function count_seconds(heard int4multirange) returns int immutable strict parallel safe language sql
  return (select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(heard) r);

-- Each start of a track, with the seconds that sounded. Partitions are months of the start.
create table listens (
  listenid uuid not null,
  account_id int not null references accounts on delete cascade,
  track_id int not null references tracks on delete cascade,
  release_id int not null references releases on delete cascade,
  started_at timestamptz not null,
  source text not null,
  reportable boolean not null,
  heard int4multirange not null,
  updated_at timestamptz not null,
  primary key (started_at, listenid)
) partition by range (started_at);
-- For months whose partition was not created in time.
create table listens_other partition of listens default;
do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for n in 0..2 loop
    execute format('create table %I partition of listens for values from (%L) to (%L)',
      to_char(month, '"listens_"YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
end $$;
create index listens_account on listens (account_id, release_id);
create index listens_release on listens (release_id, account_id);
create index listens_track on listens (track_id);

-- What listens became after LISTENS_MONTHS, or when their account was deleted.
create table listen_totals (
  track_id int not null references tracks on delete cascade,
  month date not null,
  listens int not null,
  seconds bigint not null,
  primary key (track_id, month)
);

-- Unions of the listens of an account and track: all, and those that reports count.
alter table plays
  add column heard int4multirange not null default '{}',
  add column reported int4multirange not null default '{}',
  add column seconds int not null generated always as (count_seconds(reported)) stored;

-- When a release was open on the screen for a second.
create table release_opens (
  account_id int not null references accounts on delete cascade,
  release_id int not null references releases on delete cascade,
  reportable boolean not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times int not null default 1,
  primary key (account_id, release_id, reportable)
);
create index release_opens_release on release_opens (release_id);

alter table downloaded_tracks add column reportable boolean not null default false;

-- What became of release mails at the mail server.
alter table mails add column release_ids int[] not null default '{}';
create table mail_events (
  mail_id uuid not null,
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  kind text not null check (kind in ('handed over', 'bounced')),
  at timestamptz not null,
  primary key (account_id, release_id, mail_id)
);
create index mail_events_release on mail_events (release_id);
