import { ReactionKind } from '@promenade/contract/catalogue';
import type { ReleaseState } from '@promenade/contract/label';
import {
  type Figure,
  getFigure,
  type RecipientSort,
  type RecipientState,
  type ReleaseReport,
} from '@promenade/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import { isOwnStaff } from '../catalogue/recipientQueries.ts';
import { nameOfAccount } from '../catalogue/rowQueries.ts';
import type { SheetReaction } from '../media/sheet/sheetReport.ts';
import { wantsNoMails } from '../notify/labelMailQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';
import { dayIn } from '../platform/database/zones.ts';
import { Refusal } from '../platform/http/refusal.ts';
import {
  activityUntil,
  company,
  instant,
  minutes,
  reachCounts,
  reachMembers,
  recipientRows,
  thumbnail,
} from './activityQueries.ts';

/** Of the sheet for the artist. */
const REACTIONS_MAX = 500;

type Report = Omit<ReleaseReport, 'mayedit' | 'usual' | 'people' | 'mails'>;
export type Counts = Pick<ReleaseReport, Figure | 'recipients' | 'minutes'>;

/** The recipients of each group of accounts `a`, the largest first. */
const groups = (name: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(g) from (
    select ${name} as name, count(*) as recipients from recipient join accounts a on a.id = account_id
    where ${name} <> '' group by 1 order by 2 desc, 1 limit 200
  ) g), '[]')`;

/** Days are rounded so that all together are the minutes of the head. */
const secondsSoFar = sql`sum(sum(seconds)) over (order by people.day)`;

/** The report of a release, but for what depends on the caller and on other releases. */
export async function findReleaseReport(
  db: Db,
  { id, state, zone }: { id: number; state: ReleaseState; zone: string },
): Promise<Report> {
  const { rows } = await sql<Report>`
    with ${recipientRows(sql`${id}`)}, listener as materialized (
      select p.track_id, p.seconds, p.reported from plays p join recipient using (account_id)
      where p.release_id = ${id} and p.reported <> '{}'
    ), heard as (
      select track_id, count(*) as people, sum(seconds) as seconds from listener group by track_id
    ), step as (
      select track_id, second, sum(change) as change
      from listener, unnest(reported) s, lateral (values (lower(s), 1), (upper(s), -1)) steps (second, change)
      group by track_id, second
    ), strip as (
      select track_id, json_agg(people order by second) as strip
      from (
        select t.id as track_id, n as second, sum(coalesce(change, 0)) over (partition by t.id order by n) as people
        from tracks t cross join generate_series(0, ceil(t.duration)::int - 1) n
        left join step on (step.track_id, step.second) = (t.id, n)
        where t.release_id = ${id}
      ) seconds group by track_id
    ), day as (
      select day::text as day, count(*) filter (where kind = 'opened') as opened, count(*) filter (where kind = 'heard') as heard,
        round((${minutes(secondsSoFar)} - ${minutes(sql`(${secondsSoFar} - sum(seconds))`)})::numeric, 1)::float8 as minutes,
        count(*) filter (where kind = 'downloaded') as downloaded
      from (
        select ${dayIn(zone, sql`at`)} as day, kind, account_id, sum(seconds) as seconds
        from (
          select account_id, 'opened' as kind, first_at as at, 0 as seconds
          from release_opens where release_id = ${id} and reportable
          union all select account_id, 'heard', started_at, count_seconds(heard - coalesce(before, '{}'))
          from (
            select account_id, started_at, heard, range_agg(heard) over (partition by account_id, track_id
              order by started_at, listenid rows between unbounded preceding and 1 preceding) as before
            from listens where release_id = ${id} and reportable and heard <> '{}'
          ) listens
          union all select account_id, 'downloaded', downloaded_at, 0
          from downloaded_tracks where release_id = ${id} and reportable
        ) dated join recipient using (account_id)
        group by 1, 2, 3
      ) people group by people.day order by people.day
    )
    select total.*,
      json_build_object('releaseid', r.releaseid, 'title', r.title, 'artist', r.artist, 'thumbnail', ${thumbnail},
        'labelid', l.labelid, 'label', l.name, 'state', ${state}::text, 'available', ${instant(sql`r.available_at`)}) as release,
      (select json_build_object('opened', count(*) filter (where opened), 'heard', count(*) filter (where heard),
          'downloaded', count(*) filter (where downloaded))
        from did join accounts a on a.id = did.account_id
        where a.status = 'active' and not a.operator and ${isOwnStaff}) as ownstaff,
      coalesce((
        select json_agg(json_build_object('trackid', t.trackid, 'title', t.title, 'version', t.version,
          'duration', t.duration, 'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin',
          'heard', coalesce(heard.people, 0), 'seconds', coalesce(heard.seconds, 0), 'strip', coalesce(strip, '[]'))
          order by t.ordinal)
        from tracks t left join heard on heard.track_id = t.id left join strip on strip.track_id = t.id
        where t.release_id = r.id), '[]') as tracks,
      (select json_build_object(${sql.join(
        ReactionKind.options.map((kind) => sql`${sql.lit(kind)}, count(*) filter (where kind = ${sql.lit(kind)})`),
      )}) from reactions join recipient using (account_id) where release_id = r.id) as reactions,
      coalesce((select json_agg(d) from day d), '[]') as days,
      coalesce((
        select json_agg(json_build_object('station', station, 'day', day, 'plays', plays) order by day desc, station)
        from (
          -- Two people of a station may tell the same play.
          select min(station) as station, day, sum(times)::int as plays
          from (
            select fold_name(station) as folded, min(station) as station, day, max(times) as times
            from airplays join recipient using (account_id) where release_id = r.id
            group by 1, day, track_id, at
          ) once group by folded, day order by day desc, 1 limit 400
        ) played), '[]') as airplays,
      ${groups(sql`a.country`)} as countries, ${groups(company)} as companies
    from releases r left join labels l on l.id = r.owner_label_id cross join (
      select ${reachCounts}, (count(*) filter (where wav))::int as downloadedwav,
        (count(*) filter (where mp3))::int as downloadedmp3
      from recipient left join did using (account_id)
    ) total
    where r.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('RELEASE_NOT_FOUND');
  return row;
}

