-- States follow from dates, except `draft` and `withdrawn`: `scheduled` before `available_at`, `ended` from `ends_at` on.
alter table releases add ends_at timestamptz;
alter table releases add withdrawn_at timestamptz;
update releases set withdrawn_at = now() where state = 'withdrawn';

-- An exclusion beats packages, deliveries and shares. `excluded` repeats it as negative account ids, null for none,
-- so that one predicate on the row decides.
create table release_exclusion (
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  at timestamptz not null,
  primary key (release_id, account_id)
);
create index release_exclusion_account on release_exclusion (account_id);
alter table releases add excluded int[];

-- An index row could not hold long lists; `short_audience` is null for them.
drop index releases_date, releases_widely_heard;
alter table releases drop short_audience;
alter table releases
  add short_audience int[] generated always as (
    case when cardinality(audience) <= 100 and coalesce(cardinality(excluded), 0) <= 100 then audience end) stored,
  add short_excluded int[] generated always as (case when cardinality(excluded) <= 100 then excluded end) stored;
create index releases_date on releases (available_at desc, id desc)
  include (short_audience, short_excluded, ends_at, genre_ids, mood_ids, instrument_ids, release_type, explicit)
  where state = 'available';
create index releases_widely_heard on releases (id) where short_audience is null;

-- Who holds a package since when: who joined later never had what ended before.
alter table account_package add since timestamptz not null default now();
update account_package p set since = a.created_at from accounts a where a.id = p.account_id;

-- Who could hear a release once and lost it: by a package, a later delivery or an exclusion.
create table release_former_recipient (
  release_id int not null references releases on delete cascade,
  account_id int not null references accounts on delete cascade,
  primary key (release_id, account_id)
);
create index release_former_recipient_account on release_former_recipient (account_id);

create function record_former_recipients() returns trigger language plpgsql as $$
declare
  lost int[] := array(select id from unnest(old.audience) id where id <> all(new.audience));
  stopped timestamptz := least(old.withdrawn_at, old.ends_at);
begin
  insert into release_former_recipient (release_id, account_id)
  select new.id, a.id from accounts a
  where a.id in (
    select account_id from account_package where package_id = any(lost) and (since < stopped) is not false
    union select -id from unnest(lost) id where id < 0)
    and (-a.id = any(old.excluded)) is not true
  on conflict do nothing;
  return null;
end $$;
create trigger record_former_recipients after update of audience on releases for each row
  when (not new.audience @> old.audience and old.state <> 'draft'
    and old.available_at <= least(now(), old.withdrawn_at, old.ends_at))
  execute function record_former_recipients();

-- A person asked to have the account deleted; an operator confirms it.
create table account_deletions (
  account_id int primary key references accounts on delete cascade,
  requested_at timestamptz not null
);

-- The ledger keeps the playerid of a deleted account as its pseudonym.
create function forget_account() returns trigger language plpgsql as $$
begin
  update media_ledger set account_id = null where playerid = old.playerid and account_id = old.id;
  return null;
end $$;
create trigger forget_account after delete on accounts for each row execute function forget_account();

-- Only the deletion of an account changes the audit trail: addresses go, the rest stays.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('promenade.redact_audit', true) = 'on' then
    return new;
  end if;
  raise exception 'The audit trail is append-only.';
end $$;
