import { sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';

/** Whose view of the catalogue. */
export type Hearer = Pick<Caller, 'accountid' | 'audience'>;

/**
 * What an account may hear now. The coalesce keeps the planner on the index of the order instead of collecting the
 * whole audience first; the database's own clock, unlike a parameter, lets it keep one plan: planning took longer
 * than the page.
 */
export const audible = ({ audience }: Hearer) =>
  sql`r.state = 'available' and r.available_at <= now() and coalesce(r.audience && ${audience}::int[], false)`;

/** The same for who looks through many: an index holds all that it reads, but for the few releases heard widely. */
export const audibleOfMany = ({ audience }: Hearer) =>
  sql`r.state = 'available' and r.available_at <= now() and coalesce(r.short_audience && ${audience}::int[],
    r.id in (select id from releases where short_audience is null and audience && ${audience}::int[]))`;

/** The members of a release `r` that differ by account, as JSON text from its comma on; wants `markedBy` joined. */
export const seen = sql`(
  ',"flagged":' || (m.flagged_at is not null)::text || ',"archived":' || (m.archived_at is not null)::text
  || ',"flaggedtrackcount":' || tm.flagged || ',"unheardtrackcount":' || greatest(r.trackcount - tm.heard, 0)
  || ',"shared_by":' || coalesce(sh.shared_by, 'null'))`;

/** Whether `seen` differs from that of an account for which `UNTOUCHED` stands; wants `markedBy` joined. */
export const isTouched = sql`(m.flagged_at is not null or m.archived_at is not null
  or tm.flagged > 0 or tm.heard > 0 or sh.shared_by is not null)`;

/** Stands where `markedBy` does, for an account that did nothing with a release. */
export const UNTOUCHED = sql`(select null::timestamptz as flagged_at, null::timestamptz as archived_at) m
  cross join (select 0 as flagged, 0 as heard) tm cross join (select null::text as shared_by) sh`;

/** A release `r` as a list of the contract shows it to an account, as JSON text; wants `markedBy` joined. */
export const listed = sql`('{' || r.fragment || ${seen} || '}')`;

/** The mark of an account on release `r`: one probe each, whatever the planner expects. */
export const itsMark = ({ accountid }: Hearer) => sql`
  left join lateral (
    select account_id, flagged_at, archived_at from marks where account_id = ${accountid} and release_id = r.id offset 0
  ) m on true`;

/** What an account did with release `r`: its mark `m`, its marked tracks in one probe, and who passed it on. */
export const markedBy = (hearer: Hearer, mark = itsMark(hearer)) => sql`
  ${mark}
  cross join lateral (
    select count(t.flagged_at)::int as flagged, count(t.heard)::int as heard
    from track_marks t where t.account_id = ${hearer.accountid} and t.release_id = r.id
  ) tm
  ${shares(hearer)}`;

/** The newest share of each release to an account, once for the whole page: there are few. */
const shares = ({ accountid }: Hearer) => sql`
  left join (
    select distinct on (s.release_id) s.release_id, json_build_object('name', coalesce(
        nullif(trim(a.firstname || ' ' || a.lastname), ''),
        (select email from account_emails where account_id = a.id order by added_at, email limit 1), ''),
      'message', s.message)::text as shared_by
    from shares s join accounts a on a.id = s.from_id
    where s.to_id = ${accountid} order by s.release_id, s.at desc
  ) sh on sh.release_id = r.id`;

/** The labels of release `r` in one line. */
export const labelLine = sql`coalesce((select string_agg(l.name, ', ' order by rl.position)
  from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id), '')`;

/** A track `t` in the words of the contract, as JSON text; wants its `track_marks tm` of the account joined. */
export const song = sql`(
  '{' || t.fragment || ',"flagged":' || (tm.flagged_at is not null)::text
  || ',"heard":"' || coalesce(tm.heard, 'unheard') || '"}')`;
