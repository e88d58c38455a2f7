-- What an account did with a release, as reports count it: how many reportable rows of each kind, and seconds heard. Triggers
-- of the counted tables add and subtract, so that concurrent changes add up. No foreign keys: a row goes with the last row
-- that it counts.
create table account_reach (
  release_id int not null,
  account_id int not null,
  mailed int not null,
  opened int not null,
  heard int not null,
  finished int not null,
  downloaded int not null,
  wrote int not null,
  passedon int not null,
  reacted int not null,
  seconds int not null,
  primary key (release_id, account_id)
) with (fillfactor = 80);

-- The same as sets of accounts: in row `block`, bit n is account 256 * block + n.
create table release_reach (
  release_id int not null,
  block int not null,
  mailed bit(256) not null,
  opened bit(256) not null,
  heard bit(256) not null,
  finished bit(256) not null,
  downloaded bit(256) not null,
  wrote bit(256) not null,
  passedon bit(256) not null,
  reacted bit(256) not null,
  primary key (release_id, block)
) with (fillfactor = 80);

-- The set of one account in its block.
create function account_set(account_id int) returns bit immutable strict parallel safe language sql
  return set_bit(0::bit(256), account_id & 255, 1);

-- Adds changes. An account whose count becomes positive, or zero, is turned in the set of its block.
create function count_reach(changes account_reach[]) returns void language plpgsql as $$
declare
  net account_reach[] := array(
    select row(release_id, account_id,
      sum(mailed), sum(opened), sum(heard), sum(finished), sum(downloaded), sum(wrote), sum(passedon), sum(reacted),
      sum(seconds))::account_reach
    from unnest(changes) group by release_id, account_id
    having (sum(mailed), sum(opened), sum(heard), sum(finished), sum(downloaded), sum(wrote), sum(passedon), sum(reacted),
      sum(seconds))
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by release_id, account_id);
begin
  with counted as (
    insert into account_reach as r select * from unnest(net)
    on conflict (release_id, account_id) do update set
      mailed = r.mailed + excluded.mailed, opened = r.opened + excluded.opened, heard = r.heard + excluded.heard,
      finished = r.finished + excluded.finished, downloaded = r.downloaded + excluded.downloaded,
      wrote = r.wrote + excluded.wrote, passedon = r.passedon + excluded.passedon, reacted = r.reacted + excluded.reacted,
      seconds = r.seconds + excluded.seconds
    returning *
  ), turned as (
    select c.release_id, c.account_id >> 8 as block, account_set(c.account_id) as account,
      (c.mailed > 0) <> (c.mailed > n.mailed) as mailed, (c.opened > 0) <> (c.opened > n.opened) as opened,
      (c.heard > 0) <> (c.heard > n.heard) as heard, (c.finished > 0) <> (c.finished > n.finished) as finished,
      (c.downloaded > 0) <> (c.downloaded > n.downloaded) as downloaded, (c.wrote > 0) <> (c.wrote > n.wrote) as wrote,
      (c.passedon > 0) <> (c.passedon > n.passedon) as passedon, (c.reacted > 0) <> (c.reacted > n.reacted) as reacted
    from counted c join unnest(net) n using (release_id, account_id)
  )
  insert into release_reach as r
  select release_id, block,
    coalesce(bit_or(account) filter (where mailed), 0::bit(256)),
    coalesce(bit_or(account) filter (where opened), 0::bit(256)),
    coalesce(bit_or(account) filter (where heard), 0::bit(256)),
    coalesce(bit_or(account) filter (where finished), 0::bit(256)),
    coalesce(bit_or(account) filter (where downloaded), 0::bit(256)),
    coalesce(bit_or(account) filter (where wrote), 0::bit(256)),
    coalesce(bit_or(account) filter (where passedon), 0::bit(256)),
    coalesce(bit_or(account) filter (where reacted), 0::bit(256))
  from turned where mailed or opened or heard or finished or downloaded or wrote or passedon or reacted
  group by release_id, block order by release_id, block
  on conflict (release_id, block) do update set
    mailed = r.mailed # excluded.mailed, opened = r.opened # excluded.opened, heard = r.heard # excluded.heard,
    finished = r.finished # excluded.finished, downloaded = r.downloaded # excluded.downloaded,
    wrote = r.wrote # excluded.wrote, passedon = r.passedon # excluded.passedon, reacted = r.reacted # excluded.reacted;
  if exists (
    select from unnest(net)
    where least(mailed, opened, heard, finished, downloaded, wrote, passedon, reacted, seconds) < 0
  ) then
    delete from account_reach r using unnest(net) n
    where (r.release_id, r.account_id) = (n.release_id, n.account_id)
      and (r.mailed, r.opened, r.heard, r.finished, r.downloaded, r.wrote, r.passedon, r.reacted, r.seconds)
        = (0, 0, 0, 0, 0, 0, 0, 0, 0);
    delete from release_reach r using unnest(net) n
    where (r.release_id, r.block) = (n.release_id, n.account_id >> 8)
      and r.mailed | r.opened | r.heard | r.finished | r.downloaded | r.wrote | r.passedon | r.reacted = 0::bit(256);
  end if;
