import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

const isKept = sql<boolean>`html is not null`;

/** Newest first. */
export function listMails(db: Db, page: number, pagesize: number) {
  return db
    .selectFrom('mails')
    .select(['id as mailid', 'recipient as to', 'subject', 'created_at', 'sent_at', 'problem', isKept.as('readable')])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pagesize)
    .offset((page - 1) * pagesize)
    .execute();
}

/** How many there are. */
export async function countMails(db: Db): Promise<number> {
  const { total } = await db.selectFrom('mails').select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return total;
}

/** Both parts; undefined when there is no such mail, or its text is no longer kept. */
export function findMail(
  db: Db,
  mailid: string,
): Promise<{ html: string; text: string; pictures: string[] } | undefined> {
  return db
    .selectFrom('mails')
    .where('id', '=', mailid)
    .where('html', 'is not', null)
    .select(sql<string>`html`.as('html'))
    .select(sql<string>`body`.as('text'))
    .select('pictures')
    .executeTakeFirst();
}
