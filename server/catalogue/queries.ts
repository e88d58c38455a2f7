import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { hadRelease } from './names/formerQueries.ts';
import {
  isDeliveredTo,
  joinTrackMark,
  joinViewerState,
  releaseJson,
  trackJson,
  type Viewer,
  visibleToViewer,
} from './rowQueries.ts';

/** What decides whether an account may see a release. `id` is internal. */
export interface ReleaseAccess {
  id: number;
  state: 'draft' | 'available' | 'withdrawn';
  available_at: Date;
  ends_at: Date | null;
  /** By package, delivery or share, and not excluded. */
  delivered: boolean;
  /** Of a release that the account cannot see now: it could once. */
  had: boolean;
}

/** The columns of `ReleaseAccess`, of release `r`. */
export function releaseAccess(viewer: Pick<Caller, 'audience'>) {
  const audience = sql`${viewer.audience}::int[]`;
  return sql`
    r.id, r.state, r.available_at, r.ends_at, ${isDeliveredTo(audience)} as delivered, ${hadRelease(audience)} as had`;
}

export async function findReleaseAccess(
  db: Db,
  { audience, releaseid }: Pick<Caller, 'audience'> & { releaseid: string },
): Promise<ReleaseAccess | undefined> {
  const { rows } = await sql<ReleaseAccess>`
    select ${releaseAccess({ audience })} from releases r where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** Undefined for an unknown track. */
export async function findTrackAccess(
  db: Db,
  { audience, trackid }: Pick<Caller, 'audience'> & { trackid: string },
): Promise<(ReleaseAccess & { releaseid: string }) | undefined> {
  const { rows } = await sql<ReleaseAccess & { releaseid: string }>`
    select ${releaseAccess({ audience })}, r.releaseid
    from tracks t join releases r on r.id = t.release_id where t.trackid = ${trackid}`.execute(db);
  return rows[0];
}

export interface ListedRelease extends ReleaseAccess {
  /** A `Release` of the contract. */
  json: string;
  /** This account has flagged or archived it at some time. */
  marked: boolean;
}

/** Undefined if it is not delivered to the viewer. Does not check its state and dates. */
export async function findListedRelease(
  db: Db,
  { releaseid, ...viewer }: Viewer & { releaseid: string },
): Promise<ListedRelease | undefined> {
  const { rows } = await sql<ListedRelease>`
    with page as (
      select * from releases r where r.releaseid = ${releaseid} and ${isDeliveredTo(sql`${viewer.audience}::int[]`)})
    select ${releaseAccess(viewer)}, ${releaseJson} as json, m.release_id is not null as marked
    from page r ${joinViewerState(viewer)}`.execute(db);
  return rows[0];
}

/** `json`, `songs` and `attachments` are JSON text. */
export interface ReleaseDetail {
  json: string;
  promoinfo: string;
  downloaded: boolean;
  songs: string;
  attachments: string;
}

/** Undefined if the viewer cannot see it, so that a hidden release takes as long as an unknown one. */
export async function findReleaseDetail(
  db: Db,
  { releaseid, isPreview, ...viewer }: Viewer & { releaseid: string; isPreview?: boolean },
): Promise<ReleaseDetail | undefined> {
  const { rows } = await sql<ReleaseDetail>`
    with page as (
      select * from releases r where r.releaseid = ${releaseid} and ${isPreview ? sql`true` : visibleToViewer(viewer)})
    select ${releaseJson} as json, r.promoinfo,
      exists (select from downloaded_tracks d where d.account_id = ${viewer.accountid} and d.release_id = r.id) as downloaded,
      (select '[' || coalesce(string_agg(${trackJson(viewer)}, ',' order by t.ordinal), '') || ']'
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

/** A picture of a release: its hash, and its key in storage. */
interface PictureFilter {
  releaseid: string;
  hash: string;
  key: string;
}

/** The size is null when it is not known. */
export async function findCover(db: Db, { releaseid, hash, key }: PictureFilter) {
  const { rows } = await sql<{ bytes: number | null }>`
    select s.bytes from releases left join stored_files s on s.key = ${key}
    where releaseid = ${releaseid} and cover_hash = ${hash}`.execute(db);
  return rows[0];
}

/** The size is null when it is not known. */
export async function findLogo(db: Db, { releaseid, hash, key }: PictureFilter) {
  const { rows } = await sql<{ bytes: number | null }>`
    select s.bytes from releases r join release_label rl on rl.release_id = r.id join labels l on l.id = rl.label_id
    left join stored_files s on s.key = ${key}
    where r.releaseid = ${releaseid} and l.logo_hash = ${hash}`.execute(db);
  return rows[0];
}

/** Adds single accounts to the audience of a release. */
export async function addToAudience(db: Db, releaseId: number, accountids: number[]): Promise<void> {
  if (accountids.length === 0) return;
  await sql`
    update releases set audience = audience || array(
      select -id from unnest(${accountids}::int[]) account (id) where not audience @> array[-id])
    where id = ${releaseId}`.execute(db);
}
