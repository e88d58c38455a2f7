import type { LabelReport } from '@promenade/contract/reports';
import { findStaffLabel, type StaffMember } from '../access/staffQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { readApart } from '../platform/database/db.ts';
import { startOfDay } from '../platform/database/zones.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Read } from '../platform/http/serve.ts';
import { findLabelReport, findSilent } from './labelReportQueries.ts';

interface LabelReportRequest {
  caller: StaffMember;
  /** Days; the last twelve months by default. */
  query: { labelid: string; from?: string | undefined; to?: string | undefined; zone: string };
  read: Read;
}

export async function getLabelReport(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { caller, query, read }: LabelReportRequest,
): Promise<LabelReport> {
  const label = await findStaffLabel(db, caller, query.labelid);
  if (!label) throw new Refusal('NOT_FOUND');
  const today = now();
  const { from, to, zone } = query;
  const period = {
    from: from === undefined ? undefined : startOfDay(zone, from),
    to: to === undefined ? undefined : startOfDay(zone, to, 1),
    today,
  };
  const labelId = label.id;
  return read((db) =>
    readApart(db, async (db) => ({
      ...(await findLabelReport(db, labelId, period)),
      ...(await findSilent(db, labelId, today)),
    })),
  );
}
