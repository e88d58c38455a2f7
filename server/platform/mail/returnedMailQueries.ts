import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import type { ReturnedMail } from './returnedMail.ts';

/** `unmatched`: of no mail of this service. `unreadable`: it exceeded a limit of the parser. */
export type ReturnedMailKind = ReturnedMail['kind'] | 'unreadable';

export async function countReturnedMail(db: Db, kind: ReturnedMailKind, at: Date): Promise<void> {
  await sql`
    insert into returned_mails as r (day, kind, mails) values (${at}::date, ${kind}, 1)
    on conflict (day, kind) do update set mails = r.mails + 1`.execute(db);
}

export async function deleteReturnedMailCounts(db: Db, before: Date): Promise<void> {
  await sql`delete from returned_mails where day < ${before}::date`.execute(db);
}
