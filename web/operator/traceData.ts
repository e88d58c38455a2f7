import { TRACE_OVERLAP_BYTES, TRACE_SENT_BYTES } from '@promenade/contract/limits';
import { TRACE_SOUND_MS, traceFile, traceSound } from '@promenade/contract/operatorService';
import type { RouteAnswer } from '@promenade/contract/route';
import { getRefusalCode, isTemporary } from '../platform/errorText.ts';
import { wait } from '../platform/eventStream.ts';
import { sendBytes } from '../platform/files.ts';
import { ApiError, buildUrl } from '../platform/request.ts';

export type Traced = RouteAnswer<typeof traceFile>;
export type TracedSound = RouteAnswer<typeof traceSound>;

/** What was found in a file until now. */
export interface Trace extends Traced {
  doneBytes: number;
  /** Unpacked, of a zip. */
  totalBytes: number;
  /** Parts that were answered; they are not sent again. */
  doneParts: number;
  /** Files of a zip that were not read, and why. The path is empty for the zip itself. */
  unread: { path: string; reason: ZipProblem }[];
  /** A part was refused, and is sent again in a moment. */
  isWaiting: boolean;
}

type ZipProblem = 'damaged' | 'protected' | 'zip' | 'large';

export const notTraced: Trace = {
  takings: [],
  wrongsignature: false,
  marks: false,
  doneBytes: 0,
  totalBytes: 0,
  doneParts: 0,
  unread: [],
  isWaiting: false,
};

const ZIP_OPTIONS = { useWebWorkers: false, filenameValidation: 'tolerant' } as const;
/** Files of a zip. */
const ENTRIES_MAX = 2_000;
/** Unpacked bytes of a zip, and for each byte of a large one: audio stays below 10. */
const UNPACKED_MAX = 20 * 1024 ** 3;
const RATIO_MAX = 100;
const RATIO_FREE_BYTES = 16 * 1024 ** 2;
/** Seconds before a part is sent again; after the last one the refusal stands. */
const DELAYS_S = [1, 2, 4, 8, 15, 30, 30];

/** `bytes` are those that no part before had. */
interface Part {
  body: Blob;
  bytes: number;
}

interface Content {
  path: string;
  parts: () => AsyncIterable<Part>;
}

/**
 * Sends a file part by part, a zip unpacked: an answer comes in time however large it is. A part that is refused for a time
 * is sent again.
 * @param before of an attempt that failed: what was found stays
 * @throws ApiError when a part is refused for good; AbortError
 */
export async function trace(
  file: File,
  before: Trace,
  onChange: (trace: Trace) => void,
  signal: AbortSignal,
): Promise<void> {
  let now: Trace = { ...before, doneBytes: 0, unread: [], isWaiting: false };
  const change = (next: Partial<Trace>) => onChange((now = { ...now, ...next }));
  const { contents, totalBytes, unread } = await readContents(file);
  change({ totalBytes, unread });
  let index = 0;
  for (const { path, parts } of contents)
    try {
      for await (const { body, bytes } of parts()) {
        if (index++ >= before.doneParts) {
          const found = await sendPart(body, signal, (isWaiting) => change({ isWaiting }));
          const takings = new Map([...now.takings, ...found.takings].map((taking) => [taking.id, taking]));
          // An id that ends in the next part is whole there.
          const wrongsignature = now.wrongsignature || found.wrongsignature;
          change({ takings: [...takings.values()], wrongsignature, marks: found.marks, doneParts: index });
        }
        change({ doneBytes: now.doneBytes + bytes });
      }
    } catch (failure) {
      if (failure instanceof ApiError || signal.aborted) throw failure;
      change({ unread: [...now.unread, { path, reason: 'damaged' }] });
    }
}

async function sendPart(body: Blob, signal: AbortSignal, onWait: (isWaiting: boolean) => void): Promise<Traced> {
  for (let attempt = 0; ; attempt++)
    try {
      return (await sendBytes(buildUrl(traceFile, {}), body, signal)) as Traced;
    } catch (failure) {
      const delay = DELAYS_S[attempt];
      const isPassing = isTemporary(failure) || getRefusalCode(failure) === 'TOO_MANY_REQUESTS';
      if (signal.aborted || !isPassing || delay === undefined) throw failure;
      onWait(true);
      await wait(1000 * Math.max(delay, (failure as ApiError).retryAfterSeconds ?? 0), signal);
    } finally {
      if (attempt > 0) onWait(false);
    }
}

