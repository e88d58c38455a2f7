import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { type Page, type PageOf, readPage } from '../database/page.ts';

/** A line of the audit trail; `before` and `after` hold the changed values. */
export interface AuditEntry {
  at: Date;
  /** `command` for the command line, `system` for the service itself, else a playerid. */
  actor: string;
  /** `account.change`, `release.withdraw`, `import.create`, `sign-in` … */
  action: string;
  /** A playerid, a releaseid or an address. */
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** Adds lines to the audit trail, in the transaction of the change. Returns their ids. */
export async function insertAudit(db: Db, ...entries: AuditEntry[]): Promise<number[]> {
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  if (entries.length === 0) return [];
  const rows = await db
    .insertInto('audit')
    .values(entries.map(({ before, after, ...entry }) => ({ ...entry, before: toJson(before), after: toJson(after) })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** When an action was last done to a subject. */
export async function findLastAudit(db: Db, action: string, subject: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select at from audit where subject = ${subject} and action = ${action} order by id desc limit 1`.execute(db);
  return rows[0]?.at;
}

export interface AuditLine {
  id: number;
  at: Date;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Name of a person; null for the command line and the service. */
  by: string | null;
}

/** A page of the lines about a subject, newest first. */
export const listAuditOf = (db: Db, subject: string, page: Page): Promise<PageOf<AuditLine>> =>
  readPage(
    db,
    page,
    (limit) => sql`
    select t.id, t.at, t.action, t.before, t.after, nullif(trim(a.firstname || ' ' || a.lastname), '') as by,
      (select count(*)::int from audit where subject = ${subject}) as total
    from audit t left join accounts a on a.playerid::text = t.actor
    where t.subject = ${subject} order by t.id desc ${limit}`,
  );

export const findAudit = (db: Db, id: number, subject: string) =>
  db
    .selectFrom('audit')
    .select(['action', 'before'])
    .where('id', '=', id)
    .where('subject', '=', subject)
    .executeTakeFirst();

/**
 * Removes the texts with an address of a deleted account, and with addresses that it had before; its playerid stays as a
 * pseudonym.
 */
export async function redactAudit(db: Db, { playerid, emails }: { playerid: string; emails: string[] }): Promise<void> {
  // With its quotes: `ann@…` is no part of `"johann@…"`.
  const quoted = emails.map((email) => JSON.stringify(email));
  const hasAddress = (column: 'before' | 'after') => sql`(
    exists (select from unnest(${quoted}::text[]) email where strpos(lower(${sql.ref(column)}::text), email) > 0)
    or (subject = ${playerid} and (action = 'account.profile' or ${sql.ref(column)} ? 'email')))`;
  await sql`select set_config('promenade.redact_audit', 'on', true)`.execute(db);
  await sql`
    update audit set subject = case when subject = any(${emails}::text[]) then ${playerid} else subject end,
      before = case when ${hasAddress('before')} then null else before end,
      after = case when ${hasAddress('after')} then null else after end
    where subject = any(${emails}::text[]) or ${hasAddress('before')} or ${hasAddress('after')}`.execute(db);
  await sql`select set_config('promenade.redact_audit', '', true)`.execute(db);
}

export async function deleteOldAudit(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('audit').where('at', '<', before).execute();
}
