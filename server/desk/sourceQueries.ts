import type { DecisionKind } from '@promenade/contract/desk';
import { type RawBuilder, sql } from 'kysely';
import { nameOfAccount, type Viewer, visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { isOwnPlaylist } from '../playlists/queries.ts';
import { decidedReleases, isOwnRun } from './queries.ts';

export interface SourceList {
  title: string;
  releaseids: string[];
  /** The length of the list, which may be longer. */
  listed: number;
}

/** @param releases visible ones with `releaseid` and `position`, each once */
async function findList(
  db: Db,
  { title, releases, max }: { title: RawBuilder<unknown>; releases: RawBuilder<unknown>; max: number },
): Promise<SourceList | undefined> {
  const { rows } = await sql<SourceList>`
    select named.title, coalesce((array_agg(x.releaseid order by x.position, x.releaseid))[:${sql.lit(max)}], '{}') as releaseids,
      count(x.releaseid)::int as listed
    from (${title}) named left join lateral (${releases}) x on true group by named.title`.execute(db);
  return rows[0];
}

export const findPlaylistReleases = (db: Db, own: Viewer & { playlistid: string }, max: number) =>
  findList(db, {
    title: sql`select p.name as title, p.tracks from playlists p where ${isOwnPlaylist(own)}`,
    releases: sql`
      select r.releaseid, min(o.position) as position
      from unnest(named.tracks) with ordinality o (id, position) join tracks t on t.id = o.id
      join releases r on r.id = t.release_id and ${visibleToViewer(own)} group by r.releaseid`,
    max,
  });

/** What a connection shared with the viewer, the latest first. */
export const findSharedReleases = (db: Db, { playerid, ...viewer }: Viewer & { playerid: string }, max: number) =>
  findList(db, {
    title: sql`
      select ${nameOfAccount} as title, a.id
      from connections c join accounts a on a.id = c.other_id and a.status <> 'disabled'
      where c.account_id = ${viewer.accountid} and c.removed_at is null and a.playerid = ${playerid}`,
    releases: sql`
      select r.releaseid, -extract(epoch from max(s.at)) as position
      from shares s join releases r on r.id = s.release_id and ${visibleToViewer(viewer)}
      where s.to_id = ${viewer.accountid} and s.from_id = named.id group by r.releaseid`,
    max,
  });

export const findDecidedReleases = (
  db: Db,
  { runid, decided, ...viewer }: Viewer & { runid: string; decided: DecisionKind },
  max: number,
) =>
  findList(db, {
    title: sql`select title, releaseids, runid from desk_runs d where ${isOwnRun({ ...viewer, runid })}`,
    releases: sql`
      select decided.* from (select named.releaseids, named.runid) d cross join lateral (
        select r.releaseid, listed.number as position
        from ${decidedReleases(viewer)} where r.id is not null and coalesce(last.kind, 'next') = ${decided}
      ) decided`,
    max,
  });

/** The name of the label that a filter names by id or name; empty if there is none. */
export async function findLabelName(db: Db, label: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from labels where labelid::text = ${label} or fold_name(name) = fold_name(${label}) limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? '';
}
