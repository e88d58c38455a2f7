import type { StaffAnnouncement } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The mails about a release: as they were asked for, or when it is available. */
export async function findAnnouncement(db: Db, releaseId: number): Promise<Omit<StaffAnnouncement, 'counts'>> {
  const { rows } = await sql<Omit<StaffAnnouncement, 'at' | 'counts'> & { at: Date | null }>`
    select case when n.release_id is null or n.mail_at < r.available_at then r.available_at else n.mail_at end as at,
      coalesce(n.subject, '') as subject, coalesce(n.message, '') as message,
      exists (select from release_rounds where release_id = r.id) as sent
    from releases r left join release_announcements n on n.release_id = r.id where r.id = ${releaseId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no release ${releaseId}.`);
  return { ...row, at: row.at && row.at.toISOString() };
}

export async function upsertAnnouncement(
  db: Db,
  release_id: number,
  row: { mail_at: Date | null; subject: string; message: string },
): Promise<void> {
  await db
    .insertInto('release_announcements')
    .values({ release_id, ...row })
    .onConflict((conflict) => conflict.column('release_id').doUpdateSet(row))
    .execute();
}

/** False when the mails are sent already, or there are none. */
export async function cancelAnnouncement(db: Db, releaseId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into release_announcements (release_id, mail_at)
    select id, null from releases r where id = ${releaseId}
      and not exists (select from release_rounds where release_id = r.id)
      and not exists (select from release_announcements n where n.release_id = r.id and n.mail_at is null)
    on conflict (release_id) do update set mail_at = null returning 1`.execute(db);
  return rows.length > 0;
}

export interface Announcement {
  subject: string;
  message: string;
}

/** The subject and message of the mails about these releases, by internal id, where they have their own. */
export async function listAnnouncements(db: Db, releaseIds: number[]): Promise<Map<number, Announcement>> {
  const rows = await db
    .selectFrom('release_announcements')
    .where('release_id', 'in', releaseIds)
    .select(['release_id', 'subject', 'message'])
    .execute();
  return new Map(rows.map(({ release_id, ...words }) => [release_id, words]));
}
