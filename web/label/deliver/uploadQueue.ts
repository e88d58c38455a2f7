import type { LabelDelivery } from '@promenade/contract/uploads';
import { create } from 'zustand';
import type { ChosenFile } from '../../console/chosenFiles.ts';
import { createId } from '../../platform/createId.ts';
import { getApiError, getRefusalCode } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { getStorage, onStateOwnerChange, setItem } from '../../platform/persistedState.ts';
import { ApiError } from '../../platform/request.ts';
import { describeFailure, isChanged, isFinal, isPassing, waitForRetry } from './uploadFailure.ts';
import {
  type AllUploads,
  addFiles,
  changeUpload,
  findWaiting,
  isAllIn,
  isUploading,
  listUnannounced,
  removeDelivery,
  removeUpload,
  setAnnounced,
  setPaused,
  setSent,
  type Upload,
} from './uploads.ts';
import {
  announceFiles,
  checkFiles,
  createUpload,
  deleteUpload,
  discardFiles,
  type EditTarget,
  sendFile,
  startEdit,
} from './uploadsData.ts';

// The queue of all uploads of this tab; it goes on while another screen is shown. The files of a delivery are announced to
// the server in one call, so that it can name those that are missing after a reload, and then sent three at a time.
// What fails for a reason that passes is tried again for ever, at once when the network is back.

const AT_ONCE = 3;
const UNSUPPORTED_MEDIA_TYPE = 415;
/** Between two drawings of what the queue does by itself. */
const DRAW_MS = 250;

let current: AllUploads = {};
/** What is drawn of `current`: small files end faster than a screen should be drawn. */
export const useUploads = create<AllUploads>(() => current);
let drawing: ReturnType<typeof setTimeout> | undefined;

/** Those that run, by delivery and path. */
const running = new Map<string, AbortController>();
const announcing = new Set<string>();
/** Deliveries whose check was asked for. */
const checked = new Set<string>();
/** Uploads of which a part was sent: the server tells how much it has of them. */
const begun = new Set<string>();

/** What people do is drawn at once. */
function change(next: (all: AllUploads) => AllUploads): void {
  changeSoon(next);
  draw();
}

function changeSoon(next: (all: AllUploads) => AllUploads): void {
  current = next(current);
  drawing ??= setTimeout(draw, DRAW_MS);
}

function draw(): void {
  clearTimeout(drawing);
  drawing = undefined;
  useUploads.setState(current, true);
}

const keyOf = (deliveryid: string, path: string): string => `${deliveryid} ${path}`;
const find = (deliveryid: string, path: string): Upload | undefined =>
  current[deliveryid]?.uploads.find((upload) => upload.path === path);

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
useUploads.subscribe((all) =>
  isUploading(all) ? window.addEventListener('beforeunload', warn) : window.removeEventListener('beforeunload', warn),
);

onStateOwnerChange(() => {
  stop(() => true);
  change(() => ({}));
});

