import { buffer } from 'node:stream/consumers';
import type * as contract from '@promenade/contract/labelSettings';
import type { RouteInput } from '@promenade/contract/route';
import { listLabelMembers, type StaffMember } from '../access/staffQueries.ts';
import { EditRefusal } from '../catalogue/document/editRelease.ts';
import { updateContact } from '../catalogue/names/nameQueries.ts';
import { updateLogo, updateMark } from '../catalogue/names/ownerQueries.ts';
import { findLabelFacts } from '../catalogue/staffReleaseQueries.ts';
import { requireStaffLabel } from '../catalogue/staffReleases.ts';
import { storeEditedLogo } from '../ingest/edits/editFiles.ts';
import { deleteParts } from '../ingest/uploads/deliveries.ts';
import { deleteFile } from '../ingest/uploads/deliveryQueries.ts';
import { readParts } from '../ingest/uploads/importDelivery.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { requireUpload } from './files.ts';
import { requireMarkable } from './staffDocument.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'now' | 'config'>;
/** `id` is internal. */
type Label = { id: number; labelid: string };

export async function readLabelSettings(
  { db, config }: Pick<Context, 'db' | 'config'>,
  caller: StaffMember,
  labelid: string,
): Promise<contract.LabelSettings> {
  const { id, name, role } = await requireStaffLabel(db, caller, labelid);
  const [facts, members] = [await findLabelFacts(db, id), await listLabelMembers(db, id)];
  const staff = members.map(({ name, role, since }) => ({ name, role, since: since.toISOString() }));
  return { labelid, name, role, ...facts, maymark: config.markSound, staff };
}

export async function changeLabelSettings(
  context: Context,
  caller: StaffMember & { playerid: string },
  labelid: string,
  { contact, logo, mark }: RouteInput<typeof contract.changeLabelSettings>['body'],
  signal: AbortSignal,
): Promise<contract.LabelSettings> {
  const { db, storage } = context;
  const { id, role } = await requireStaffLabel(db, caller, labelid);
  if (role === 'viewer') throw new Refusal('EDITORS_ONLY');
  if (mark) requireMarkable(context.config);
  const label = { id, labelid };
  if (logo !== undefined) {
    const { parts, bytes } = await requireUpload(db, logo, id, null);
    await setLogo(context, label, { bytes, read: () => buffer(readParts(storage, parts, signal)) }, caller.playerid);
    await deleteFile(db, logo);
    await deleteParts(storage, parts);
  }
  if (contact !== undefined)
    await db.transaction().execute((db) => setContact({ ...context, db }, label, contact, caller.playerid));
  if (mark !== undefined)
    await db.transaction().execute((db) => setMark({ ...context, db }, label, mark, caller.playerid));
  return readLabelSettings(context, caller, labelid);
}

async function setMark(
  { db, now }: { db: Db; now: () => Date },
  { id, labelid }: Label,
  mark: boolean,
  actor: string,
): Promise<void> {
  const entry = { at: now(), actor, action: 'label.mark', subject: labelid };
  await insertAudit(db, { ...entry, before: { mark: await updateMark(db, id, mark) }, after: { mark } });
}

/** Empty: none. */
export async function setContact(
  { db, now }: { db: Db; now: () => Date },
  { id, labelid }: Label,
  contact: string,
  actor: string,
): Promise<void> {
  const after = contact || null;
  const before = await updateContact(db, id, after);
  const entry = { at: now(), actor, action: 'label.contact', subject: labelid };
  await insertAudit(db, { ...entry, before: { contact: before }, after: { contact: after } });
}

/** Stores a picture as the logo, as an import does. */
export async function setLogo(
  context: Omit<Context, 'config'>,
  { id, labelid }: Label,
  { bytes, read }: { bytes: number; read: () => Promise<Buffer> },
  actor: string,
): Promise<void> {
  const logo = await storeEditedLogo(context, bytes, read).catch((error: unknown) => {
    throw error instanceof EditRefusal ? new Refusal('VALIDATION', { logo: error.message }) : error;
  });
  await context.db.transaction().execute(async (db) => {
    const before = await updateLogo(db, id, logo);
    const entry = { at: context.now(), actor, action: 'label.logo', subject: labelid };
    await insertAudit(db, { ...entry, before: { logo: before }, after: { logo } });
  });
}
