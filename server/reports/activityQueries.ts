import { VideoFormat } from '@promenade/contract/downloads';
import { Figure } from '@promenade/contract/reports';
import { type RawBuilder, sql } from 'kysely';
import { deliveredTo, isCounted } from '../catalogue/recipientQueries.ts';
import { nameOfAccount } from '../catalogue/rowQueries.ts';

// What reports and the mirror say comes from the fragments of this file alone, so that both say the same.

export const instant = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Everything that a report counts (`reportable`) or, as it began before the account was told, leaves out. A track is
 * finished when nine tenths of its seconds were heard; the kind of a download is its format.
 */
export const activity = sql`
  select account_id, release_id, at, 'mailed' as kind, true as reportable, 0 as seconds
  from mail_events where kind = 'handed over'
  union all select account_id, release_id, last_at, 'opened', reportable, 0 from release_opens
  union all select p.account_id, p.release_id, p.played_at,
    case when p.seconds >= 0.9 * t.duration then 'finished' else 'heard' end, p.reported <> '{}', p.seconds
  from plays p join tracks t on t.id = p.track_id where p.heard <> '{}'
  union all select account_id, release_id, downloaded_at, format, reportable, 0 from downloaded_tracks
  union all select account_id, release_id, at, 'wrote', true, 0 from comments
  union all select from_id, release_id, at, 'passedon', true, 0 from shares
  union all select account_id, release_id, at, 'reacted', true, 0 from reactions
  union all select account_id, release_id, told_at, 'aired', true, 0 from airplays`;

/** What reports counted at an instant. */
export const activityUntil = (until: RawBuilder<unknown>) => sql`
  select account_id, release_id, at, 'mailed' as kind, true as reportable, 0 as seconds
  from mail_events where kind = 'handed over' and at <= ${until}
  union all select account_id, release_id, first_at, 'opened', reportable, 0 from release_opens where first_at <= ${until}
  union all select l.account_id, l.release_id, max(l.started_at),
    case when count_seconds(range_agg(l.heard)) >= 0.9 * min(t.duration) then 'finished' else 'heard' end, true,
    count_seconds(range_agg(l.heard))
  from listens l join tracks t on t.id = l.track_id
  where l.reportable and l.heard <> '{}' and l.started_at <= ${until} group by l.account_id, l.release_id, l.track_id
  union all select account_id, release_id, downloaded_at, format, reportable, 0
  from downloaded_tracks where coalesce(first_at, downloaded_at) <= ${until}
  union all select account_id, release_id, at, 'wrote', true, 0 from comments where at <= ${until}
  union all select from_id, release_id, at, 'passedon', true, 0 from shares where at <= ${until}
  union all select account_id, release_id, at, 'reacted', true, 0 from reactions where at <= ${until}
  union all select account_id, release_id, told_at, 'aired', true, 0 from airplays where told_at <= ${until}`;

export const company = sql`trim(a.company)`;
export const thumbnail = sql`(('{' || r.fragment || '}')::json)->>'thumbnail'`;

interface Pair {
  accountId: RawBuilder<unknown>;
  releaseId: RawBuilder<unknown>;
}

/** Of track `t`. A second that only began was heard as a whole one, and no more than the track has. */
const wholeSeconds = sql`greatest(1, floor(t.duration)::int)`;

