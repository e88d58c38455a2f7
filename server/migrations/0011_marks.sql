-- `has_more` tells lists whether to look up marked tracks and shares of a release.
alter table marks
  -- Was ever flagged or archived by this account.
  add marked boolean not null default true,
  -- Has marked tracks, or was shared with this account.
  add has_more boolean not null default false;

create function marks_has_more(account int, release int) returns void language sql as $$
  insert into marks (account_id, release_id, marked, has_more)
  select account, release, false, true
  where not exists (select from marks where account_id = account and release_id = release and has_more)
  on conflict (account_id, release_id) do update set has_more = true
$$;

-- BEFORE, so that the mark of a release is locked before those of its tracks.
create function track_marked() returns trigger language plpgsql as $$
begin
  perform marks_has_more(new.account_id, new.release_id);
  return new;
end $$;
create trigger track_marked before insert on track_marks for each row execute function track_marked();

create function release_shared() returns trigger language plpgsql as $$
begin
  perform marks_has_more(new.to_id, new.release_id);
  return new;
end $$;
create trigger release_shared before insert on shares for each row execute function release_shared();

insert into marks (account_id, release_id, marked, has_more)
select account_id, release_id, false, true from track_marks
union
select to_id, release_id, false, true from shares
on conflict (account_id, release_id) do update set has_more = true;
