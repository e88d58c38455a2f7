import type { auditLines, auditTable } from '@promenade/contract/operatorService';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { startOfDay } from '../platform/database/zones.ts';
import { formatCsv } from '../platform/http/csv.ts';
import { listSpellings } from './auditCommands.ts';
import { type AuditPageFilter, countAudit, listAuditPage, type NamedAuditRow } from './auditQueries.ts';

type Filter = RouteInput<typeof auditTable>['query'];

const TABLE_LINES = 10_000;
/** One statement reads as many. */
const BATCH = 1_000;

async function readFilter(db: Db, { subject, actor, action, since, until, zone }: Filter): Promise<AuditPageFilter> {
  return {
    subjects: await listSpellings(db, subject),
    actors: await listSpellings(db, actor),
    action,
    since: since === undefined ? undefined : startOfDay(zone, since),
    // The last day counts.
    until: until === undefined ? undefined : startOfDay(zone, until, 1),
  };
}

export async function getAuditPage(
  db: Db,
  { page, pagesize, ...query }: RouteInput<typeof auditLines>['query'],
): Promise<RouteAnswer<typeof auditLines>> {
  const filter = await readFilter(db, query);
  const [rows, total] = await Promise.all([listAuditPage(db, filter, { page, pagesize }), countAudit(db, filter)]);
  const items = rows.map(({ at, actor, actorname, ...line }) => ({
    ...line,
    at: at.toISOString(),
    actor: actorname ?? actor,
  }));
  return { items, total, page, pagesize };
}

export async function sendAuditTable(
  { db }: Pick<AppContext, 'db'>,
  query: Filter,
  reply: FastifyReply,
): Promise<void> {
  const filter = await readFilter(db, query);
  const rows: NamedAuditRow[] = [];
  for (let isLast = false; !isLast && rows.length < TABLE_LINES; ) {
    const before = rows.at(-1)?.id;
    const batch = await listAuditPage(db, { ...filter, before }, { page: 1, pagesize: BATCH });
    rows.push(...batch);
    isLast = batch.length < BATCH;
  }
  const toCells = ({ at, actor, actorname, action, subject, subjectname, before, after }: NamedAuditRow) => [
    at.toISOString(),
    actorname ?? actor,
    action,
    subject,
    subjectname,
    before === null ? null : JSON.stringify(before),
    after === null ? null : JSON.stringify(after),
  ];
  const table = [['Time (UTC)', 'Who', 'What', 'Subject', 'Name', 'Before', 'After'], ...rows.map(toCells)];
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="audit.csv"')
    .send(formatCsv(table));
}
