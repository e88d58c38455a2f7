import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { arrivedAt, labelNames } from './rowQueries.ts';

export interface MailedRelease {
  id: number;
  releaseid: string;
  title: string;
  artist: string;
  explicit: boolean;
  type: string;
  impact: string | null;
  /** Names of its labels in one line. */
  label: string;
  /** Its owner. */
  ownerid: string | null;
  owner: string | null;
  cover_hash: string | null;
  color: string;
  /** The sound of each copy says whose it is. */
  mark: boolean;
}

/** Sorted newest first. */
export async function listMailedReleases(db: Db, releaseids: number[]): Promise<MailedRelease[]> {
  const { rows } = await sql<MailedRelease>`
    select r.id, r.releaseid, r.title, r.artist, r.explicit, r.release_type as type, r.impact_date as impact,
      r.cover_hash, r.color, r.mark, ${labelNames} as label, o.labelid as ownerid, o.name as owner
    from releases r left join labels o on o.id = r.owner_label_id where r.id = any(${releaseids}::int[])
    order by ${arrivedAt} desc, r.id desc`.execute(db);
  return rows;
}
