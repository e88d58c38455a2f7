-- The company that an operator vouched for: null for none. What a person types is `company`; a person who changes it has
-- left, until an operator vouches again.
alter table accounts add column approved_company text;
create function leave_company() returns trigger language plpgsql as $$
begin
  new.approved_company := null;
  return new;
end $$;
create trigger accounts_leave_company before update of company on accounts for each row
  when (fold_name(new.company) <> fold_name(old.company) and new.approved_company is not distinct from old.approved_company)
  execute function leave_company();

-- Who shares a shelf with the colleagues of a company, since when: an account that left the company shares nothing.
create table shelf_members (
  account_id int primary key references accounts on delete cascade,
  -- Folded by `fold_name`.
  company text not null check (company <> ''),
  since timestamptz not null
);
create index shelf_members_company on shelf_members (company);

-- What a company decided; a release without a row is proposed.
create table shelf_items (
  company text not null,
  release_id int not null references releases on delete cascade,
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'rotation', 'off')),
  show text not null default '',
  day date,
  -- Who changed it last: null once that person shares no more.
  account_id int references shelf_members on delete set null,
  at timestamptz not null,
  primary key (company, release_id)
);
create index shelf_items_release on shelf_items (release_id);
create index shelf_items_account on shelf_items (account_id);

create table shelf_votes (
  account_id int not null references shelf_members on delete cascade,
  release_id int not null references releases on delete cascade,
  vote text check (vote in ('for', 'against')),
  note text not null default '',
  at timestamptz not null,
  primary key (account_id, release_id)
);
create index shelf_votes_release on shelf_votes (release_id);

-- Tells the colleagues of a company that its shelf changed.
create function notify_shelf() returns trigger language plpgsql as $$
declare
  changed record := case when tg_op = 'DELETE' then old else new end;
  shelf text := (
    select m.company from shelf_members m join accounts a on a.id = m.account_id
    where m.account_id = changed.account_id and fold_name(a.approved_company) = m.company);
begin
  if shelf is not null then
    perform pg_notify('changes', json_build_object('type', 'shelf', 'company', shelf, 'release', changed.release_id)::text);
  end if;
  return null;
end $$;
create trigger marks_flagged_shelf after insert on marks for each row
  when (new.flagged_at is not null) execute function notify_shelf();
create trigger marks_shelf after update of flagged_at on marks for each row
  when (new.flagged_at is distinct from old.flagged_at) execute function notify_shelf();
create trigger track_marks_flagged_shelf after insert on track_marks for each row
  when (new.flagged_at is not null) execute function notify_shelf();
create trigger track_marks_shelf after update of flagged_at on track_marks for each row
  when (new.flagged_at is distinct from old.flagged_at) execute function notify_shelf();
create trigger reactions_shelf after insert or update or delete on reactions for each row execute function notify_shelf();
create trigger downloaded_tracks_shelf after insert on downloaded_tracks for each row execute function notify_shelf();
create trigger shelf_votes_shelf after insert or update or delete on shelf_votes for each row execute function notify_shelf();
create trigger shelf_items_shelf after insert or update on shelf_items for each row
  when (new.account_id is not null) execute function notify_shelf();

-- Tells them that somebody left, or is vouched for again.
create function notify_left_shelf() returns trigger language plpgsql as $$
declare
  shelf text := (select company from shelf_members where account_id = new.id);
begin
  if shelf is not null then
    perform pg_notify('changes', json_build_object('type', 'shelf', 'company', shelf)::text);
  end if;
  return null;
end $$;
create trigger accounts_shelf after update of approved_company, status on accounts for each row
  when (new.approved_company is distinct from old.approved_company or new.status <> old.status)
  execute function notify_left_shelf();
