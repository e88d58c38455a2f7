import type { LabelDelivery } from '@promenade/contract/uploads';
import type { ChosenFile } from '../../console/chosenFiles.ts';

/**
 * `offline`: is tried again. `changed`: on disk, since it was chosen. `missing`: the server has a part, this tab not the
 * file.
 */
type UploadState = 'waiting' | 'uploading' | 'offline' | 'paused' | 'changed' | 'missing' | 'refused' | 'complete';

/** A file that this tab uploads. */
export interface Upload {
  path: string;
  file: File;
  /** Size and time of the file when it was chosen. */
  bytes: number;
  modified: number;
  /** Undefined until the server knows it. */
  uploadid: string | undefined;
  /** An upload of another file at this path, which is removed first. */
  replaces: string | undefined;
  sent: number;
  state: UploadState;
  /** Why it was refused, as a sentence. */
  problem?: string | undefined;
}

/** The files of one delivery that this tab uploads. */
export interface DeliveryUploads {
  isPaused: boolean;
  uploads: readonly Upload[];
  /** Bytes a second, and the last time that they were measured. */
  speed: { at: number; sent: number; bytesPerSecond: number } | undefined;
}

/** By delivery. */
export type AllUploads = Readonly<Record<string, DeliveryUploads>>;

/** A line of the list of a delivery: what this tab uploads, else what the server has. */
export type FileLine = Pick<Upload, 'path' | 'bytes' | 'sent' | 'state' | 'uploadid'> & {
  problem?: string | undefined;
};

const none: DeliveryUploads = { isPaused: false, uploads: [], speed: undefined };
const SPEED_MS = 2_000;
/** How much the latest measurement counts. */
const SPEED_WEIGHT = 0.3;

const isAt = (path: string, other: { path: string }) => other.path.normalize('NFC') === path;

/**
 * Adds chosen files to a delivery. One that the server has in part goes on there, by path and size, unless `isChanged`
 * tells that it was modified since.
 */
export function addFiles(
  all: AllUploads,
  delivery: LabelDelivery,
  chosen: readonly ChosenFile[],
  isChanged: (uploadid: string, modified: number) => boolean,
): AllUploads {
  const { uploads, ...rest } = all[delivery.deliveryid] ?? none;
  const isRunning = (path: string) =>
    uploads.some((upload) => upload.path === path && !['changed', 'refused'].includes(upload.state));
  const added = chosen
    .filter(({ path }) => !isRunning(path))
    .map(({ path, file }): Upload => {
      const upload = { path, file, bytes: file.size, modified: file.lastModified };
      const there = delivery.files.find((other) => isAt(path, other));
      const isKnown =
        there?.bytes === file.size && there.state !== 'refused' && !isChanged(there.uploadid, upload.modified);
      if (!there || !isKnown)
        return { ...upload, uploadid: undefined, replaces: there?.uploadid, sent: 0, state: 'waiting' };
      const state = there.state === 'complete' ? 'complete' : 'waiting';
      return { ...upload, uploadid: there.uploadid, replaces: undefined, sent: there.received, state };
    });
  const paths = new Set(added.map(({ path }) => path));
  const next = { ...rest, uploads: [...uploads.filter(({ path }) => !paths.has(path)), ...added] };
  return { ...all, [delivery.deliveryid]: next };
}

export function changeUpload(all: AllUploads, deliveryid: string, path: string, change: Partial<Upload>): AllUploads {
  const delivery = all[deliveryid];
  if (!delivery) return all;
  const uploads = delivery.uploads.map((upload) => (upload.path === path ? { ...upload, ...change } : upload));
  return { ...all, [deliveryid]: { ...delivery, uploads } };
}

/** Files that the server does not know yet, and could take. */
export const listUnannounced = ({ isPaused, uploads }: DeliveryUploads = none): readonly Upload[] =>
  isPaused
    ? []
    : uploads.filter(({ uploadid, state }) => !uploadid && ['waiting', 'offline', 'paused'].includes(state));

/** Gives uploads that are announced the ids that the server has for their paths. */
export function setAnnounced(
  all: AllUploads,
  { deliveryid, files }: LabelDelivery,
  announced: readonly Upload[],
): AllUploads {
  const delivery = all[deliveryid];
  if (!delivery) return all;
  const paths = new Set(announced.map(({ path }) => path));
  const there = new Map(files.map((file) => [file.path.normalize('NFC'), file]));
  const uploads = delivery.uploads.map((upload): Upload => {
    const file = paths.has(upload.path) ? there.get(upload.path) : undefined;
    if (!file || upload.uploadid) return upload;
    const state = file.state === 'complete' ? file.state : upload.state === 'paused' ? upload.state : 'waiting';
    return { ...upload, uploadid: file.uploadid, replaces: undefined, sent: file.received, state };
  });
  return { ...all, [deliveryid]: { ...delivery, uploads } };
}

export function removeUpload(all: AllUploads, deliveryid: string, path: string): AllUploads {
  const delivery = all[deliveryid];
  if (!delivery) return all;
  return { ...all, [deliveryid]: { ...delivery, uploads: delivery.uploads.filter((upload) => upload.path !== path) } };
}

