import { basename } from 'node:path';
import { route } from '@promenade/contract/route';
import { UPLOADS_PATH } from '@promenade/contract/uploads';
import * as z from 'zod/mini';
import type { FewerChoice } from '../../catalogue/deliveryTarget.ts';
import { formatBytes } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import { notifyChange } from '../../platform/database/changes.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import type { Rows } from '../../platform/database/tables.ts';
import { ExplainedRefusal, Refusal } from '../../platform/http/refusal.ts';
import { RETRIED } from '../../platform/jobs/job.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { findPathProblem, foldPath } from '../folders/uploadPath.ts';
import { deleteDecodedMedia } from '../run/mediaQueries.ts';
import { getSpareBytes } from '../workspace/spareBytes.ts';
import * as queries from './deliveryQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'config' | 'now' | 'jobs'>;

/** Of the storage keys of the parts that arrived. */
export const PARTS_PREFIX = 'uploads/';

/** What the calls of tus refuse, which are no routes of the contract. */
export const uploadCalls = route({
  method: 'POST',
  path: UPLOADS_PATH,
  summary: 'Resumable uploads by tus 1.0.',
  refuses: [
    'VALIDATION',
    'EDITORS_ONLY',
    'DELIVERY_NOT_FOUND',
    'NOT_FOUND',
    'DELIVERY_CLOSED',
    'DELIVERY_FULL',
    'TOO_MANY_DELIVERIES',
    'PATH_TAKEN',
    'UPLOAD_OFFSET',
    'TOO_LARGE',
    'FILE_TYPE',
    'UPLOAD_LOCKED',
    'TOO_MANY_REQUESTS',
    'STORAGE_FULL',
  ],
});

/** The state of a delivery whose files may be added and removed. */
export const isOpen = ({ state }: Pick<Rows['deliveries'], 'state'>) => state === 'uploading' || state === 'refused';

/** Locks the delivery until the transaction ends. */
async function requireOpen(db: Db, deliveryid: string): Promise<Rows['deliveries']> {
  const delivery = await queries.lockDelivery(db, deliveryid);
  if (!delivery) throw new Refusal('DELIVERY_NOT_FOUND');
  if (!isOpen(delivery)) throw new Refusal('DELIVERY_CLOSED');
  return delivery;
}

/**
 * Of `edit` there is one for each account and release.
 * @param delivery `label_id`, `account_id` and `release_id` are internal
 */
export async function createDelivery({ db, config, now }: Context, delivery: queries.NewDelivery): Promise<string> {
  const { openMax } = config.deliveries;
  return inTransaction(db, async (db) => {
    const open = delivery.purpose === 'edit' ? await queries.continueEdits(db, delivery, now()) : undefined;
    const deliveryid = open ?? (await queries.insertDelivery(db, { ...delivery, openMax }, now()));
    if (deliveryid === undefined) throw refuseMore(openMax);
    await notifyChange(db, { type: 'delivery', deliveryid });
    return deliveryid;
  });
}

/** Files for edits need room among the open deliveries of the account, as a delivery does. */
async function requireRoomForEdits(
  db: Db,
  { config }: Pick<Context, 'config'>,
  { id, purpose, account_id }: Rows['deliveries'],
): Promise<void> {
  if (purpose !== 'edit' || account_id === null) return;
  if ((await queries.countOpen(db, account_id, id)) >= config.deliveries.openMax)
    throw new Refusal('TOO_MANY_DELIVERIES');
}

/** @throws STORAGE_FULL; a bucket does not tell how much room it has */
export async function requireSpace({ config }: Pick<Context, 'config'>, bytes: number): Promise<void> {
  if (!config.s3 && bytes > (await getSpareBytes({ config }))) throw new Refusal('STORAGE_FULL');
}

/** Announces all files, or none. Those that are there keep what was received. */
export async function announceFiles(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  deliveryid: string,
  files: readonly AnnouncedFile[],
): Promise<void> {
  const { db, config, now } = context;
  const { filesMax, bytesMax, fileBytesMax } = config.deliveries;
  await db.transaction().execute(async (db) => {
    const delivery = await requireOpen(db, deliveryid);
    const { id } = delivery;
    await requireRoomForEdits(db, context, delivery);
    const known = await queries.listFiles(db, id);
    const { added, problems } = arrangeAnnounced(known, files, fileBytesMax);
    if (problems.size > 0) throw new Refusal('VALIDATION', Object.fromEntries(problems));
    const bytes = sumBytes(added);
    if (known.length + added.length > filesMax || sumBytes(known) + bytes > bytesMax) throw refuseFull(config);
    await requireSpace(context, bytes);
    await queries.insertFiles(db, id, added, now());
    const changes = added.length > 0 ? { checked: null, fewer: null } : {};
    await queries.updateDelivery(db, id, { ...changes, sent_at: now() }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
  });
}

const refuseFull = ({ deliveries: { filesMax, bytesMax } }: Context['config']) =>
  new ExplainedRefusal(
    'DELIVERY_FULL',
    `This delivery has no room for it: a delivery has at most ${filesMax} files and ${formatBytes(bytesMax)}.`,
  );

const refuseMore = (openMax: number) =>
  new ExplainedRefusal(
    'TOO_MANY_DELIVERIES',
    `At most ${openMax} deliveries of a person are open at once: finish or discard one first.`,
  );

interface AnnouncedFile {
  path: string;
  bytes: number;
}

const sumBytes = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);
const describeTaken = (path: string) => `This delivery has ${path} already.`;

