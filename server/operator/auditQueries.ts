import type { Selectable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type AuditRow = Selectable<Tables['audit']>;

export interface AuditFilter {
  since: Date | undefined;
  /** One of these; undefined: any. */
  subjects: string[] | undefined;
  actors: string[] | undefined;
}

const PAGE_SIZE = 500;

/** Lists lines of the audit trail after the line `after`, oldest first, in pages. */
export function listAudit(db: Db, { since, subjects, actors }: AuditFilter, after: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', after)
    .$if(since !== undefined, (rows) => rows.where('at', '>=', since ?? new Date(0)))
    .$if(subjects !== undefined, (rows) => rows.where('subject', 'in', subjects ?? []))
    .$if(actors !== undefined, (rows) => rows.where('actor', 'in', actors ?? []))
    .orderBy('id')
    .limit(PAGE_SIZE)
    .execute();
}