end $$;

-- Each counted table gets a function with triggers that count its changes; then the rows of all are counted.
do $do$
declare
  source record;
  event text;
  counted text[] := '{}';
begin
  for source in
    select name, lock, format('select row(x.release_id, x.%s, ', account) || (
      select string_agg(format('%%1$s * (%s)', coalesce(counts->>figure, '0')), ', ' order by n)
      from unnest('{mailed,opened,heard,finished,downloaded,wrote,passedon,reacted,seconds}'::text[])
        with ordinality figures (figure, n)) || ')::account_reach from %2$s x' as changes
    from (values
      ('mail_events', 'account_id', '{"mailed": "(x.kind = ''handed over'')::int"}'::jsonb, ''),
      ('release_opens', 'account_id', '{"opened": "x.reportable::int"}', ''),
      -- A track is finished when nine tenths of its seconds were heard.
      ('plays', 'account_id', '{"heard": "(x.reported <> ''{}'')::int", "seconds": "x.seconds", "finished":
        "(x.reported <> ''{}'' and x.seconds >= 0.9 * (select duration from tracks where id = x.track_id))::int"}',
        'perform from tracks where id in (select track_id from %s) order by id for key share;'),
      ('downloaded_tracks', 'account_id', '{"downloaded": "x.reportable::int"}', ''),
      ('comments', 'account_id', '{"wrote": "1"}', ''),
      ('shares', 'from_id', '{"passedon": "1"}', ''),
      ('reactions', 'account_id', '{"reacted": "1"}', '')) sources (name, account, counts, lock)
  loop
    execute format($function$
      create function count_%1$s() returns trigger language plpgsql as $$
      declare
        changes account_reach[] := '{}';
      begin
        if tg_op <> 'DELETE' then
          %4$s
          changes := array(%2$s);
        end if;
        if tg_op <> 'INSERT' then
          %5$s
          changes := changes || array(%3$s);
        end if;
        perform count_reach(changes);
        return null;
      end $$
    $function$, source.name, format(source.changes, '1', 'new_rows'), format(source.changes, '-1', 'old_rows'),
      format(source.lock, 'new_rows'), format(source.lock, 'old_rows'));
    counted := counted || format(source.changes, '1', source.name);
    foreach event in array '{insert,update,delete}'::text[] loop
      execute format('create trigger count_%1$s_%2$s after %2$s on %1$s referencing %3$s
        for each statement execute function count_%1$s()', source.name, event,
        concat_ws(' ', case when event <> 'insert' then 'old table as old_rows' end,
          case when event <> 'delete' then 'new table as new_rows' end));
    end loop;
  end loop;
  execute format('
    insert into account_reach
    select release_id, account_id, sum(mailed), sum(opened), sum(heard), sum(finished), sum(downloaded), sum(wrote),
      sum(passedon), sum(reacted), sum(seconds)
    from (select (c).* from (%s) rows (c)) counted group by release_id, account_id
    having (sum(mailed), sum(opened), sum(heard), sum(finished), sum(downloaded), sum(wrote), sum(passedon), sum(reacted))
      <> (0, 0, 0, 0, 0, 0, 0, 0)', array_to_string(counted, ' union all '));
end $do$;

insert into release_reach
select release_id, account_id >> 8,
  coalesce(bit_or(account_set(account_id)) filter (where mailed > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where opened > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where heard > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where finished > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where downloaded > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where wrote > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where passedon > 0), 0::bit(256)),
  coalesce(bit_or(account_set(account_id)) filter (where reacted > 0), 0::bit(256))
from account_reach group by 1, 2;

-- Another recording has another length. Locked against plays, which count with the length that they see.
create function count_finished() returns trigger language plpgsql as $$
begin
  perform from tracks where id = new.id for update;
  perform count_reach(array(
    select row(release_id, account_id, 0, 0, 0, (seconds >= 0.9 * new.duration)::int - (seconds >= 0.9 * old.duration)::int,
      0, 0, 0, 0, 0)::account_reach
    from plays where track_id = new.id and release_id = coalesce(new.release_id, new.removed_from) and reported <> '{}'));
  return null;
end $$;
create trigger count_finished after update of duration on tracks for each row
  when (old.duration <> new.duration) execute function count_finished();

-- Plays of a deleted track go while its length is known.
create function delete_plays() returns trigger language plpgsql as $$
begin
  delete from plays where track_id = old.id and release_id = coalesce(old.release_id, old.removed_from);
  return old;
end $$;
create trigger delete_plays before delete on tracks for each row execute function delete_plays();
