import type { StaffDocument } from '@promenade/contract/label';
import type { HistoryEntry } from '@promenade/contract/releaseHistory';
import type { StaffMember } from '../access/staffQueries.ts';
import { DeliveryRefusal } from '../catalogue/document/deliveryRules.ts';
import { mergeDocument } from '../catalogue/document/document.ts';
import { EDIT_ACTION, editRelease, findFormerValues, parseChangeId } from '../catalogue/document/editRelease.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { setBackRelease } from '../catalogue/publish.ts';
import { findFormerRelease, listFormerIds } from '../catalogue/redelivery/formerReleaseQueries.ts';
import { requireEditedRelease } from '../catalogue/staffReleases.ts';
import { listAuditOf } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { mapPage, type Page, type PageOf } from '../platform/database/page.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { readStaffDocument, refuseEdit, requireGrants } from './staffDocument.ts';

type Context = Pick<AppContext, 'db' | 'now' | 'config'>;

/** Who changed what of a release, newest first. */
export async function readHistory({ db }: Context, releaseid: string, query: Page): Promise<PageOf<HistoryEntry>> {
  const lines = await listAuditOf(db, releaseid, query);
  const former = new Set(
    await listFormerIds(
      db,
      lines.items.map(({ id }) => id),
    ),
  );
  return mapPage(lines, ({ id, at, ...line }) => ({
    changeid: String(id),
    at: at.toISOString(),
    ...line,
    undoable: line.action === EDIT_ACTION || former.has(id),
  }));
}

export async function undoChange(
  context: Context,
  caller: StaffMember & { playerid: string },
  releaseid: string,
  changeid: string,
  confirmed: boolean,
): Promise<StaffDocument> {
  const { db, now } = context;
  const { id, labelId } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  const values = await findFormerValues(db, releaseid, changeid);
  const { delivered, edits } = await readDocument(db, id);
  const before = mergeDocument(delivered, edits).packages;
  if (values) {
    await requireGrants(db, caller, labelId, { before, names: values.packages ?? [] });
    await editRelease(context, id, values, caller.playerid, { confirmed }).catch((error: unknown) =>
      refuseEdit(context, releaseid, 0, error),
    );
  } else {
    const line = parseChangeId(changeid);
    const former = line === undefined ? undefined : await findFormerRelease(db, { releaseId: id, changeid: line });
    if (!former || line === undefined) throw new Refusal('CHANGE_NOT_FOUND');
    await requireGrants(db, caller, labelId, { before, names: former.delivered.packages ?? [] });
    await setBackRelease(db, id, line, { now: now(), actor: caller.playerid, confirmed }).catch((error: unknown) => {
      throw error instanceof DeliveryRefusal ? new Refusal('VALIDATION', { packages: error.message }) : error;
    });
  }
  return readStaffDocument(context, caller, releaseid);
}
