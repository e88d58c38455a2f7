-- A date that moves ahead takes a release away, as a later delivery to fewer accounts does.
create or replace function record_former_recipients() returns trigger language plpgsql as $$
declare
  lost int[] := case when new.available_at > now() then old.audience
    else array(select id from unnest(old.audience) id where id <> all(new.audience)) end;
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
drop trigger record_former_recipients on releases;
create trigger record_former_recipients after update of audience, available_at on releases for each row
  when ((not new.audience @> old.audience or new.available_at > now()) and old.state <> 'draft'
    and old.available_at <= least(now(), old.withdrawn_at, old.ends_at))
  execute function record_former_recipients();

-- Finds the releases whose end has just come.
create index releases_end on releases (ends_at) where ends_at is not null;
