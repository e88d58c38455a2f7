import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';
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
  since: RawBuilder<Date> | undefined;
  until: RawBuilder<Date> | undefined;
  /** Lines before this one. */
  before?: number | undefined;
}

export interface NamedAuditRow extends AuditRow {
  actorname: string | null;
  subjectname: string | null;
}

const uuid = (text: string) =>
  sql`case when pg_input_is_valid(${sql.ref(text)}, 'uuid') then ${sql.ref(text)}::uuid end`;

const personName = (id: string) =>
  sql<
    string | null
  >`(select nullif(trim(firstname || ' ' || lastname), '') from accounts where playerid = ${uuid(id)})`;

const filterAudit = (db: Db, { subjects, actors, action, since, until, before }: AuditPageFilter) =>
  db
    .selectFrom('audit')
    .$if(subjects !== undefined, (rows) => rows.where('subject', 'in', subjects ?? []))
    .$if(actors !== undefined, (rows) => rows.where('actor', 'in', actors ?? []))
    .$if(action !== undefined, (rows) => rows.where(sql<boolean>`starts_with(action, ${action ?? ''})`))
    .where(since ? sql<boolean>`at >= ${since}` : sql<boolean>`true`)
    .where(until ? sql<boolean>`at < ${until}` : sql<boolean>`true`)
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? 0));

/** One page, newest first, with the names of people and releases. */
export function listAuditPage(db: Db, filter: AuditPageFilter, page: Page): Promise<NamedAuditRow[]> {
  const title = sql`(select title from releases where releaseid = ${uuid('audit.subject')})`;
  const ids = filterAudit(db, filter).select('id').orderBy('id', 'desc').modifyEnd(onPage(page));
  return db
    .selectFrom('audit')
    .where('id', 'in', ids)
    .selectAll()
    .select([
      personName('audit.actor').as('actorname'),
      sql<string | null>`coalesce(${personName('audit.subject')}, ${title})`.as('subjectname'),
    ])
    .orderBy('id', 'desc')
    .execute();
}

export async function countAudit(db: Db, filter: AuditPageFilter): Promise<number> {
  const { total } = await filterAudit(db, filter)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
