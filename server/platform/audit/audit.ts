import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

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

/** Adds lines to the audit trail, in the transaction of the change. */
export async function insertAudit(db: Db, ...entries: AuditEntry[]): Promise<void> {
  const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(entries.map(({ before, after, ...entry }) => ({ ...entry, before: toJson(before), after: toJson(after) })))
    .execute();
}

/**
 * Removes the texts with an address of a deleted account, and with addresses that it had before; its playerid stays as a
 * pseudonym.
 */
export async function redactAudit(db: Db, { playerid, emails }: { playerid: string; emails: string[] }): Promise<void> {
  // With its quotes: `ann@…` is no part of `"johann@…"`.
  const quoted = emails.map((email) => JSON.stringify(email));
  const hasAddress = (column: 'before' | 'after') => sql`(
    exists (select from unnest(${quoted}::text[]) email where strpos(lower(${sql.ref(column)}::text), email) > 0)
    or (subject = ${playerid} and ${sql.ref(column)} ? 'email'))`;
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
