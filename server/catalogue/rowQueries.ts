import { ofEachKind, proposedNames, type ReleaseFact, releaseFactNames } from '@promenade/contract/releaseFields';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/http/caller.ts';

// Conditions on a release `r` and expressions that turn rows into JSON text for one viewer. Releases and tracks store
// the JSON that is equal for every viewer (`fragment`); the viewer's own members are appended. Nothing is parsed on
// the way from the database to the client.

export type Viewer = Pick<Caller, 'accountid' | 'audience'>;

/** Columns of a release with the ids of what it names. */
export const idColumns = {
  ...ofEachKind((kind) => `${proposedNames[kind]}_ids` as const),
  markets: 'market_ids',
} as const;

/** Of release `r`. */
export const releaseFactColumns = (names: readonly ReleaseFact[] = releaseFactNames) =>
  sql.join(names.map((name) => sql.ref(`r.${name}`)));

/** When a release became available here; a late import counts from its import. */
export const arrivedAt = sql`greatest(r.available_at, r.created_at)`;

/** The release can be heard today. `now()` instead of a parameter allows one plan for all calls. */
export const isAvailable = sql`r.state = 'available' and r.available_at <= now() and (r.ends_at <= now()) is not true`;

/** The same at a time that is passed in. */
export const isAvailableAt = (now: Date) => sql`(r.state = 'available' and r.available_at <= ${now}::timestamptz
  and (r.ends_at <= ${now}::timestamptz) is not true)`;

/**
 * The release is available and was delivered to the viewer, who is not excluded from it (requirements decision 39). The
 * coalesce hides the audience index from the planner, so that lists walk the index of their order.
 */
export const visibleToViewer = ({ audience }: Pick<Viewer, 'audience'>) =>
  sql`${isAvailable} and ${isDeliveredTo(sql`${audience}::int[]`)}`;

/** What people and labels call account `a`, never its addresses (requirements decision 35). */
export const nameOfAccount = sql`coalesce(nullif(trim(a.firstname || ' ' || a.lastname), ''), a.company)`;

/** The audience of account `a`. */
export const audienceOfAccount = sql`(array(select package_id from account_package where account_id = a.id) || -a.id)`;

/** The audience, in negative ids the excluded accounts too, may come from another row. */
export const isDeliveredTo = (audience: RawBuilder<unknown>) =>
  sql`(coalesce(r.audience && ${audience}, false) and (r.excluded && ${audience}) is not true)`;

/** Same condition as `visibleToViewer` for an index-only scan; `short_audience` is null for very long lists. */
export const visibleForCounting = ({ audience }: Pick<Viewer, 'audience'>) =>
  sql`${isAvailable} and (r.short_excluded && ${audience}::int[]) is not true and coalesce(
    r.short_audience && ${audience}::int[],
    r.id in (select r.id from releases r where r.short_audience is null and r.audience && ${audience}::int[]
      and (r.excluded && ${audience}::int[]) is not true))`;

/** Internal ids of the tracks that releases lost: what an account did with them is kept, and shown nowhere. Few. */
export const removedTracks = sql`(select id from tracks where removed_from is not null)`;

/** Joins the viewer's mark of release `r` as `m`. `offset 0` makes it one index probe per row. */
export const joinMark = ({ accountid }: Pick<Viewer, 'accountid'>) => sql`
  left join lateral (
    select flagged_at, archived_at from marks where account_id = ${accountid} and release_id = r.id offset 0
  ) m on true`;

/**
 * Joins what `releaseJson` needs to the releases `r` of the CTE `page`: mark `m`, track counts `counts`, latest share
 * `share` and `reaction`. Each table is read once for all releases of the page.
 */
export const joinViewerState = ({ accountid }: Pick<Viewer, 'accountid'>) => sql`
  left join (
    select release_id, flagged_at, archived_at
    from marks where account_id = ${accountid} and release_id = any(array(select id from page))
  ) m on m.release_id = r.id
  left join (
    select release_id, count(flagged_at) as flagged, count(heard) as heard
    from track_marks where account_id = ${accountid} and release_id = any(array(select id from page))
      and track_id not in ${removedTracks} group by release_id
  ) counts on counts.release_id = r.id
  left join (
    select distinct on (s.release_id) s.release_id, json_build_object(
      'name', coalesce(
        nullif(trim(a.firstname || ' ' || a.lastname), ''),
        (select email from account_emails where account_id = a.id order by added_at, email limit 1), ''),
      'message', s.message)::text as json
    from shares s join accounts a on a.id = s.from_id
    where s.to_id = ${accountid} and s.release_id = any(array(select id from page)) order by s.release_id, s.at desc
  ) share on share.release_id = r.id
  left join (
    select said.release_id, json_build_object('kind', said.kind, 'version', said.version, 'note', said.note,
      'trackid', about.trackid, 'second', case when about.id is not null then said.second end, 'named', said.named)::text as json
    from reactions said left join tracks about on about.id = said.track_id and about.release_id = said.release_id
    where said.account_id = ${accountid} and said.release_id = any(array(select id from page))
  ) reaction on reaction.release_id = r.id`;