/** A file whose sound may say who it was made for. */
interface SoundFile {
  path: string;
  bytes: number;
  read: () => Promise<Blob>;
}

const SOUND_NAME = /\.(?:mp3|wav|wave|aiff?|flac|m4a|mp4|aac|ogg|opus|wma)$/i;

/** A file itself, or the sound files of a zip; none of one that cannot be read. */
export async function listSoundFiles(file: File): Promise<SoundFile[]> {
  if (!/\.zip$/i.test(file.name)) return [{ path: file.name, bytes: file.size, read: async () => file }];
  const { BlobReader, BlobWriter, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js');
  const entries = await new ZipReader(new BlobReader(file), ZIP_OPTIONS).getEntries().catch(() => undefined);
  return (entries ?? [])
    .filter((entry) => !entry.directory)
    .filter(({ encrypted, filename }) => !encrypted && SOUND_NAME.test(filename))
    .slice(0, ENTRIES_MAX)
    .map((entry) => ({
      path: entry.filename,
      bytes: entry.uncompressedSize,
      read: () => entry.getData(new BlobWriter()),
    }));
}

/** Says who a copy was made for, by its sound, which takes longer than other calls may. While another file is read, waits. @throws ApiError; AbortError */
export async function traceFileSound(name: string, sound: Blob, signal: AbortSignal): Promise<TracedSound> {
  for (let attempt = 0; ; attempt++)
    try {
      return (await sendBytes(buildUrl(traceSound, { query: { name } }), sound, signal, {
        timeoutMs: TRACE_SOUND_MS,
      })) as TracedSound;
    } catch (failure) {
      const delay = DELAYS_S[attempt];
      if (signal.aborted || getRefusalCode(failure) !== 'BUSY' || delay === undefined) throw failure;
      await wait(1000 * delay, signal);
    }
}

/** A file itself, or the files of a zip. A zip that cannot be unpacked is searched as it is. */
async function readContents(file: File): Promise<Pick<Trace, 'totalBytes' | 'unread'> & { contents: Content[] }> {
  const whole = {
    contents: [{ path: '', parts: () => slice(file) }],
    totalBytes: file.size,
    unread: [] as Trace['unread'],
  };
  if (!/\.zip$/i.test(file.name)) return whole;
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js');
  const entries = await new ZipReader(new BlobReader(file), ZIP_OPTIONS).getEntries().catch(() => undefined);
  if (!entries) return { ...whole, unread: [{ path: '', reason: 'damaged' }] };
  const files = entries.filter((entry) => !entry.directory);
  const bytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (files.length > ENTRIES_MAX || bytes > Math.min(UNPACKED_MAX, Math.max(RATIO_FREE_BYTES, file.size * RATIO_MAX)))
    return { ...whole, unread: [{ path: '', reason: 'large' }] };
  const readable = files.filter(({ encrypted }) => !encrypted);
  const unread = files
    .map(({ filename: path, encrypted }) => ({ path, reason: encrypted ? ('protected' as const) : ('zip' as const) }))
    .filter(({ path, reason }) => reason === 'protected' || /\.zip$/i.test(path));
  return {
    contents: readable.map((entry) => ({
      path: entry.filename,
      parts: () => {
        const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
        entry.getData(writable).catch((failure: unknown) => writable.abort(failure));
        return collect(readable);
      },
    })),
    totalBytes: readable.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
    unread,
  };
}

async function* slice(file: File): AsyncGenerator<Part> {
  for (let start = 0, done = 0; done < file.size; start += TRACE_SENT_BYTES - TRACE_OVERLAP_BYTES) {
    const end = Math.min(file.size, start + TRACE_SENT_BYTES);
    yield { body: file.slice(start, end), bytes: end - done };
    done = end;
  }
}

async function* collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Part> {
  const buffer = new Uint8Array(TRACE_SENT_BYTES);
  let [filled, fresh] = [0, 0];
  const reader = stream.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    for (let from = 0; from < chunk.value.length; ) {
      const taken = chunk.value.subarray(from, from + buffer.length - filled);
      buffer.set(taken, filled);
      from += taken.length;
      filled += taken.length;
      fresh += taken.length;
      if (filled < buffer.length) continue;
      yield { body: new Blob([buffer]), bytes: fresh };
      buffer.copyWithin(0, filled - TRACE_OVERLAP_BYTES);
      [filled, fresh] = [TRACE_OVERLAP_BYTES, 0];
    }
  if (fresh > 0) yield { body: new Blob([buffer.subarray(0, filled)]), bytes: fresh };
}
