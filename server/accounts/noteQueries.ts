import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

interface NoteRow {
  noteid: string;
  at: Date;
  by: string;
  note: string;
}

const NOTES_MAX = 50;

/** Newest first. */
export async function listNotes(db: Db, accountid: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.noteid, n.at, coalesce(nullif(trim(a.firstname || ' ' || a.lastname), ''), n.actor) as by, n.note
    from account_notes n left join accounts a on a.playerid::text = n.actor
    where n.account_id = ${accountid} order by n.at desc, n.noteid limit ${NOTES_MAX}`.execute(db);
  return rows;
}

export const insertNote = (db: Db, note: { account_id: number; at: Date; actor: string; note: string }) =>
  db.insertInto('account_notes').values(note).returning('noteid').executeTakeFirstOrThrow();

/** False when the account has no such note. */
export async function deleteNoteOf(db: Db, accountid: number, noteid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_notes')
    .where('account_id', '=', accountid)
    .where('noteid', '=', noteid)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