/** The files that are new, and why others are not taken, by path. */
function arrangeAnnounced(
  known: readonly queries.StoredUpload[],
  files: readonly AnnouncedFile[],
  fileBytesMax: number,
): { added: AnnouncedFile[]; problems: Map<string, string> } {
  const there = new Map<string, Pick<queries.StoredUpload, 'path' | 'bytes' | 'state'>>();
  /** Each folder as it is written, by its path with letters folded: `WAV/` and `wav/` are one folder. */
  const folders = new Map<string, string>();
  const add = (file: Pick<queries.StoredUpload, 'path' | 'bytes' | 'state'>) => {
    const folded = foldPath(file.path);
    there.set(folded, file);
    const written = listFolders(file.path);
    for (const [index, folder] of listFolders(folded).entries()) folders.set(folder, written[index] ?? folder);
  };
  for (const file of known) add(file);
  const added: AnnouncedFile[] = [];
  const isNew = new Set<string>();
  const problems = new Map<string, string>();
  for (const { path, bytes } of files) {
    // The database keeps half characters as one and the same.
    const file = { path: path.toWellFormed(), bytes };
    const folded = foldPath(file.path);
    const same = there.get(folded);
    const isKept = same?.path === file.path && same.bytes === file.bytes && same.state !== 'refused';
    if (isKept && !isNew.has(folded)) continue;
    const taken =
      same?.path ??
      folders.get(folded) ??
      listFolders(folded)
        .map((folder) => there.get(folder)?.path)
        .find((path) => path !== undefined);
    const problem =
      findPathProblem(file.path) ??
      (taken === undefined ? undefined : describeTaken(taken)) ??
      (file.bytes > fileBytesMax ? `A file has at most ${formatBytes(fileBytesMax)}.` : undefined);
    if (problem !== undefined) {
      problems.set(file.path, problem);
      continue;
    }
    added.push(file);
    isNew.add(folded);
    add({ ...file, state: 'uploading' });
  }
  return { added, problems };
}

const listFolders = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'));

/**
 * Creates the upload of one file; gives that of an announced file of which nothing was received.
 * @returns its id
 */
