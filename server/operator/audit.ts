import { Readable } from 'node:stream';
import type { auditLines, auditTable } from '@promenade/contract/operatorService';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import type { FastifyReply } from 'fastify';
import { findAccount } from '../access/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { inBatches } from '../platform/database/page.ts';
import { startOfDay } from '../platform/database/zones.ts';
import { type Columns, streamCsv } from '../platform/http/csv.ts';
import { sendTable } from '../platform/http/sendTable.ts';
import { type AuditPageFilter, countAudit, listAuditPage, type NamedAuditRow } from './auditQueries.ts';

type Filter = RouteInput<typeof auditTable>['query'];

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

/** Sends all lines, the newest first, a batch at a time. A failure on the way cuts the answer. */
export async function sendAuditTable(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  query: Filter,
  reply: FastifyReply,
): Promise<void> {
  const filter = await readFilter(db, query);
  const list = (last: NamedAuditRow | undefined) =>
    listAuditPage(db, { ...filter, before: last?.id }, { page: 1, pagesize: BATCH });
  const csv = Readable.from(streamCsv(columns, inBatches(list)));
  sendTable(reply, `audit ${formatDay(now(), query.zone)}`, 'csv', csv);
}

const toText = (value: unknown) => (value === null ? null : JSON.stringify(value));

const columns: Columns<NamedAuditRow> = [
  ['Time (UTC)', ({ at }) => at.toISOString()],
  ['Who', ({ actor, actorname }) => actorname ?? actor],
  ['What', ({ action }) => action],
  ['Subject', ({ subject }) => subject],
  ['Name', ({ subjectname }) => subjectname],
  ['Before', ({ before }) => toText(before)],
  ['After', ({ after }) => toText(after)],
];

/** Of a zone, `YYYY-MM-DD`. */
const formatDay = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(time);

/** The trail names accounts by playerid, failed sign-ins by address. */
export async function listSpellings(db: Db, text: string | undefined): Promise<string[] | undefined> {
  if (text === undefined) return undefined;
  const account = await findAccount(db, text.toLowerCase());
  return [text, ...(account ? [account.playerid, text.toLowerCase()] : [])];
}
