import { sql } from 'kysely';
import type { Caller } from '../platform/http/caller.ts';

/** Whose view of the catalogue. */
export type Viewer = Pick<Caller, 'accountid' | 'audience'>;

/**
 * What an account may hear now. The coalesce keeps the planner on the index of the order instead of collecting the
 * whole audience first; the database's own clock, unlike a parameter, lets it keep one plan: planning took longer
 * than the page.
 */
export const audible = ({ audience }: Pick<Viewer, 'audience'>) =>
  sql`r.state = 'available' and r.available_at <= now() and coalesce(r.audience && ${audience}::int[], false)`;

/** The same for who looks through many: an index holds all that it reads, but for the few releases heard widely. */
export const audibleOfMany = ({ audience }: Viewer) =>
  sql`r.state = 'available' and r.available_at <= now() and coalesce(r.short_audience && ${audience}::int[],
    r.id in (select id from releases where short_audience is null and audience && ${audience}::int[]))`;

/** The mark of an account on release `r`, `m`: one probe each, whatever the planner expects. */
export const itsMark = ({ accountid }: Viewer) => sql`
  left join lateral (
    select marked, flagged_at, archived_at, has_more from marks
    where account_id = ${accountid} and release_id = r.id offset 0
  ) m on true`;

/** Whether `seen` differs from `UNTOUCHED`; wants `itsMark` joined. */
export const isTouched = sql`(m.flagged_at is not null or m.archived_at is not null or m.has_more)`;

const NO_MORE = sql`',"flaggedtrackcount":0,"unheardtrackcount":' || r.trackcount || ',"shared_by":null'`;

/** `seen` for an account that did nothing with a release `r`. */
export const UNTOUCHED = sql`(',"flagged":false,"archived":false' || ${NO_MORE})`;

/** The members of a release `r` that differ by account, as JSON text from its comma on; wants `itsMark` joined. */
export const seen = (hearer: Viewer) => sql`(
  ',"flagged":' || (m.flagged_at is not null)::text || ',"archived":' || (m.archived_at is not null)::text
  || case when m.has_more then ${more(hearer)} else ${NO_MORE} end)`;

/** What is marked of its tracks, and who passed it on last. */
const more = ({ accountid }: Viewer) => sql`(
  select ',"flaggedtrackcount":' || count(t.flagged_at) || ',"unheardtrackcount":' || greatest(r.trackcount - count(t.heard), 0)
    || ',"shared_by":' || coalesce((
      select json_build_object('name', coalesce(
          nullif(trim(a.firstname || ' ' || a.lastname), ''),
          (select email from account_emails where account_id = a.id order by added_at, email limit 1), ''),
        'message', s.message)::text
      from shares s join accounts a on a.id = s.from_id
      where s.to_id = ${accountid} and s.release_id = r.id order by s.at desc limit 1), 'null')
  from track_marks t where t.account_id = ${accountid} and t.release_id = r.id)`;

/** A release `r` as a list of the contract shows it to an account, as JSON text; wants `itsMark` joined. */
export const listed = (hearer: Viewer) => sql`('{' || r.fragment || ${seen(hearer)} || '}')`;

/** The labels of release `r` in one line. */
export const labelLine = sql`coalesce((select string_agg(l.name, ', ' order by rl.position)
  from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id), '')`;

/** A track `t` in the words of the contract, as JSON text; wants its `track_marks tm` of the account joined. */
export const song = sql`(
  '{' || t.fragment || ',"flagged":' || (tm.flagged_at is not null)::text
  || ',"heard":"' || coalesce(tm.heard, 'unheard') || '"}')`;