/** Adds files to a delivery, and goes on with those that the server has in part. */
export function uploadFiles(delivery: LabelDelivery, chosen: readonly ChosenFile[]): void {
  checked.delete(delivery.deliveryid);
  setItem(sessionStorage, ownKey(delivery.deliveryid), 'true');
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
      isSent = await sendFile({ uploadid, file, isNew: failures === 0 }, onProgress, signal).then(
        () => true,
        async (failure: unknown) => {
          if (signal.aborted || !isPassing(failure) || (await isChanged(chosen))) throw failure;
          await waitForRetry(failures, signal);
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
  void announce(deliveryid);
  sendWaiting();
  void checkWhenAllIn(deliveryid);
}

/** Tells the server of all files that it does not know yet, over lost lines. */
async function announce(deliveryid: string): Promise<void> {
  if (announcing.has(deliveryid)) return;
  announcing.add(deliveryid);
  const list = () => listUnannounced(current[deliveryid]);
  let failures = 0;
  for (let uploads = list(); uploads.length > 0; uploads = list())
    failures = (await tryToAnnounce(deliveryid, uploads, failures)) ? 0 : failures + 1;
  announcing.delete(deliveryid);
  sendWaiting();
  await checkWhenAllIn(deliveryid);
}

/** False when it is to be tried again. */
async function tryToAnnounce(deliveryid: string, uploads: readonly Upload[], failures: number): Promise<boolean> {
  const key = keyOf(deliveryid, '');
  const controller = new AbortController();
  const { signal } = controller;
  running.set(key, controller);
  try {
    for (const { replaces } of uploads) if (replaces) await deleteUpload(replaces);
    const delivery = await announceFiles(deliveryid, uploads, signal);
    change((all) => setAnnounced(all, delivery, uploads));
    const there = new Map(delivery.files.map((file) => [file.path.normalize('NFC'), file.uploadid]));
    for (const { path, modified } of uploads) {
      const uploadid = there.get(path);
      if (!uploadid) continue;
      setItem(getStorage(), timeKey(uploadid), `${modified}`);
      if (!find(deliveryid, path)) await deleteUpload(uploadid);
    }
    return true;
  } catch (failure) {
    if (signal.aborted) return true;
    if (!isPassing(failure)) {
      refuseAnnounced(deliveryid, uploads, failure);
      return true;
    }
    for (const { path, state } of uploads)
      if (state === 'waiting') changeSoon((all) => changeUpload(all, deliveryid, path, { state: 'offline' }));
    await waitForRetry(failures, signal);
    return signal.aborted;
  } finally {
    if (running.get(key) === controller) running.delete(key);
  }
}

/** Refuses the files that the server names, else all; the others are announced without them. */
function refuseAnnounced(deliveryid: string, uploads: readonly Upload[], failure: unknown): void {
  const fields = new Map(failure instanceof ApiError ? Object.entries(failure.fields) : []);
  const named = uploads.filter(({ path }) => fields.has(path));
  const problem = describeFailure(failure);
  for (const { path } of named.length > 0 ? named : uploads)
    changeSoon((all) =>
      changeUpload(all, deliveryid, path, { state: 'refused', problem: fields.get(path) ?? problem, sent: 0 }),
    );
}

function sendWaiting(): void {
  const active = Object.values(current).flatMap(({ uploads }) => uploads.filter(isActive));
  const next = active.length < AT_ONCE && findWaiting(current);
  if (!next) return;
  const [deliveryid, upload] = next;
  void send(deliveryid, upload);
  sendWaiting();
}

const isActive = ({ state, uploadid }: Upload): boolean =>
  Boolean(uploadid) && ['uploading', 'offline'].includes(state);

async function send(deliveryid: string, { path, uploadid, file }: Upload & { uploadid: string }): Promise<void> {
  changeSoon((all) => changeUpload(all, deliveryid, path, { state: 'uploading' }));
  await run(deliveryid, path, async (signal) => {
    const onProgress = (sent: number) => {
      if (!signal.aborted) changeSoon((all) => setSent(all, deliveryid, path, sent, Date.now()));
    };
    const isNew = !begun.has(uploadid) && find(deliveryid, path)?.sent === 0;
    begun.add(uploadid);
    await sendFile({ uploadid, file, isNew }, onProgress, signal);
    const upload = find(deliveryid, path);
    if (upload && (await isChanged(upload))) throw new Error('The file changed while it was sent.');
    getStorage().removeItem(timeKey(uploadid));
    changeSoon((all) => changeUpload(all, deliveryid, path, { state: 'complete' }));
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
  const setState = (changed: Partial<Upload>) => changeSoon((all) => changeUpload(all, deliveryid, path, changed));
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
      await waitForRetry(failures, signal);
    }
  }
  if (running.get(key) === controller) running.delete(key);
}

const logFailure = (failure: unknown): void => logError('Could not remove an upload', failure);

async function refuse(deliveryid: string, { path, uploadid }: Upload, failure: unknown): Promise<void> {
  const refused = { state: 'refused', problem: describeFailure(failure) } as const;
  changeSoon((all) => changeUpload(all, deliveryid, path, refused));
  if (isFinal(failure))
    for (const upload of current[deliveryid]?.uploads ?? [])
      if (!upload.uploadid) changeSoon((all) => changeUpload(all, deliveryid, upload.path, refused));
  // The server lists what it refused by its content; an import would wait for anything else.
  if (uploadid && getApiError(failure)?.status !== UNSUPPORTED_MEDIA_TYPE)
    await deleteUpload(uploadid).catch(logFailure);
}

const ownKey = (deliveryid: string): string => `delivery:${deliveryid}`;

/** Whether another window sends files of the delivery, of this browser or another one; not this tab before a reload. */
export const isElsewhere = ({ deliveryid, isuploading }: LabelDelivery, uploads = current[deliveryid]): boolean =>
  isuploading && !uploads && sessionStorage.getItem(ownKey(deliveryid)) === null;

/** When a file was modified, until it is sent: chosen again after a reload, it must be the same. */
const timeKey = (uploadid: string): string => `upload:${uploadid}`;

function hasChangedSince(uploadid: string, modified: number): boolean {
  const known = getStorage().getItem(timeKey(uploadid));
  return known !== null && known !== `${modified}`;
}

async function checkWhenAllIn(deliveryid: string): Promise<void> {
  const uploads = current[deliveryid]?.uploads ?? [];
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
