import type { StaffAnnouncement } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** The mails about a release: as they were asked for, or when it is available. */
export async function findAnnouncement(db: Db, releaseId: number): Promise<Omit<StaffAnnouncement, 'counts'>> {
  const { rows } = await sql<Omit<StaffAnnouncement, 'at' | 'counts'> & { at: Date | null }>`
    select case when n.release_id is null or n.mail_at < r.available_at then r.available_at else n.mail_at end as at,
      coalesce(n.with_release, true) as withrelease, coalesce(n.subject, '') as subject, coalesce(n.message, '') as message,
      exists (select from release_rounds where release_id = r.id) as sent
    from releases r left join release_announcements n on n.release_id = r.id where r.id = ${releaseId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no release ${releaseId}.`);
  return { ...row, at: row.at && row.at.toISOString() };
}

/** Undefined as `at`: when the release is available. */
export interface MailChoice {
  at: Date | undefined;
  subject: string;
  message: string;
}

/** Time to cancel the mails, or to change their words. */
const HOLD_MS = 5 * 60_000;

/**
 * Sets when and in what words the mails about a release are sent; null: not at all. They wait at least five minutes. False
 * when they are sent already.
 */
export async function upsertAnnouncement(
  db: Db,
  release_id: number,
  mail: MailChoice | null,
  now: Date,
): Promise<boolean> {
  const mailAt = mail && new Date(Math.max(mail.at?.getTime() ?? 0, now.getTime() + HOLD_MS));
  const { subject = '', message = '' } = mail ?? {};
  const { rows } = await sql`
    insert into release_announcements (release_id, mail_at, with_release, subject, message)
    select id, ${mailAt}, ${mail !== null && mail.at === undefined}, ${subject}, ${message} from releases r
    where id = ${release_id} and not exists (select from release_rounds where release_id = r.id)
    on conflict (release_id) do update set mail_at = excluded.mail_at, with_release = excluded.with_release,
      subject = excluded.subject, message = excluded.message
    returning 1`.execute(db);
  return rows.length > 0;
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
