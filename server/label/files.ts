import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DocumentAttachment } from '@promenade/contract/delivery';
import type { StaffDocument } from '@promenade/contract/label';
import type { setAttachments as SetAttachments } from '@promenade/contract/labelFiles';
import type { RouteInput } from '@promenade/contract/route';
import type { StaffMember } from '../access/staffQueries.ts';
import { mergeDocument } from '../catalogue/document/document.ts';
import { EditConflict } from '../catalogue/document/editRelease.ts';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { requireEditedRelease } from '../catalogue/staffReleases.ts';
import { storeEditedAttachment, storeEditedCover } from '../ingest/edits/editFiles.ts';
import { deleteParts } from '../ingest/uploads/deliveries.ts';
import { deleteFile, findEditUpload } from '../ingest/uploads/deliveryQueries.ts';
import { readParts } from '../ingest/uploads/importDelivery.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { changeDocument, refuseEdit, requireVersion } from './staffDocument.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>;
type EditedFiles = StaffDocument & { warning: string | null };
type Editor = StaffMember & { playerid: string };

export async function requireUpload(db: Db, uploadid: string, labelId: number | null, releaseId: number | null) {
  const upload = labelId === null ? undefined : await findEditUpload(db, uploadid, { labelId, releaseId });
  if (!upload) throw new Refusal('UPLOAD_NOT_FOUND');
  return upload;
}

/**
 * Makes an upload the cover of a release. The upload stays until the edit is written, and is gone after it.
 * @param match the header `If-Match`
 * @param signal of a client that is gone
 */
export async function setCover(
  context: Context,
  caller: Editor,
  releaseid: string,
  uploadid: string,
  match: string | undefined,
  signal: AbortSignal,
): Promise<EditedFiles> {
  const { db, storage, now } = context;
  const { id, labelId } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  const expected = requireVersion(match);
  const { parts, bytes } = await requireUpload(db, uploadid, labelId, id);
  const { cover, warning } = await storeEditedCover(context, bytes, () =>
    buffer(readParts(storage, parts, signal)),
  ).catch((error: unknown) => refuseEdit(context, releaseid, expected, error));
  const alongside = async (db: Db) => {
    await deleteFile(db, uploadid);
  };
  const document = await changeDocument(context, caller, releaseid, { cover }, match, { alongside });
  await deleteParts(storage, parts);
  return { ...document, warning };
}

/**
 * Sets the attachments of a release. Uploads stay until the edit is written, and are gone after it.
 * @param match the header `If-Match`
 * @param signal of a client that is gone
 */
export async function setAttachments(
  context: Context,
  caller: Editor,
  releaseid: string,
  items: RouteInput<typeof SetAttachments>['body']['attachments'],
  match: string | undefined,
  signal: AbortSignal,
): Promise<EditedFiles> {
  const { db, storage, now } = context;
  const { id, labelId } = await requireEditedRelease(db, { caller, releaseid, now: now() });
  const expected = requireVersion(match);
  const { delivered, edits, version } = await readDocument(db, id);
  if (version !== expected) await refuseEdit(context, releaseid, expected, new EditConflict(version));
  const { attachments: before = [] } = mergeDocument(delivered, edits);
  const attachments: DocumentAttachment[] = [];
  const taken: { uploadid: string; parts: string[] }[] = [];
  let sentence: string | null = null;
  for (const item of items)
    if ('uploadid' in item) {
      const { path, parts } = await requireUpload(db, item.uploadid, labelId, id);
      const { attachment, warning } = await storeEditedAttachment(
        context,
        basename(path),
        readParts(storage, parts, signal),
      );
      attachments.push(attachment);
      taken.push({ ...item, parts });
      sentence ??= warning ?? null;
    } else {
      const known = before[item.place];
      if (!known) throw new Refusal('VALIDATION', { attachments: `The release has no attachment ${item.place}.` });
      attachments.push({ ...known, title: item.title });
    }
  const alongside = async (db: Db) => {
    for (const { uploadid } of taken) await deleteFile(db, uploadid);
  };
  const document = await changeDocument(context, caller, releaseid, { attachments }, match, { alongside });
  await deleteParts(
    storage,
    taken.flatMap(({ parts }) => parts),
  );
  return { ...document, warning: sentence };
}

export async function restoreFiles(
  context: Context,
  caller: Editor,
  releaseid: string,
  field: 'cover' | 'attachments',
  match: string | undefined,
): Promise<StaffDocument> {
  const { id } = await requireEditedRelease(context.db, { caller, releaseid, now: context.now() });
  const { delivered } = await readDocument(context.db, id);
  return changeDocument(context, caller, releaseid, { [field]: delivered[field] ?? null }, match);
}
