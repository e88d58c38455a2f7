import { Figure, type LabelReport } from '@promenade/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import { countSets, deliveredTo, isCounted, reachSets } from '../catalogue/recipientQueries.ts';
import { nameOfAccount } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { company, instant, minutes, thumbnail } from './activityQueries.ts';

const RELEASES_MAX = 200;

/** `to` is exclusive; by default the twelve months before today. */
interface Period {
  from: RawBuilder<Date> | undefined;
  to: RawBuilder<Date> | undefined;
  today: Date;
}

/** Releases that became available in a period, the newest first. */
const releasesOf = (labelId: number, from: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`
  from releases r where r.owner_label_id = ${labelId} and r.state <> 'draft'
    and r.available_at >= ${from} and r.available_at < ${before}`;

const groups = (name: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(g) from (
    select ${name} as name, count(*) as recipients, count(*) filter (where opened) as opened,
      count(*) filter (where heard) as heard, ${minutes(sql`sum(seconds)`)} as minutes
    from person join accounts a on a.id = account_id where ${name} <> '' group by 1 order by 2 desc, 1 limit 50
  ) g), '[]')`;

export async function findLabelReport(
  db: Db,
  labelId: number,
  { from, to, today }: Period,
): Promise<Pick<LabelReport, 'releases' | 'total' | 'countries' | 'companies'>> {
  const before = to ? sql`least(${to}, ${today}::timestamptz)` : sql`${today}::timestamptz`;
  const { rows: found } = await sql<{ id: number; total: number }>`
    select r.id, count(*) over ()::int as total ${releasesOf(labelId, from ?? sql`${before} - interval '12 months'`, before)}
    order by r.available_at desc, r.id desc limit ${RELEASES_MAX}`.execute(db);
  const ids = found.map(({ id }) => id);
  const { rows } = await sql<Pick<LabelReport, 'releases' | 'countries' | 'companies'>>`
    with ${reachSets(ids)}, unreached as materialized (
      select release_id, 256 * block + n as account_id from (
        select reach.release_id, block, heard & ~coalesce(recipients, 0::bit(256)) as others
        from release_reach reach left join recipients using (release_id, block)
        where reach.release_id = any(${ids}::int[])
      ) blocks cross join generate_series(0, 255) n where others <> 0::bit(256) and get_bit(others, n) = 1
    ), total as materialized (
      select release_id, account_id, sum(seconds) as seconds from (
        select release_id, account_id, seconds from account_reach
        where release_id in (select id from release) and seconds > 0
        union all select release_id, account_id, -seconds from unreached join account_reach using (release_id, account_id)
      ) heard
      group by grouping sets (release_id, account_id)
    ), counts as (
      select release_id, ${sql.join(
        (['recipients', ...Figure.options] as const).map((sets) => sql`${countSets(sets)} as ${sql.ref(sets)}`),
      )} from reached group by release_id
    ), person as materialized (
      select people.*, total.seconds from (
        select 256 * block + n as account_id, get_bit(opened, n) = 1 as opened, get_bit(heard, n) = 1 as heard from (
          select block, bit_or(recipients) as recipients, bit_or(opened) as opened, bit_or(heard) as heard
          from reached group by block
        ) blocks cross join generate_series(0, 255) n where get_bit(recipients, n) = 1
      ) people left join total using (account_id)
    )
    select coalesce((
      select json_agg(to_jsonb(counts) - 'release_id' || jsonb_build_object('releaseid', r.releaseid, 'title', r.title,
        'minutes', ${minutes(sql`total.seconds`)},
        'artist', r.artist, 'thumbnail', ${thumbnail}, 'available', ${instant(sql`r.available_at`)})
        order by r.available_at desc, r.id desc)
      from counts join releases r on r.id = counts.release_id left join total on total.release_id = r.id), '[]') as releases,
      ${groups(sql`a.country`)} as countries, ${groups(company)} as companies`.execute(db);
  const { releases = [], countries = [], companies = [] } = rows[0] ?? {};
  return { releases, countries, companies, total: found[0]?.total ?? 0 };
}

/** Recipients of releases of the last three months who heard nothing of the label since then, by name. */
export async function findSilent(
  db: Db,
  labelId: number,
  today: Date,
): Promise<Pick<LabelReport, 'silent' | 'silenttotal'>> {
  const from = sql`${today}::timestamptz - interval '3 months'`;
  const { rows } = await sql<LabelReport['silent'][number] & { total: number }>`
    with release as materialized (
      select id, state, audience, excluded, withdrawn_at, ends_at ${releasesOf(labelId, from, sql`${today}::timestamptz`)}
    ), audience as (
      select min(id) as id, min(state) as state, audience, excluded, withdrawn_at, ends_at from release
      group by audience, excluded, withdrawn_at, ends_at
    ), recipient as (
      select account_id from audience r cross join lateral ${deliveredTo} delivered
      union select account_id from release_former_recipient where release_id in (select id from release)
    )
    select a.playerid, ${nameOfAccount} as name, a.title, ${company} as company, a.country, count(*) over ()::int as total
    from recipient join accounts a on a.id = account_id
      cross join (select ${labelId}::int as owner_label_id) r
    where ${isCounted} and not exists (
      select from plays p join releases heard on heard.id = p.release_id and heard.owner_label_id = r.owner_label_id
      where p.account_id = a.id and p.reported <> '{}' and p.played_at >= ${from} offset 0)
    order by fold_name(${nameOfAccount}) collate "und-x-icu", a.id limit 100`.execute(db);
  return { silent: rows.map(({ total: _total, ...person }) => person), silenttotal: rows[0]?.total ?? 0 };
}