export function setPaused(all: AllUploads, deliveryid: string, isPaused: boolean): AllUploads {
  const delivery = all[deliveryid];
  return delivery ? { ...all, [deliveryid]: { ...delivery, isPaused, speed: undefined } } : all;
}

export function removeDelivery(all: AllUploads, deliveryid: string): AllUploads {
  const { [deliveryid]: _removed, ...rest } = all;
  return rest;
}

/** Notes how far a file is; measures the speed of its delivery every two seconds. */
export function setSent(all: AllUploads, deliveryid: string, path: string, sent: number, now: number): AllUploads {
  const changed = changeUpload(all, deliveryid, path, { sent, state: 'uploading' });
  const delivery = changed[deliveryid];
  if (!delivery) return all;
  const total = sumOf(delivery.uploads, 'sent');
  const { speed } = delivery;
  if (speed && now - speed.at < SPEED_MS) return changed;
  const latest = speed && Math.max(0, ((total - speed.sent) * 1000) / (now - speed.at));
  const bytesPerSecond =
    latest === undefined || !speed
      ? 0
      : speed.bytesPerSecond === 0
        ? latest
        : speed.bytesPerSecond * (1 - SPEED_WEIGHT) + latest * SPEED_WEIGHT;
  return { ...changed, [deliveryid]: { ...delivery, speed: { at: now, sent: total, bytesPerSecond } } };
}

export const sumOf = (lines: readonly FileLine[], field: 'sent' | 'bytes'): number =>
  lines.filter(({ state }) => state !== 'refused').reduce((sum, line) => sum + line[field], 0);

/** Undefined until a speed is measured. */
export function getSecondsLeft({ uploads, speed }: DeliveryUploads): number | undefined {
  return speed && speed.bytesPerSecond > 0
    ? (sumOf(uploads, 'bytes') - sumOf(uploads, 'sent')) / speed.bytesPerSecond
    : undefined;
}

/** The next file to send, of a delivery that is not paused. */
export function findWaiting(all: AllUploads): [deliveryid: string, upload: Upload & { uploadid: string }] | undefined {
  for (const [deliveryid, { isPaused, uploads }] of Object.entries(all))
    for (const upload of isPaused ? [] : uploads)
      if (upload.state === 'waiting' && upload.uploadid) return [deliveryid, { ...upload, uploadid: upload.uploadid }];
  return undefined;
}

/** Whether each file is there or refused, and some are there. */
export const isAllIn = (lines: readonly FileLine[]): boolean =>
  lines.some(({ state }) => state === 'complete') &&
  lines.every(({ state }) => state === 'complete' || state === 'refused');

/** Whether leaving the page would interrupt something. */
export const isUploading = (all: AllUploads): boolean =>
  Object.values(all).some(
    ({ isPaused, uploads }) =>
      !isPaused && uploads.some(({ state }) => ['waiting', 'uploading', 'offline'].includes(state)),
  );

/** All files of a delivery: those of this tab, then what else the server has. */
export function listFiles(delivery: LabelDelivery, local: DeliveryUploads | undefined): FileLine[] {
  const uploads = local?.uploads ?? [];
  const paths = new Set(uploads.map(({ path }) => path));
  const others = delivery.files
    .filter(({ path }) => !paths.has(path.normalize('NFC')))
    .map(({ path, bytes, received, state, problem, uploadid }): FileLine => {
      const stateHere = state === 'uploading' ? 'missing' : state;
      return { path, bytes, sent: received, state: stateHere, uploadid, problem: problem ?? undefined };
    });
  const refused = new Map(
    delivery.files.filter(({ state }) => state === 'refused').map((file) => [file.uploadid, file]),
  );
  const own = uploads.map((upload): FileLine => {
    const problem = refused.get(upload.uploadid ?? '')?.problem;
    return problem ? { ...upload, state: 'refused', problem } : upload;
  });
  return [...own, ...others];
}

/** All sentences about a delivery, each once with the files that it is about: what was refused and warned of, and notes. */
export function listSentences({ problems }: Pick<LabelDelivery, 'problems'>, files: readonly FileLine[]) {
  const refused = files.flatMap(({ path, state, problem }) =>
    state === 'refused' && problem ? [{ path, reason: problem, isnote: false }] : [],
  );
  const all = new Map([...problems, ...refused].map((said) => [`${said.path}\n${said.reason}`, said]));
  const group = (areNotes: boolean) => {
    const said = [...all.values()].filter(({ isnote }) => (isnote ?? false) === areNotes);
    return [...Map.groupBy(said, ({ reason }) => reason)].map(([reason, lines]) => ({
      reason,
      paths: lines.map(({ path }) => path).filter(Boolean),
    }));
  };
  return { problems: group(false), notes: group(true) };
}

/** Whether some chosen files are those that the server still waits for. */
export const isContinuation = ({ state, files }: LabelDelivery, chosen: readonly ChosenFile[]): boolean =>
  state === 'uploading' &&
  files.some(
    (known) =>
      known.state === 'uploading' && chosen.some(({ path, file }) => isAt(path, known) && known.bytes === file.size),
  );
