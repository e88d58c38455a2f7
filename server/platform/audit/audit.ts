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
