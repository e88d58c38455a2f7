import { type Selectable, sql } from 'kysely';
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

export interface AuditPageFilter {
  subjects: string[] | undefined;
  actors: string[] | undefined;
  /** Begins with it. */
  action: string | undefined;
  since: Date | undefined;
  until: Date | undefined;
}

export interface NamedAuditRow extends AuditRow {
  actorname: string | null;
  subjectname: string | null;
}

const personName = (id: string) =>
  sql<
    string | null
  >`(select nullif(trim(firstname || ' ' || lastname), '') from accounts where playerid::text = ${sql.ref(id)})`;

const filterAudit = (db: Db, { subjects, actors, action, since, until }: AuditPageFilter) =>
  db
    .selectFrom('audit')
    .$if(subjects !== undefined, (rows) => rows.where('subject', 'in', subjects ?? []))
    .$if(actors !== undefined, (rows) => rows.where('actor', 'in', actors ?? []))
    .$if(action !== undefined, (rows) => rows.where(sql<boolean>`starts_with(action, ${action ?? ''})`))
    .$if(since !== undefined, (rows) => rows.where('at', '>=', since ?? new Date(0)))
    .$if(until !== undefined, (rows) => rows.where('at', '<', until ?? new Date(0)));

/** One page, newest first, with the names of people and releases. */
export function listAuditPage(
  db: Db,
  filter: AuditPageFilter,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<NamedAuditRow[]> {
  const title = sql`(select title from releases where releaseid::text = audit.subject)`;
  return filterAudit(db, filter)
    .selectAll()
    .select([
      personName('audit.actor').as('actorname'),
      sql<string | null>`coalesce(${personName('audit.subject')}, ${title})`.as('subjectname'),
    ])
    .orderBy('id', 'desc')
    .limit(pagesize)
    .offset((page - 1) * pagesize)
    .execute();
}

export async function countAudit(db: Db, filter: AuditPageFilter): Promise<number> {
  const { total } = await filterAudit(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