/**
 * A `Release` of the contract as JSON text; needs `joinViewerState`. The first case is frequent and cheaper. `isToHear` in
 * filterQueries.ts is the condition of its `tohear`.
 */
export const releaseJson = sql`(
  case when m.release_id is null and counts.release_id is null and share.release_id is null and reaction.json is null
    then '{"flagged":false,"archived":false,"flaggedtrackcount":0,"shared_by":null,"reaction":null,"unheardtrackcount":' || r.trackcount
      || case when r.trackcount > 0 then ',"tohear":"all"' else ',"tohear":"none"' end
    else '{"flagged":' || (m.flagged_at is not null)::text || ',"archived":' || (m.archived_at is not null)::text
      || ',"flaggedtrackcount":' || coalesce(counts.flagged, 0) || ',"shared_by":' || coalesce(share.json, 'null')
      || ',"reaction":' || coalesce(reaction.json, 'null')
      || ',"unheardtrackcount":' || greatest(r.trackcount - coalesce(counts.heard, 0), 0)
      || case
        when coalesce(m.flagged_at, m.archived_at) is not null or counts.flagged > 0 or reaction.json is not null
          or coalesce(counts.heard, 0) >= r.trackcount then ',"tohear":"none"'
        when counts.heard > 0 then ',"tohear":"some"' else ',"tohear":"all"' end
  end || ',"tempos":' || array_to_json(r.tempos) || ',"keys":' || array_to_json(r.keys) || ',' || r.fragment || '}')`;

/** Label names of release `r`, separated by commas. */
export const labelNames = sql`coalesce((select string_agg(l.name, ', ' order by rl.position)
  from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id), '')`;

/** Joins the viewer's mark of track `t` as `tm`. */
export const joinTrackMark = ({ accountid }: Pick<Viewer, 'accountid'>) => sql`
  left join track_marks tm on tm.account_id = ${accountid} and tm.release_id = t.release_id and tm.track_id = t.id`;

/** Measured tempos of the versions of a work differ by a hair, or by half: they have the one that was delivered, or the first. */
const tempo = sql`coalesce(t.bpm, (
  select coalesce(o.bpm, o.tempo_found) from tracks o
  where o.work_id = t.work_id and o.release_id is not null and coalesce(o.bpm, o.tempo_found) is not null
  order by o.bpm is null, o.id limit 1), t.tempo_found)`;

/** A `Track` of the contract as JSON text; needs `joinTrackMark`. */
export const trackJson = ({ accountid }: Pick<Viewer, 'accountid'>) => sql`(
  '{' || t.fragment || ',"flagged":' || (tm.flagged_at is not null)::text
  || ',"advisory":"' || t.explicit
  || '","bpm":' || coalesce(trim_scale(round(${tempo}::numeric, 1))::text, 'null')
  || ',"bpmfound":' || (t.bpm is null and coalesce(t.tempo_found, ${tempo}) is not null)::text
  || ',"key":' || coalesce('"' || coalesce(t.key, t.key_found) || '"', 'null')
  || ',"keyfound":' || (t.key is null and t.key_found is not null)::text
  || ',"hook":' || coalesce(coalesce(t.hook_start, t.hook_found)::text, 'null')
  || ',"hookfound":' || (t.hook_start is null and t.hook_found is not null)::text
  || ',"loudness":' || coalesce(t.stream_loudness::text, 'null')
  || ',"truepeak":' || coalesce(t.stream_true_peak::text, 'null')
  || ',"workid":' || coalesce((select '"' || w.workid || '"' from works w where w.id = t.work_id), 'null')
  || case when t.recorded_at is not null and exists (
    select from downloaded_tracks d
    where d.account_id = ${accountid} and d.track_id = t.id and d.downloaded_at < t.recorded_at)
    then ',"newrecording":true' else '' end
  || ',"heard":"' || coalesce(tm.heard, 'unheard') || '"}')`;