/** The counts of the label's last releases before a release, the newest first, at the age that it has now. */
export async function listLabelCounts(
  db: Db,
  { id, count }: { id: number; count: number },
  now: Date,
): Promise<Counts[]> {
  const { rows } = await sql<Counts>`
    select counts.* from (
      select r.id, r.available_at + (${now}::timestamptz - compared.available_at) as until
      from releases compared join releases r on r.owner_label_id = compared.owner_label_id
      where compared.id = ${id} and compared.available_at <= ${now}::timestamptz and r.state <> 'draft'
        and (r.available_at, r.id) < (compared.available_at, compared.id)
      order by r.available_at desc, r.id desc limit ${count}
    ) release cross join lateral (
      with ${recipientRows(sql`release.id`, activityUntil(sql`release.until`))}
      select ${reachCounts} from recipient left join did using (account_id)
    ) counts`.execute(db);
  return rows.filter(({ recipients }) => recipients > 0);
}

interface RecipientFilter extends Page {
  state?: RecipientState | undefined;
  country?: string | undefined;
  company?: string | undefined;
  sort: RecipientSort;
}

const folded = (text: RawBuilder<unknown>) => sql`fold_name(${text}) collate "und-x-icu"`;
const orders: Record<string, RawBuilder<unknown>> = {
  name: folded(nameOfAccount),
  company: folded(company),
  country: sql`a.country`,
  latest: sql`did.latest`,
  heard: sql`coalesce(did.seconds, 0)`,
};

/** One page of the recipients of a release, as JSON text of `ReportRecipient` items. */
export async function listReportRecipients(
  db: Db,
  id: number,
  { state, country, company: named, sort, ...page }: RecipientFilter,
): Promise<PageOf<string>> {
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
  const conditions = [
    state === undefined ? sql`true` : state === 'not-opened' ? sql`opened is not true` : sql.ref(getFigure(state)),
    country === undefined ? sql`true` : sql`a.country = ${country}`,
    named === undefined ? sql`true` : sql`${company} = ${named.trim()}`,
  ];
  const found = await readPage<{ json: string }>(
    db,
    page,
    (limit) => sql`
    with ${recipientRows(sql`${id}`)}, page as (
      select a.id, row_number() over (order by ${orders[sort.replace('-', '')]} ${direction}, a.id) as position,
        count(*) over ()::int as total
      from recipient join accounts a on a.id = recipient.account_id left join did using (account_id)
      where ${sql.join(conditions, sql` and `)} order by position ${limit}
    )
    select total, json_build_object(
      'playerid', a.playerid, 'name', ${nameOfAccount}, 'title', a.title, 'company', ${company}, 'country', a.country,
      'nomail', ${wantsNoMails},
      ${reachMembers({ accountId: sql`page.id`, releaseId: sql`${id}::int` })}
    )::text as json
    from page join accounts a on a.id = page.id cross join (select owner_label_id from releases where id = ${id}) r
    order by position`,
  );
  return mapPage(found, ({ json }) => json);
}

/** The reactions of recipients, the latest first; names and companies only of those who may be named. */
export async function listReportReactions(db: Db, id: number): Promise<SheetReaction[]> {
  const { rows } = await sql<SheetReaction>`
    with ${recipientRows(sql`${id}`)}
    select x.kind, x.version, x.note, t.title || case when t.version = '' then '' else ' (' || t.version || ')' end as track, case when t.id is not null then x.second end as second,
      case when x.named then concat_ws(', ', ${nameOfAccount}, nullif(${company}, '')) else '' end as name
    from reactions x join recipient using (account_id) join accounts a on a.id = x.account_id
    left join tracks t on t.id = x.track_id
    where x.release_id = ${id} order by x.at desc, a.id limit ${REACTIONS_MAX}`.execute(db);
  return rows;
}