export async function createUpload(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  { deliveryid, ...file }: { uploadid: string; deliveryid: string; path: string; bytes: number },
): Promise<string> {
  const { db, config, now } = context;
  const problem = findPathProblem(file.path);
  if (problem !== undefined) throw new Refusal('VALIDATION', { path: problem });
  await requireSpace(context, file.bytes);
  return db.transaction().execute(async (db) => {
    const delivery = await requireOpen(db, deliveryid);
    const { id } = delivery;
    const announced = await queries.findAnnounced(db, { ...file, deliveryId: id });
    if (announced !== undefined) return announced;
    await requireRoomForEdits(db, context, delivery);
    const { files, bytes } = await queries.sumFiles(db, id);
    const { filesMax, bytesMax } = config.deliveries;
    if (files >= filesMax || bytes + file.bytes > bytesMax) throw refuseFull(config);
    if (!(await queries.insertFile(db, { ...file, deliveryId: id }, now()))) throw new Refusal('PATH_TAKEN');
    await queries.updateDelivery(db, id, { checked: null, fewer: null, sent_at: now() }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
    return file.uploadid;
  });
}

export async function removeUpload(
  { db, storage, now }: Omit<Context, 'config' | 'jobs'>,
  uploadid: string,
): Promise<void> {
  const parts = await db.transaction().execute(async (db) => {
    const { deliveryid = '' } = (await queries.findUpload(db, uploadid)) ?? {};
    const { id } = await requireOpen(db, deliveryid);
    await queries.updateDelivery(db, id, { checked: null, fewer: null }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
    return queries.deleteFile(db, uploadid);
  });
  await deleteParts(storage, parts);
}

export async function discard(
  { db, storage, now }: Omit<Context, 'config' | 'jobs'>,
  deliveryid: string,
): Promise<void> {
  const parts = await db.transaction().execute(async (db) => {
    const { id } = await requireOpen(db, deliveryid);
    await queries.updateDelivery(db, id, { state: 'discarded', twin_id: null }, now());
    await deleteDecodedMedia(db, { deliveryId: id }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
    return queries.deleteFiles(db, id);
  });
  await deleteParts(storage, parts);
}

/** Ends an import that died with all its repetitions. */
export async function failImport({ db, now }: Pick<Context, 'db' | 'now'>, deliveryid: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    const delivery = await queries.lockDelivery(db, deliveryid);
    if (delivery?.state !== 'importing') return;
    const problems = [{ path: '', reason: 'The import did not end. Please try again, or tell an operator.' }];
    await queries.updateDelivery(db, delivery.id, { state: 'refused', problems }, now());
    await notifyChange(db, { type: 'delivery', deliveryid });
  });
}

/** After the rows that named them; `deleteOldDeliveries` deletes what a failure leaves. */
export async function deleteParts(storage: Storage, parts: string[]): Promise<void> {
  for (const key of parts) await storage.delete(key);
}

interface ImportRequest {
  /** What to do with a release of the same artist and title. */
  twins: 'replace' | 'new' | undefined;
  /** What it means that it holds fewer tracks than its release. */
  fewer: FewerChoice;
  actor: string;
}

/** `actor`: the playerid of who started the import. */
const ImportPayload = z.object({ deliveryid: z.string(), actor: z.string() });
export type DeliveryImport = z.infer<typeof ImportPayload>;

/** A repeated run begins anew; the heartbeat tells that a worker was killed. */
export const importQueue: Queue<DeliveryImport> = {
  queue: 'delivery-import',
  payload: ImportPayload,
  ...RETRIED,
  retryDelay: 5,
  expireInSeconds: 6 * 3600,
  heartbeatSeconds: 60,
  batchSize: 1,
};
export const checkQueue: Queue<DeliveryImport> = { ...importQueue, queue: 'delivery-check' };

export const queueImport = (
  context: Context,
  deliveryid: string,
  { twins, fewer, actor }: ImportRequest,
): Promise<void> =>
  queue(context, deliveryid, async (db, delivery) => {
    if (delivery.twin_id !== null && twins === undefined) throw new Refusal('TWIN');
    await context.jobs.send(db, importQueue, { deliveryid, actor });
    // The question about fewer tracks comes after the one about twins: that one was answered.
    const answered = delivery.fewer === null ? 'refuse' : delivery.twins;
    return { is_check: false, twins: twins ?? answered, fewer_choice: fewer };
  });

/**
 * Makes a complete upload for edits of a release the new recording of one of its tracks, in the background. Gives its delivery.
 */
export function queueRecording(
  { db, config, now, jobs }: Context,
  {
    uploadid,
    actor,
    ...row
  }: Omit<queries.NewRecording, 'purpose' | 'state' | 'name'> & { uploadid: string; actor: string },
): Promise<string> {
  return inTransaction(db, async (db) => {
    const upload = await queries.findEditUpload(db, uploadid, { labelId: row.label_id, releaseId: row.release_id });
    if (!upload) throw new Refusal('UPLOAD_NOT_FOUND');
    const name = basename(upload.path);
    const delivery = {
      ...row,
      name,
      purpose: 'release',
      state: 'importing',
      openMax: config.deliveries.openMax,
      takesFrom: upload.deliveryId,
    } as const;
    const deliveryid = await queries.insertDelivery(db, delivery, now());
    if (deliveryid === undefined) throw new Refusal('TOO_MANY_DELIVERIES');
    await queries.moveFile(db, uploadid, { deliveryid, path: name });
    await jobs.send(db, importQueue, { deliveryid, actor });
    await notifyChange(db, { type: 'delivery', deliveryid });
    return deliveryid;
  });
}

/** Queues a check of what the import of a delivery would do. */
export const queueCheck = (context: Context, deliveryid: string, actor: string): Promise<void> =>
  queue(context, deliveryid, async (db) => {
    await context.jobs.send(db, checkQueue, { deliveryid, actor });
    return { is_check: true, twins: 'refuse', fewer_choice: 'ask' };
  });

async function queue(
  { db, now }: Context,
  deliveryid: string,
  send: (
    db: Db,
    delivery: Rows['deliveries'],
  ) => Promise<Pick<Rows['deliveries'], 'is_check' | 'twins' | 'fewer_choice'>>,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const delivery = await requireOpen(db, deliveryid);
    if (delivery.purpose === 'edit') throw new Refusal('DELIVERY_CLOSED');
    const files = await queries.listFiles(db, delivery.id);
    requireComplete(files);
    const changes = { state: 'importing', progress: 0, runs: 0, twin_id: null, checked: null, fewer: null } as const;
    await queries.updateDelivery(db, delivery.id, { ...changes, problems: [], ...(await send(db, delivery)) }, now());
    await queries.clearRefusals(db, delivery.id);
    await notifyChange(db, { type: 'delivery', deliveryid });
  });
}

function requireComplete(files: queries.StoredUpload[]): void {
  const missing = files.filter(({ state }) => state === 'uploading').length;
  if (files.length === 0) throw new Refusal('DELIVERY_INCOMPLETE');
  if (missing === 0) return;
  const there = `${files.length - missing} of ${files.length} files are there.`;
  throw new ExplainedRefusal('DELIVERY_INCOMPLETE', `${there} Send the others, or remove them from the delivery.`);
}
