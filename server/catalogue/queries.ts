import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { shaped } from '../platform/database/shaped.ts';
import type { Caller } from '../platform/http/caller.ts';
import { itsMark, listed, song, type Viewer } from './rowQueries.ts';

/** What decides whether an account may see a release; undefined when there is none. */
export interface Standing {
  id: number;
  state: 'draft' | 'available' | 'withdrawn';
  available_at: Date;
  delivered: boolean;
}

/** The members of `Standing`, of release `r`. */
export const standing = ({ audience }: Pick<Caller, 'audience'>) => sql`
  r.id, r.state, r.available_at, coalesce(r.audience && ${audience}::int[], false) as delivered`;

/** By the public id. */
export async function findStanding(
  db: Db,
  { audience, releaseid }: Pick<Caller, 'audience'> & { releaseid: string },
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select ${standing({ audience })} from releases r where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** A release as a list shows it. */
export interface StandingRelease extends Standing {
  /** JSON text. */
  json: string;
  /** This account once flagged or archived it. */
  marked: boolean;
}

/** Undefined when there is no such release; whether it may be seen is the caller's question. */
export async function findListed(
  db: Db,
  { releaseid, ...hearer }: Viewer & { releaseid: string },
): Promise<StandingRelease | undefined> {
  const { rows } = await sql<StandingRelease>`
    select ${standing(hearer)}, ${listed(hearer)} as json, coalesce(m.marked, false) as marked
    from releases r ${itsMark(hearer)}
    where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** A release as a list shows it, with its songs and attachments, each as JSON text so that nothing is parsed on the way. */
export interface DetailedRelease extends Standing {
  json: string;
  promoinfo: string;
  songs: string;
  attachments: string;
}

/** Undefined when there is no such release; whether it may be seen is the caller's question. */
export async function findDetail(db: Db, values: Viewer & { releaseid: string }): Promise<DetailedRelease | undefined> {
  const [release] = await detail(db, 0, values);
  return release;
}

const detail = shaped<0, Viewer & { releaseid: string }, DetailedRelease>(
  (_one, values) => sql`
    select ${standing(values)}, ${listed(values)} as json, r.promoinfo,
      (select '[' || coalesce(string_agg(${song}, ',' order by t.ordinal), '') || ']' from tracks t
        left join track_marks tm on tm.account_id = ${values.accountid} and tm.release_id = r.id and tm.track_id = t.id
        where t.release_id = r.id) as songs,
      (select coalesce(json_agg(json_build_object('title', f.title, 'url', '/api/attachment/' || f.attachmentid, 'size', f.bytes)
        order by f.position), '[]')::text from attachments f where f.release_id = r.id) as attachments
    from releases r
    ${itsMark(values)}
    where r.releaseid = ${values.releaseid}`,
);

/** Whether this is the cover of that release: a hash alone opens nothing. */
export async function hasCover(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`select from releases where releaseid = ${releaseid} and cover_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

/** Whether a label of that release has this logo. */
export async function hasLogo(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from releases r join release_label rl on rl.release_id = r.id join labels l on l.id = rl.label_id
    where r.releaseid = ${releaseid} and l.logo_hash = ${hash}`.execute(db);
  return rows.length > 0;
}