/** Members of `Reach` about one account and release, for `json_build_object`. `trackMembers`: further ones of a track `t`. */
export const reachMembers = ({ accountId, releaseId }: Pair, trackMembers = sql``) => sql`
  'mailed', (select ${instant(sql`min(at)`)} from mail_events e
    where (e.account_id, e.release_id) = (${accountId}, ${releaseId}) and kind = 'handed over'),
  'opened', (select json_build_object('first', ${instant(sql`first_at`)}, 'last', ${instant(sql`last_at`)}, 'times', times)
    from release_opens o where (o.account_id, o.release_id, reportable) = (${accountId}, ${releaseId}, true)),
  'tracks', coalesce((
    select json_agg(json_build_object('trackid', t.trackid, 'title', t.title, 'version', t.version,
      'seconds', least(p.seconds, ${wholeSeconds}),
      'ranges', (select json_agg(json_build_array(lower(s), greatest(lower(s) + 1, least(upper(s), ${wholeSeconds}))))
        from unnest(p.reported) s)${trackMembers}) order by t.ordinal)
    from plays p join tracks t on t.id = p.track_id
    where (p.account_id, p.release_id) = (${accountId}, ${releaseId}) and p.reported <> '{}'), '[]'),
  'downloaded', coalesce((
    select json_agg(json_build_object('trackid', t.trackid, 'title', t.title, 'version', t.version, 'format', d.format,
      'at', ${instant(sql`d.downloaded_at`)}) order by t.ordinal, d.format)
    from downloaded_tracks d join tracks t on t.id = d.track_id
    where (d.account_id, d.release_id) = (${accountId}, ${releaseId}) and d.reportable), '[]'),
  'wrote', (select ${instant(sql`max(at)`)} from comments c
    where (c.account_id, c.release_id) = (${accountId}, ${releaseId})),
  'passedon', array(select ${nameOfAccount} from shares s join accounts a on a.id = s.to_id
    where (s.from_id, s.release_id) = (${accountId}, ${releaseId}) order by s.at),
  'reaction', (select json_build_object('kind', x.kind, 'version', x.version, 'note', x.note, 'trackid', t.trackid,
      'second', case when t.id is not null then x.second end, 'at', ${instant(sql`x.at`)})
    from reactions x left join tracks t on t.id = x.track_id
    where (x.account_id, x.release_id) = (${accountId}, ${releaseId})),
  'airplays', coalesce((
    select json_agg(json_build_object('trackid', trackid, 'title', title, 'version', version, 'station', station,
      'day', day, 'plays', plays) order by day desc, station, ordinal)
    from (
      select t.trackid, t.title, t.version, t.ordinal, x.station, x.day, sum(x.times)::int as plays
      from airplays x join tracks t on t.id = x.track_id
      where (x.account_id, x.release_id) = (${accountId}, ${releaseId}) group by 1, 2, 3, 4, 5, 6
      order by x.day desc, x.station limit 100) played), '[]')`;

/** Of activity, where they are not called as their figure. */
const kinds: Partial<Record<Figure, string[]>> = { heard: ['heard', 'finished'], downloaded: [...VideoFormat.options] };

const isOf = (figure: Figure) => sql`kind in (${sql.join((kinds[figure] ?? [figure]).map((kind) => sql.lit(kind)))})`;

const forEachFigure = (column: (figure: Figure) => RawBuilder<unknown>) => sql.join(Figure.options.map(column));

/**
 * CTEs about one release: `recipient`, who counts in its report, and `did`, what accounts did there. Nobody has a draft.
 */
export const recipientRows = (releaseId: RawBuilder<unknown>, rows = activity) => sql`
  recipient as materialized (
    select a.id as account_id
    from releases r cross join lateral ${deliveredTo} delivered join accounts a on a.id = delivered.account_id
    where r.id = ${releaseId} and r.state <> 'draft' and ${isCounted}
  ), did as materialized (
    select account_id, max(at) as latest, sum(seconds)::int as seconds,
      ${forEachFigure((figure) => sql`bool_or(${isOf(figure)}) as ${sql.ref(figure)}`)},
      bool_or(kind = 'wav') as wav, bool_or(kind = 'mp3') as mp3
    from (${rows}) activity where release_id = ${releaseId} and reportable
    group by account_id
  )`;

/** Columns of counts over recipients and what they did. */
export const reachCounts = sql`
  count(*)::int as recipients,
  ${forEachFigure((figure) => sql`(count(*) filter (where ${sql.ref(figure)}))::int as ${sql.ref(figure)}`)},
  ${minutes(sql`sum(seconds)`)} as minutes`;

export function minutes(seconds: RawBuilder<unknown>) {
  return sql`coalesce(round(${seconds} / 60.0, 1), 0)::float8`;
}
