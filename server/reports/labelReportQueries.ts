import type { LabelReport } from '@promenade/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import { deliveredTo, isCounted } from '../catalogue/recipientQueries.ts';
import { nameOfAccount } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { company, instant, minutes, reachCounts, recipientRows, thumbnail } from './activityQueries.ts';

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
  const { rows } = await sql<Pick<LabelReport, 'releases' | 'countries' | 'companies'>>`
    with pair as materialized (
      select release.id as release_id, people.* from releases release cross join lateral (
        with ${recipientRows(sql`release.id`)} select * from recipient left join did using (account_id)
      ) people
      where release.id = any(${found.map(({ id }) => id)}::int[])
    ), counts as (
      select release_id, ${reachCounts} from pair group by release_id
    ), person as materialized (
      select account_id, bool_or(opened) as opened, bool_or(heard) as heard, sum(seconds) as seconds
      from pair group by account_id
    )
    select coalesce((
      select json_agg(to_jsonb(counts) - 'release_id' || jsonb_build_object('releaseid', r.releaseid, 'title', r.title,
        'artist', r.artist, 'thumbnail', ${thumbnail}, 'available', ${instant(sql`r.available_at`)})
        order by r.available_at desc, r.id desc)
      from counts join releases r on r.id = counts.release_id), '[]') as releases,
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
    with release as materialized (select r.* ${releasesOf(labelId, from, sql`${today}::timestamptz`)}), audience as (
      select min(id) as id, min(state) as state, audience, excluded, withdrawn_at, ends_at from release
      group by audience, excluded, withdrawn_at, ends_at
    ), recipient as (
      (select account_id from audience r cross join lateral ${deliveredTo} delivered
        union select account_id from release_former_recipient where release_id in (select id from release))
      except select p.account_id from plays p join releases r on r.id = p.release_id
      where r.owner_label_id = ${labelId} and p.reported <> '{}' and p.played_at >= ${from}
    )
    select a.playerid, ${nameOfAccount} as name, a.title, ${company} as company, a.country, count(*) over ()::int as total
    from recipient join accounts a on a.id = account_id
      cross join (select ${labelId}::int as owner_label_id) r
    where ${isCounted}
    order by fold_name(${nameOfAccount}) collate "und-x-icu", a.id limit 100`.execute(db);
  return { silent: rows.map(({ total: _total, ...person }) => person), silenttotal: rows[0]?.total ?? 0 };
}
