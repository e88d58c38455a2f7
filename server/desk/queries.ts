import type { Decision, DecisionKind, Run, RunDetail, RunSource } from '@promenade/contract/desk';
import { type RawBuilder, sql } from 'kysely';
import { labelNames, type Viewer, visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';

export interface OwnRun extends Viewer {
  runid: string;
}

/** The condition on run `d`. */
export const isOwnRun = ({ accountid, runid }: OwnRun) => sql`d.runid = ${runid} and d.account_id = ${accountid}`;

/** The last decision of each release of run `d`; a refused one or passing it (`next`) does not replace an earlier one. */
const lastDecisions = sql`
  select distinct on (releaseid) releaseid, case when refused is null then kind end as kind, refused, reaction, at
  from desk_decisions where run_id = d.runid and undone_at is null
  order by releaseid, case when refused is not null then 2 when kind = 'next' then 1 else 0 end, number desc`;

/** The releases of run `d` in its order, with their last decision `last` and, as `r`, the release if it can be heard. */
export const decidedReleases = (viewer: Viewer) => sql`
  unnest(d.releaseids) with ordinality listed (releaseid, number)
  left join (${lastDecisions}) last using (releaseid)
  left join releases r on r.releaseid = listed.releaseid and ${visibleToViewer(viewer)}`;

const countKind = (kind: DecisionKind) => sql`count(*) filter (where kind = ${sql.lit(kind)})`;

/** Runs `d` with their counts. */
async function selectRuns(db: Db, condition: RawBuilder<unknown>): Promise<Run[]> {
  type Row = Omit<Run, 'startedat' | 'usedat' | 'finishedat'> & {
    started_at: Date;
    used_at: Date;
    finished_at: Date | null;
  };
  const { rows } = await sql<Row>`
    select d.runid, d.title, d.source ->> 'kind' as source, cardinality(d.releaseids) as total, d.listed, d.position,
      counted.counts, d.started_at, d.used_at, d.finished_at
    from desk_runs d cross join lateral (
      select json_build_object('flagged', ${countKind('flag')}, 'archived', ${countKind('archive')},
        'reacted', ${countKind('reaction')}, 'later', ${countKind('later')}, 'playlists', ${countKind('playlist')},
        'lost', count(*) filter (where refused is not null),
        'undecided', cardinality(d.releaseids) - count(*) filter (where kind <> 'next' or refused is not null),
        'left', cardinality(d.releaseids) - d.position) as counts
      from (${lastDecisions}) last
    ) counted
    where ${condition}
    order by d.finished_at is not null, d.used_at desc`.execute(db);
  return rows.map(({ started_at, used_at, finished_at, ...run }) => ({
    ...run,
    startedat: started_at.toISOString(),
    usedat: used_at.toISOString(),
    finishedat: finished_at?.toISOString() ?? null,
  }));
}

export const listRuns = (db: Db, accountid: number): Promise<Run[]> => selectRuns(db, sql`d.account_id = ${accountid}`);

export const findRun = async (db: Db, own: OwnRun): Promise<Run | undefined> =>
  (await selectRuns(db, isOwnRun(own)))[0];

/** What changes while a run is decided. */
export interface RunState {
  /** In the order of the run. */
  releaseids: string[];
  position: number;
  finished_at: Date | null;
}

/** With `lock`, the run is locked until the transaction ends. */
export async function findRunState(db: Db, own: OwnRun, lock?: 'lock'): Promise<RunState | undefined> {
  const { rows } = await sql<RunState>`
    select releaseids, position, finished_at from desk_runs d
    where ${isOwnRun(own)} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** A run is finished while its position is at the end. The order is written only if it changed: it is long. */
export async function updateRun(
  db: Db,
  own: OwnRun,
  { releaseids, position }: { releaseids?: string[]; position: number },
  now: Date,
): Promise<void> {
  await sql`
    update desk_runs d set ${releaseids ? sql`releaseids = ${releaseids}::uuid[],` : sql``} position = ${position}, used_at = ${now},
      finished_at = case when ${position} >= cardinality(releaseids) then coalesce(finished_at, ${now}::timestamptz) end
    where ${isOwnRun(own)}`.execute(db);
}

/** False if there is no such run. */
export async function deleteRun(db: Db, own: OwnRun): Promise<boolean> {
  const { rows } = await sql`delete from desk_runs d where ${isOwnRun(own)} returning 1`.execute(db);
  return rows.length > 0;
}

export async function findOpenRun(db: Db, accountid: number, source: RunSource): Promise<string | undefined> {
  const { rows } = await sql<{ runid: string }>`
    select runid from desk_runs
    where account_id = ${accountid} and finished_at is null and source = ${JSON.stringify(source)}::jsonb
    order by used_at desc limit 1`.execute(db);
  return rows[0]?.runid;
}

export async function countRuns(db: Db, accountid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from desk_runs where account_id = ${accountid}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** False if no run is finished. */
export async function deleteOldestFinishedRun(db: Db, accountid: number): Promise<boolean> {
  const { rows } = await sql`
    delete from desk_runs where runid = (
      select runid from desk_runs where account_id = ${accountid} and finished_at is not null
      order by finished_at, runid limit 1)
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteRunsUnusedSince(db: Db, before: Date): Promise<void> {
  await sql`delete from desk_runs where used_at < ${before}`.execute(db);
}

export interface NewRun {
  title: string;
  releaseids: string[];
  listed: number;
  source: RunSource;
}

export async function insertRun(
  db: Db,
  accountid: number,
  { title, releaseids, listed, source }: NewRun,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ runid: string }>`
    insert into desk_runs (account_id, title, source, releaseids, listed, started_at, used_at)
    values (${accountid}, ${title}, ${JSON.stringify(source)}, ${releaseids}::uuid[], ${listed}, ${now}, ${now})
    returning runid`.execute(db);
  return rows[0]?.runid ?? '';
}

/** Undecided releases of a run: those that can no longer be heard (`lost`), and those whose decision was refused (`failed`). */
export async function findUndecidable(db: Db, own: OwnRun): Promise<Pick<RunDetail, 'lost' | 'failed'>> {
  const { rows } = await sql<Pick<RunDetail, 'lost' | 'failed'>>`
    select coalesce(array_agg(releaseid) filter (where id is null), '{}') as lost,
      coalesce(array_agg(releaseid) filter (where id is not null and refused is not null), '{}') as failed
    from desk_runs d cross join lateral (
      select listed.releaseid, r.id, last.refused from ${decidedReleases(own)}
    ) decided
    where ${isOwnRun(own)}`.execute(db);
  return rows[0] ?? { lost: [], failed: [] };
}

/** Undone ones included, the oldest first. */
export async function listDecisions(db: Db, runid: string): Promise<RunDetail['decisions']> {
  type Row = Omit<RunDetail['decisions'][number], 'at' | 'undoneat' | 'reaction'> & {
    reaction: Decision['reaction'] | null;
    at: Date;
    undone_at: Date | null;
  };
  const { rows } = await sql<Row>`
    select id, releaseid, kind, reaction, position, position_before as before, at, undone_at
    from desk_decisions where run_id = ${runid} and refused is null order by number`.execute(db);
  return rows.map(({ reaction, at, undone_at, ...decision }) => ({
    ...decision,
    ...(reaction && { reaction }),
    at: at.toISOString(),
    undoneat: undone_at?.toISOString() ?? null,
  }));
}

/** `before` and `after` are states of marks as JSON text. */
export interface StoredDecision extends Pick<Decision, 'id' | 'releaseid' | 'kind'> {
  position_before: number;
  index_before: number;
  before: string | null;
  after: string | null;
  refused: string | null;
  undone_at: Date | null;
}

export async function findDecisions(db: Db, runid: string, ids: string[]): Promise<StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select id, releaseid, kind, position_before, index_before, before::text, after::text, refused, undone_at
    from desk_decisions where run_id = ${runid} and id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Lock the run first. */
export async function insertDecision(
  db: Db,
  runid: string,
  decision: Decision & Pick<StoredDecision, 'position_before' | 'index_before' | 'before' | 'after' | 'refused'>,
  now: Date,
): Promise<void> {
  const { id, releaseid, kind, position, reaction, position_before, index_before, before, after, refused } = decision;
  await sql`
    insert into desk_decisions (run_id, id, number, releaseid, kind, reaction, position_before, position, index_before,
      before, after, at, refused)
    select ${runid}, ${id}, coalesce(max(number), 0) + 1, ${releaseid}, ${kind},
      ${reaction === undefined ? null : JSON.stringify(reaction)}::jsonb, ${position_before}::int, ${position}::int,
      ${index_before}::int, ${before}::jsonb, ${after}::jsonb, ${now}::timestamptz, ${refused}::text
    from desk_decisions where run_id = ${runid}`.execute(db);
}

export async function setUndone(db: Db, runid: string, id: string, now: Date): Promise<void> {
  await sql`update desk_decisions set undone_at = ${now} where run_id = ${runid} and id = ${id}`.execute(db);
}

export interface DecidedRelease {
  kind: DecisionKind;
  reaction: Decision['reaction'] | null;
  title: string;
  artist: string;
  label: string;
  available_at: Date;
  /** Null if it was not decided yet. */
  at: Date | null;
}

/** The releases of a run that can be heard, in its order. */
export async function listDecidedReleases(db: Db, own: OwnRun): Promise<DecidedRelease[]> {
  const { rows } = await sql<DecidedRelease>`
    select decided.* from desk_runs d cross join lateral (
      select coalesce(last.kind, 'next') as kind, last.reaction, r.title, r.artist, ${labelNames} as label, r.available_at,
        last.at, listed.number
      from ${decidedReleases(own)} where r.id is not null
    ) decided
    where ${isOwnRun(own)} order by decided.number`.execute(db);
  return rows;
}
