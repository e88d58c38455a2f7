import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { joinTrackMark, joinViewerState, releaseJson, trackJson, type Viewer } from './rowQueries.ts';

/** What decides whether an account may see a release. `id` is internal. */
export interface ReleaseAccess {
  id: number;
  state: 'draft' | 'available' | 'withdrawn';
  available_at: Date;
  delivered: boolean;
}

/** The columns of `ReleaseAccess`, of release `r`. */
export const releaseAccess = ({ audience }: Pick<Caller, 'audience'>) => sql`
  r.id, r.state, r.available_at, coalesce(r.audience && ${audience}::int[], false) as delivered`;

export async function findReleaseAccess(
  db: Db,
  { audience, releaseid }: Pick<Caller, 'audience'> & { releaseid: string },
): Promise<ReleaseAccess | undefined> {
  const { rows } = await sql<ReleaseAccess>`
    select ${releaseAccess({ audience })} from releases r where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

export interface ListedRelease extends ReleaseAccess {
  /** A `Release` of the contract. */
  json: string;
  /** This account has flagged or archived it at some time. */
  marked: boolean;
}

/** Does not check access. */
export async function findListedRelease(
  db: Db,
  { releaseid, ...viewer }: Viewer & { releaseid: string },
): Promise<ListedRelease | undefined> {
  const { rows } = await sql<ListedRelease>`
    with page as (select * from releases where releaseid = ${releaseid})
    select ${releaseAccess(viewer)}, ${releaseJson} as json, m.release_id is not null as marked
    from page r ${joinViewerState(viewer)}`.execute(db);
  return rows[0];
}

/** `json`, `songs` and `attachments` are JSON text. */
export interface ReleaseDetail extends ReleaseAccess {
  json: string;
  promoinfo: string;
  songs: string;
  attachments: string;
}

/** Does not check access. */
export async function findReleaseDetail(
  db: Db,
  { releaseid, ...viewer }: Viewer & { releaseid: string },
): Promise<ReleaseDetail | undefined> {
  const { rows } = await sql<ReleaseDetail>`
    with page as (select * from releases where releaseid = ${releaseid})
    select ${releaseAccess(viewer)}, ${releaseJson} as json, r.promoinfo,
      (select '[' || coalesce(string_agg(${trackJson}, ',' order by t.ordinal), '') || ']'
        from tracks t ${joinTrackMark(viewer)} where t.release_id = r.id) as songs,
      (select coalesce(json_agg(json_build_object('title', f.title, 'url', '/api/attachment/' || f.attachmentid, 'size', f.bytes)
        order by f.position), '[]')::text from attachments f where f.release_id = r.id) as attachments
    from page r ${joinViewerState(viewer)}`.execute(db);
  return rows[0];
}

/** Internal ids of the accounts to whom a release was passed on. */
export async function listShareRecipients(db: Db, releaseId: number): Promise<number[]> {
  const rows = await db.selectFrom('shares').where('release_id', '=', releaseId).select('to_id').distinct().execute();
  return rows.map(({ to_id }) => to_id);
}

export async function hasCover(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`select from releases where releaseid = ${releaseid} and cover_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

export async function hasLogo(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from releases r join release_label rl on rl.release_id = r.id join labels l on l.id = rl.label_id
    where r.releaseid = ${releaseid} and l.logo_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

/** Adds single accounts to the audience of a release. */
export async function addToAudience(db: Db, releaseId: number, accountids: number[]): Promise<void> {
  if (accountids.length === 0) return;
  await sql`
    update releases set audience = audience || array(
      select -id from unnest(${accountids}::int[]) account (id) where not audience @> array[-id])
    where id = ${releaseId}`.execute(db);
}
