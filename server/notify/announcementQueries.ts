import type { StaffAnnouncement } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The mails about a release: as they were asked for, or when it is available. */
export async function findAnnouncement(db: Db, releaseId: number): Promise<StaffAnnouncement> {
  const { rows } = await sql<Omit<StaffAnnouncement, 'at'> & { at: Date | null }>`
    select case when n.release_id is null then r.available_at else n.mail_at end as at,
      coalesce(n.subject, '') as subject, coalesce(n.message, '') as message,
      exists (select from release_rounds where release_id = r.id) as sent
    from releases r left join release_announcements n on n.release_id = r.id where r.id = ${releaseId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no release ${releaseId}.`);
  return { ...row, at: row.at && row.at.toISOString() };
}
