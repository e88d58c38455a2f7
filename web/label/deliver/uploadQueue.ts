import type { LabelDelivery } from '@promenade/contract/uploads';
import { create } from 'zustand';
import { createId } from '../../platform/createId.ts';
import { getApiError, getRefusalCode, isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { getStorage, onStateOwnerChange, setItem } from '../../platform/persistedState.ts';
import { ApiError } from '../../platform/request.ts';
import { getTranslate } from '../../platform/text.ts';
import type { ChosenFile } from './chosenFiles.ts';
import {
  type AllUploads,
  addFiles,
  changeUpload,
  findWaiting,
  isAllIn,
  isUploading,
  removeDelivery,
  removeUpload,
  setPaused,
  setSent,
  type Upload,
} from './uploads.ts';
import {
  checkFiles,
  createUpload,
  deleteUpload,
  discardFiles,
  type EditTarget,
  fetchDelivery,
  sendFile,
  startEdit,
} from './uploadsData.ts';

// The queue of all uploads of this tab; it goes on while another screen is shown. The files of a delivery are announced to
// the server one after the other, so that it can name those that are missing after a reload, and sent three at a time.
// What fails for a reason that passes is tried again for ever, at once when the network is back.

const AT_ONCE = 3;
const RETRY_MAX_MS = 30_000;
/** Statuses that pass, besides those of other calls: of the session, a slow line, a lock, a limit. */
const PASSING = [401, 408, 423, 429];
const UNSUPPORTED_MEDIA_TYPE = 415;
/** Reasons that hold for every other file of the delivery. */
const FINAL = ['DELIVERY_FULL', 'DELIVERY_CLOSED', 'DELIVERY_NOT_FOUND', 'EDITORS_ONLY', 'STORAGE_FULL'];

export const useUploads = create<AllUploads>(() => ({}));

/** Those that run, by delivery and path. */
const running = new Map<string, AbortController>();
const announcing = new Set<string>();
/** Deliveries whose check was asked for. */
const checked = new Set<string>();

const change = (next: (all: AllUploads) => AllUploads): void => useUploads.setState(next, true);
const keyOf = (deliveryid: string, path: string): string => `${deliveryid} ${path}`;
const find = (deliveryid: string, path: string): Upload | undefined =>
  useUploads.getState()[deliveryid]?.uploads.find((upload) => upload.path === path);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
useUploads.subscribe((all) =>
  isUploading(all) ? window.addEventListener('beforeunload', warn) : window.removeEventListener('beforeunload', warn),
);

onStateOwnerChange(() => {
  stop(() => true);
  useUploads.setState({}, true);
});

/** Adds files to a delivery, and goes on with those that the server has in part. */
export function uploadFiles(delivery: LabelDelivery, chosen: readonly ChosenFile[]): void {
  checked.delete(delivery.deliveryid);
  change((all) => setPaused(addFiles(all, delivery, chosen, hasChangedSince), delivery.deliveryid, false));
  startWork(delivery.deliveryid);
}

export function pauseDelivery(deliveryid: string): void {
  change((all) => setPaused(all, deliveryid, true));
  stop((key) => key.startsWith(keyOf(deliveryid, '')));
}

export function continueDelivery(deliveryid: string): void {
  change((all) => setPaused(all, deliveryid, false));
  startWork(deliveryid);
}

export function pauseUpload(deliveryid: string, path: string): void {
  change((all) => changeUpload(all, deliveryid, path, { state: 'paused' }));
  stop((key) => key === keyOf(deliveryid, path));
}

export function continueUpload(deliveryid: string, path: string): void {
  change((all) => changeUpload(all, deliveryid, path, { state: 'waiting' }));
  startWork(deliveryid);
}

/** Removes a file of this tab, or one that only the server has. */
export async function removeFile(deliveryid: string, path: string, uploadid: string | undefined): Promise<void> {
  change((all) => removeUpload(all, deliveryid, path));
  stop((key) => key === keyOf(deliveryid, path));
  if (uploadid) await deleteUpload(uploadid);
  await checkWhenAllIn(deliveryid);
}

/**
 * Uploads a file that an edit takes, over lost lines, and gives its id. One that is not taken is removed.
 * @throws ApiError; AbortError
 */
export async function uploadForEdit<Result>(
  target: EditTarget,
  file: File,
  take: (uploadid: string) => Promise<Result>,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Result> {
  const { deliveryid } = await startEdit(target, file.name);
  const chosen = { file, bytes: file.size, modified: file.lastModified };
  const path = `${createId()}/${file.name}`;
  const uploadid = await createUpload({ deliveryid, path, bytes: file.size }, signal);
  try {
    for (let failures = 0, isSent = false; !isSent; failures += 1)
      isSent = await sendFile({ uploadid, file }, onProgress, signal).then(
        () => true,
        async (failure: unknown) => {
          if (signal.aborted || !isPassing(failure) || (await isChanged(chosen))) throw failure;
          await waitForRetry(Math.min(RETRY_MAX_MS, 1_000 * 2 ** failures), signal);
          return false;
        },
      );
    return await take(uploadid);
  } catch (failure) {
    await deleteUpload(uploadid).catch(logFailure);
    throw failure;
  }
}

/** @throws ApiError */
export async function discard(deliveryid: string): Promise<void> {
  pauseDelivery(deliveryid);
  await discardFiles(deliveryid);
  forget(deliveryid);
}

/** Forgets what this tab knows of a delivery. */
export const forget = (deliveryid: string): void => change((all) => removeDelivery(all, deliveryid));

function stop(isMeant: (key: string) => boolean): void {
  for (const [key, controller] of running) if (isMeant(key)) controller.abort();
}

function startWork(deliveryid: string): void {
  void announceFiles(deliveryid);
  sendWaiting();
  void checkWhenAllIn(deliveryid);
}

/** Tells the server of all files that it does not know yet. */
async function announceFiles(deliveryid: string): Promise<void> {
  if (announcing.has(deliveryid)) return;
  announcing.add(deliveryid);
  const findNext = () => {
    const { isPaused = true, uploads = [] } = useUploads.getState()[deliveryid] ?? {};
    return isPaused ? undefined : uploads.find(({ uploadid, state }) => !uploadid && state === 'waiting');
  };
  for (let upload = findNext(); upload; upload = findNext()) await announceFile(deliveryid, upload);
  announcing.delete(deliveryid);
  await checkWhenAllIn(deliveryid);
}

async function announceFile(deliveryid: string, { path, bytes, modified, replaces }: Upload): Promise<void> {
  await run(deliveryid, path, async (signal) => {
    if (replaces) await deleteUpload(replaces);
    const uploadid = await createUpload({ deliveryid, path, bytes }, signal).catch(async (failure: unknown) => {
      if (getRefusalCode(failure) !== 'PATH_TAKEN') throw failure;
      // The answer to an earlier attempt was lost.
      const { files } = await fetchDelivery(deliveryid, signal);
      const there = files.find((file) => file.path.normalize('NFC') === path && file.bytes === bytes);
      if (there?.state !== 'uploading') throw failure;
      return there.uploadid;
    });
    setItem(getStorage(), timeKey(uploadid), `${modified}`);
    change((all) => changeUpload(all, deliveryid, path, { uploadid, replaces: undefined, state: 'waiting' }));
    if (!find(deliveryid, path)) await deleteUpload(uploadid);
  });
  sendWaiting();
}

function sendWaiting(): void {
  const all = useUploads.getState();
  const active = Object.values(all).flatMap(({ uploads }) => uploads.filter(isActive));
  const next = active.length < AT_ONCE && findWaiting(all);
  if (!next) return;
  const [deliveryid, upload] = next;
  void send(deliveryid, upload);
  sendWaiting();
}

const isActive = ({ state, uploadid }: Upload): boolean =>
  Boolean(uploadid) && ['uploading', 'offline'].includes(state);

async function send(deliveryid: string, { path, uploadid, file }: Upload & { uploadid: string }): Promise<void> {
  change((all) => changeUpload(all, deliveryid, path, { state: 'uploading' }));
  await run(deliveryid, path, async (signal) => {
    const onProgress = (sent: number) => {
      if (!signal.aborted) change((all) => setSent(all, deliveryid, path, sent, Date.now()));
    };
    await sendFile({ uploadid, file }, onProgress, signal);
    const upload = find(deliveryid, path);
    if (upload && (await isChanged(upload))) throw new Error('The file changed while it was sent.');
    getStorage().removeItem(timeKey(uploadid));
    change((all) => changeUpload(all, deliveryid, path, { state: 'complete' }));
  });
  sendWaiting();
  await checkWhenAllIn(deliveryid);
}

/** Runs work for one file until it succeeds, is stopped or refused; the state of the file tells how it ended. */
async function run(deliveryid: string, path: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const key = keyOf(deliveryid, path);
  const controller = new AbortController();
  const { signal } = controller;
  running.set(key, controller);
  const setState = (changed: Partial<Upload>) => change((all) => changeUpload(all, deliveryid, path, changed));
  for (let failures = 0; ; failures += 1) {
    const before = find(deliveryid, path);
    try {
      await work(signal);
      break;
    } catch (failure) {
      const upload = find(deliveryid, path);
      if (!upload) break;
      if (signal.aborted) {
        if (upload.state !== 'paused') setState({ state: 'waiting' });
        break;
      }
      if (await isChanged(upload)) {
        if (upload.uploadid) await deleteUpload(upload.uploadid).catch(logFailure);
        setState({ state: 'changed', uploadid: undefined, sent: 0 });
        break;
      }
      if (!isPassing(failure)) {
        await refuse(deliveryid, upload, failure);
        break;
      }
      if (upload.sent > (before?.sent ?? 0)) failures = 0;
      setState({ state: 'offline' });
      await waitForRetry(Math.min(RETRY_MAX_MS, 1_000 * 2 ** failures), signal);
    }
  }
  if (running.get(key) === controller) running.delete(key);
}

const logFailure = (failure: unknown): void => logError('Could not remove an upload', failure);

async function refuse(deliveryid: string, { path, uploadid }: Upload, failure: unknown): Promise<void> {
  const refused = { state: 'refused', problem: describe(failure) } as const;
  change((all) => changeUpload(all, deliveryid, path, refused));
  if (FINAL.includes(getRefusalCode(failure) ?? ''))
    for (const upload of useUploads.getState()[deliveryid]?.uploads ?? [])
      if (!upload.uploadid) change((all) => changeUpload(all, deliveryid, upload.path, refused));
  // The server lists what it refused by its content; an import would wait for anything else.
  if (uploadid && getApiError(failure)?.status !== UNSUPPORTED_MEDIA_TYPE)
    await deleteUpload(uploadid).catch(logFailure);
}

function describe(failure: unknown): string {
  const t = getTranslate();
  if (!(failure instanceof ApiError)) logError('Could not upload a file', failure);
  else if (failure.status === 404 || failure.status === 410) return t('deliver.gone');
  else if (failure.status < 500 || failure.code === 'STORAGE_FULL')
    return failure.fields['path'] ?? (failure.message || t('deliver.failed'));
  return t('deliver.failed');
}

/** Whether another attempt may succeed: a conflict that is none of the delivery is one of the position in the file. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.code !== 'STORAGE_FULL' &&
  (isTemporary(failure) ||
    PASSING.includes(failure.status) ||
    (failure.status === 409 && ![...FINAL, 'PATH_TAKEN'].includes(failure.code)));

/** A file that changed fails like a lost line in Chromium; Firefox sends the new bytes under the old size. */
const isChanged = async ({ file, bytes, modified }: Pick<Upload, 'file' | 'bytes' | 'modified'>): Promise<boolean> =>
  file.size !== bytes ||
  file.lastModified !== modified ||
  !(await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    ));

/** Waits, at most until the network is back. */
function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', end, { once: true, signal });
    signal.addEventListener('abort', end);
  });
}

/** When a file was modified, until it is sent: chosen again after a reload, it must be the same. */
const timeKey = (uploadid: string): string => `upload:${uploadid}`;

function hasChangedSince(uploadid: string, modified: number): boolean {
  const known = getStorage().getItem(timeKey(uploadid));
  return known !== null && known !== `${modified}`;
}

async function checkWhenAllIn(deliveryid: string): Promise<void> {
  const uploads = useUploads.getState()[deliveryid]?.uploads ?? [];
  if (!isAllIn(uploads) || announcing.has(deliveryid) || checked.has(deliveryid)) return;
  checked.add(deliveryid);
  try {
    await checkFiles(deliveryid);
  } catch (failure) {
    checked.delete(deliveryid);
    // The card lists the files that another visit began.
    if (getRefusalCode(failure) !== 'DELIVERY_INCOMPLETE') notifyFailure(failure);
  }
}
