-- The people that a label noted, on lists of its own. An address says nothing about accounts here: it is joined with them
-- only where mails and audiences are.
create table label_lists (
  id int generated always as identity primary key,
  listid uuid not null unique default gen_random_uuid(),
  label_id int not null references labels on delete cascade,
  name text not null check (name <> ''),
  -- Headings of what was imported, with the field of each or null.
  columns jsonb not null default '[]',
  -- A group: its people are those of the label's lists, or recipients of its releases, who match all of what follows. It
  -- has no members of its own.
  is_group boolean not null default false,
  tags text[] not null default '{}',
  companies text[] not null default '{}',
  countries text[] not null default '{}',
  -- Folded.
  company_keys text[] not null default '{}',
  country_keys text[] not null default '{}',
  -- What recipients did with each of the last releases of an artist; null: it is about people of lists.
  did text check (did in ('opened', 'heard', 'downloaded', 'reacted')),
  did_artist text not null default '',
  -- Null: with any of them.
  did_last int,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index label_lists_name on label_lists (label_id, fold_name(name));

create function join_words(words text[]) returns text language sql immutable parallel safe strict
  as $$ select array_to_string(words, ' ') $$;

-- One row for each person of a label, whatever the number of lists.
create table listed_people (
  id int generated always as identity primary key,
  personid uuid not null unique default gen_random_uuid(),
  label_id int not null references labels on delete cascade,
  address text not null,
  name text not null default '',
  firstname text not null default '',
  lastname text not null default '',
  company text not null default '',
  role text not null default '',
  country text not null default '',
  note text not null default '',
  tags text[] not null default '{}',
  sort_name text collate "und-x-icu" not null generated always as (lower(case when name = '' then address else name end)) stored,
  search_text text not null generated always as (
    fold_name(name || ' ' || address || ' ' || company || ' ' || role || ' ' || country || ' ' || join_words(tags))) stored,
  company_key text not null generated always as (fold_name(company)) stored,
  country_key text not null generated always as (fold_name(country)) stored,
  added_at timestamptz not null,
  updated_at timestamptz not null,
  unique (label_id, address)
);
create index listed_people_tags on listed_people using gin (tags);

-- All addresses of a person. An address is one person of a label.
create table listed_addresses (
  label_id int not null references labels on delete cascade,
  address text not null,
  person_id int not null references listed_people on delete cascade,
  primary key (label_id, address)
);
create index listed_addresses_address on listed_addresses (address);
create index listed_addresses_person on listed_addresses (person_id);

create table list_members (
  list_id int not null references label_lists on delete cascade,
  person_id int not null references listed_people on delete cascade,
  -- Order of the export.
  position int not null,
  -- Cells of columns that are no field, by heading.
  cells jsonb not null default '{}',
  primary key (list_id, person_id)
);
create index list_members_person on list_members (person_id);

-- Addresses that left the mails of a label by a link in one of them, with an account or without.
create table label_left (
  label_id int not null references labels on delete cascade,
  address text not null,
  at timestamptz not null,
  primary key (label_id, address)
);
create index label_left_address on label_left (address);

-- Lists and groups in the audience of a release, and those that are kept out of it.
create table release_lists (
  release_id int not null references releases on delete cascade,
  list_id int not null references label_lists on delete cascade,
  excluded boolean not null default false,
  primary key (release_id, list_id)
);
create index release_lists_list on release_lists (list_id);
-- An exclusion by a list is not shown by name: it would tell whose address it is.
alter table release_exclusion add column by_list boolean not null default false;

-- People of a list, or of a group of listed people.
create function list_people(list int) returns setof int language sql stable as $$
  select m.person_id from list_members m where m.list_id = list
  union all
  select p.id from label_lists s join listed_people p on p.label_id = s.label_id
  where s.id = list and s.is_group and s.did is null
    and (s.tags = '{}' or p.tags && s.tags)
    and (s.companies = '{}' or p.company_key = any(s.company_keys))
    and (s.countries = '{}' or p.country_key = any(s.country_keys))
$$;

-- Accounts of a group of recipients: what they did is what the reports of the label say.
create function group_accounts(list int) returns setof int language sql stable as $$
  with s as (select * from label_lists where id = list and did is not null),
  meant as (
    select r.id from s join releases r on r.owner_label_id = s.label_id
    where r.state <> 'draft' and r.available_at <= now() and (s.did_artist = '' or exists (
      select from release_artist ra join artists a on a.id = ra.artist_id
      where ra.release_id = r.id and fold_name(a.name) = fold_name(s.did_artist)))
    order by r.available_at desc, r.id desc limit (select did_last from s)),
  matched as (
    select x.account_id from s cross join meant join account_reach x on x.release_id = meant.id
    where case s.did when 'opened' then x.opened when 'heard' then x.heard when 'downloaded' then x.downloaded else x.reacted end > 0
    group by x.account_id, s.did_last having s.did_last is null or count(*) = (select count(*) from meant))
  select a.id from s cross join matched m join accounts a on a.id = m.account_id
  where a.status = 'active' and not a.operator
    and not exists (select from account_label o where o.account_id = a.id and o.label_id = s.label_id)
    and (s.companies = '{}' or fold_name(a.company) = any(s.company_keys))
    and (s.countries = '{}' or fold_name(a.country) = any(s.country_keys))
$$;
