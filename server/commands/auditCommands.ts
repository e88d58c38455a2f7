import { listSpellings } from '../operator/audit.ts';
import { type AuditFilter, type AuditRow, listAudit } from '../operator/auditQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type Commands, command, DATE, TEXT } from './command.ts';

export const auditCommands: Commands = {
  audit: command({
    options: { since: DATE, subject: TEXT, actor: TEXT },
    summary:
      'prints who changed what, oldest first, of the last 36 months; a subject or actor is a playerid, an address, a releaseid or "command"',
    run: async ({ db }, { since, subject, actor }, print) => {
      const filter = { since, subjects: await listSpellings(db, subject), actors: await listSpellings(db, actor) };
      await forEachLine(db, filter, (row) => print(formatRow(row), row));
    },
  }),
};

export async function forEachLine(db: Db, filter: AuditFilter, step: (row: AuditRow) => void): Promise<void> {
  for (let after = 0, rows = await listAudit(db, filter, after); rows.length > 0; ) {
    for (const row of rows) step(row);
    after = rows.at(-1)?.id ?? after;
    rows = await listAudit(db, filter, after);
  }
}

export function formatRow({ at, actor, action, subject, before, after }: AuditRow): string {
  const time = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const values = [before, after].filter((value) => value !== null).map((value) => JSON.stringify(value));
  return [time, actor, action, subject, values.join(' → ')].filter(Boolean).join('  ');
}
