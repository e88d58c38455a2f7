import type { LabelReport } from '@promenade/contract/reports';
import { findStaffLabel, type StaffMember } from '../access/staffQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Read } from '../platform/http/serve.ts';
import { findLabelReport, findSilent } from './labelReportQueries.ts';

const DAY_MS = 24 * 3600_000;
const SILENT_MONTHS = 3;

interface LabelReportRequest {
  caller: StaffMember;
  /** Days; the last twelve months by default. */
  query: { labelid: string; from?: string | undefined; to?: string | undefined };
  read: Read;
}

/** @throws NOT_FOUND */
export async function getLabelReport(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { caller, query, read }: LabelReportRequest,
): Promise<LabelReport> {
  const label = await findStaffLabel(db, caller, query.labelid);
  if (!label) throw new Refusal('NOT_FOUND');
  const today = now();
  const before = new Date(Math.min(today.getTime(), query.to ? Date.parse(query.to) + DAY_MS : Infinity));
  const from = query.from ? new Date(query.from) : addMonths(before, -12);
  const labelId = label.id;
  const recent = { labelId, from: addMonths(today, -SILENT_MONTHS), before: today };
  return read((db) =>
    readApart(db, async (db) => ({
      ...(await findLabelReport(db, { labelId, from, before })),
      ...(await findSilent(db, recent)),
    })),
  );
}

function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved;
}
