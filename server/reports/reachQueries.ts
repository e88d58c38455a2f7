import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** One account or one release. */
export type ReachSubject = { accountid: number } | { releaseid: number };

interface ReachPage {
  subject: ReachSubject;
  /** LISTENS_MONTHS. */
  months: number;
  page: number;
  pagesize: number;
}

const instant = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Seconds as a JSON list of pairs. */
const pairs = (heard: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(json_build_array(lower(s), upper(s))) from unnest(${heard}) s), '[]')`;

/** Everything that a report counts or, as it began before the account was told, leaves out. */
const activity = sql`
  select account_id, release_id, at from mail_events where kind = 'handed over'
  union all select account_id, release_id, last_at from release_opens
  union all select account_id, release_id, played_at from plays where heard <> '{}'
  union all select account_id, release_id, downloaded_at from downloaded_tracks
  union all select account_id, release_id, at from comments
  union all select from_id, release_id, at from shares`;

/**
 * Pairs of account and release with what became of the release there, the latest first, as `Reach` in JSON text. The
 * mirror of an account and the report of a release are these rows.
 */
export async function listReach(
  db: Db,
  { subject, months, page, pagesize }: ReachPage,
): Promise<{ rows: string[]; total: number }> {
  const which =
    'accountid' in subject ? sql`account_id = ${subject.accountid}` : sql`release_id = ${subject.releaseid}`;
  const { rows } = await sql<{ json: string; total: number }>`
    with pair as (
      select account_id, release_id, max(at) as latest, count(*) over ()::int as total
      from (${activity}) activity where ${which}
      group by account_id, release_id order by latest desc, release_id desc, account_id
      limit ${pagesize} offset ${(page - 1) * pagesize}
    ), own as (
      select account_id, array(select package_id from account_package h where h.account_id = p.account_id) as packages
      from (select distinct account_id from pair) p
    )
    select total, json_build_object(
      'releaseid', r.releaseid, 'title', r.title, 'artist', r.artist,
      'thumbnail', (('{' || r.fragment || '}')::json)->>'thumbnail',
      'labels', array(select l.name from release_label rl join labels l on l.id = rl.label_id
        where rl.release_id = r.id order by rl.position),
      'packages', array(select name from packages where id = any(r.audience) and id = any(own.packages) order by name),
      'mailed', (select ${instant(sql`min(at)`)} from mail_events e
        where (e.account_id, e.release_id) = (pair.account_id, r.id) and kind = 'handed over'),
      'opened', (select json_build_object('first', ${instant(sql`first_at`)}, 'last', ${instant(sql`last_at`)}, 'times', times)
        from release_opens o where (o.account_id, o.release_id, reportable) = (pair.account_id, r.id, true)),
      'tracks', coalesce((select json_agg(json_build_object('trackid', t.trackid, 'title', t.title, 'version', t.version,
          'duration', t.duration, 'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin',
          'seconds', p.seconds, 'ranges', ${pairs(sql`p.reported`)}) order by t.ordinal)
        from plays p join tracks t on t.id = p.track_id
        where (p.account_id, p.release_id) = (pair.account_id, r.id) and p.reported <> '{}'), '[]'),
      'downloaded', coalesce((select json_agg(json_build_object('trackid', t.trackid, 'title', t.title,
          'format', d.format, 'at', ${instant(sql`d.downloaded_at`)}) order by t.ordinal, d.format)
        from downloaded_tracks d join tracks t on t.id = d.track_id
        where (d.account_id, d.release_id) = (pair.account_id, r.id) and d.reportable), '[]'),
      'wrote', (select ${instant(sql`max(at)`)} from comments c where (c.account_id, c.release_id) = (pair.account_id, r.id)),
      'passedon', array(select coalesce(nullif(trim(a.firstname || ' ' || a.lastname), ''), a.company)
        from shares s join accounts a on a.id = s.to_id
        where (s.from_id, s.release_id) = (pair.account_id, r.id) order by s.at),
      'until', ${instant(sql`(date_trunc('month', pair.latest, 'UTC') + make_interval(months => ${months + 1}))`)},
      'before', json_build_object(
        'opened', coalesce((select times from release_opens o
          where (o.account_id, o.release_id, reportable) = (pair.account_id, r.id, false)), 0),
        'seconds', coalesce((select sum(count_seconds(p.heard - p.reported)) from plays p
          where (p.account_id, p.release_id) = (pair.account_id, r.id)), 0),
        'downloaded', (select count(*) from downloaded_tracks d
          where (d.account_id, d.release_id) = (pair.account_id, r.id) and not d.reportable))
    )::text as json
    from pair join releases r on r.id = pair.release_id join own on own.account_id = pair.account_id
    order by latest desc, release_id desc, pair.account_id`.execute(db);
  return { rows: rows.map(({ json }) => json), total: rows[0]?.total ?? 0 };
}
