import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { DeliveryRefusal, type ImportFailure, STALLED_MS } from '../../catalogue/document/deliveryRules.ts';
import type { Analysis } from '../../catalogue/document/releaseDraft.ts';
import { sendSignal } from '../../platform/process/processes.ts';
import { createWorkerPool, type Task } from '../../platform/process/workerPool.ts';
import type { ErnMessage } from '../ern/message.ts';
import type { ScanResult } from '../folders/scan.ts';
import type { UnzipJob } from '../folders/unpackZip.ts';
import type { Candidate, Detection } from '../mark/detect.ts';
import type { Pairs, PairsRequest } from '../mark/makePairs.ts';
import type { MarkedSong } from '../mark/readMark.ts';
import type { InspectedFile } from '../read/inspect.ts';
import type { RenderedAudio, RenderJob } from '../sound/render.ts';

// Untrusted files are unpacked, parsed and decoded in worker threads. A file that crashes or stalls a thread is refused,
// and the thread is replaced.

export type PairsJob = Pick<PairsRequest, 'original' | 'key' | 'folder' | 'formats'> & { ffmpeg: string };

/** Which of some marked sounds a file may be a copy of, by their prints. */
export interface FindJob {
  suspect: string;
  prints: Buffer[];
  ffmpeg: string;
}
export interface DetectJob {
  suspect: string;
  songs: (MarkedSong & { candidates: Candidate[] })[];
  ffmpeg: string;
}

export type JobRequest =
  | { name: 'inspect'; path: string }
  | { name: 'render'; job: RenderJob }
  | { name: 'measure'; path: string; ffmpeg: string | undefined }
  | { name: 'message'; root: string; path: string; now: Date }
  | { name: 'unzip'; job: UnzipJob }
  | { name: 'scan'; paths: string[] }
  | { name: 'pairs'; job: PairsJob }
  | { name: 'find'; job: FindJob }
  | { name: 'detect'; job: DetectJob };
type JobResult =
  | InspectedFile
  | RenderedAudio
  | Analysis
  | ErnMessage
  | ImportFailure[]
  | ScanResult
  | Pairs
  | number[]
  | Detection;
type OnProgress = (amount: number) => void;

export type WorkerMessage =
  /** `amount` grows: bytes read or seconds decoded. */
  | { kind: 'progress'; amount: number }
  | { kind: 'process'; pid: number }
  | { kind: 'done'; result: JobResult }
  /** `refused`: the file is at fault. Otherwise a bug, with its stack, or an error of the system, with its code. */
  | { kind: 'failed'; refused: boolean; reason: string; code: string | undefined };

interface PoolRequest {
  request: JobRequest;
  onProgress: OnProgress;
}

export type DecodePool = ReturnType<typeof openDecodePool>;

/**
 * Keeps an import below 500 MB: 180 MB for the main thread, 40 MB per worker thread, and with ffmpeg one or two
 * processes of 50 MB per thread.
 */
const THREADS_MAX = { ffmpeg: 3, embedded: 6 };

export const getThreads = (ffmpeg: string | undefined): number =>
  Math.min(ffmpeg ? THREADS_MAX.ffmpeg : THREADS_MAX.embedded, availableParallelism());

export function openDecodePool(size = availableParallelism(), stalledMs = STALLED_MS) {
  const workers = createWorkerPool<PoolRequest, JobResult>({
    size,
    start: () => new Worker(new URL('./decodeWorker.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS }),
    runTask: (worker, task) => runTask(worker, task, stalledMs),
    closedMessage: 'The import was stopped.',
  });
  const run = (request: JobRequest, onProgress: OnProgress = () => {}) => workers.run({ request, onProgress });
  return {
    size,
    /** What is decoded and stored now, by the storage key of its file: another run waits for it. */
    decoding: new Map<string, Promise<unknown>>(),
    inspect: (path: string) => run({ name: 'inspect', path }) as Promise<InspectedFile>,
    render: (job: RenderJob, onProgress: OnProgress) =>
      run({ name: 'render', job }, onProgress) as Promise<RenderedAudio>,
    measure: (path: string, ffmpeg: string | undefined) => run({ name: 'measure', path, ffmpeg }) as Promise<Analysis>,
    /** Parses a DDEX ERN message; `path` is inside the root. */
    readMessage: (root: string, path: string, now: Date) =>
      run({ name: 'message', root, path, now }) as Promise<ErnMessage>,
    /** Unpacks zips beside themselves and removes them. Gives what was not taken. */
    unzip: (job: UnzipJob) => run({ name: 'unzip', job }) as Promise<ImportFailure[]>,
    scan: (paths: string[]) => run({ name: 'scan', paths }) as Promise<ScanResult>,
    /** Makes both variants of a sound; buffers come from the thread as plain bytes. */
    makePairs: async (job: PairsJob): Promise<Pairs> => {
      const { segments, pairs, prints } = (await run({ name: 'pairs', job })) as Pairs;
      return {
        segments,
        pairs: pairs.map((pair) => ({ ...pair, ends: Buffer.from(pair.ends), crcB: Buffer.from(pair.crcB) })),
        prints: Buffer.from(prints),
      };
    },
    /** How well a file fits to each of some prints: 0 to 1. */
    findMarked: (job: FindJob) => run({ name: 'find', job }) as Promise<number[]>,
    detect: async (job: DetectJob): Promise<Detection> => {
      const found = (await run({ name: 'detect', job })) as Detection;
      if (found.kind === 'made-for') return { ...found, code: Buffer.from(found.code) };
      return found.kind === 'mix' ? { ...found, codes: found.codes.map((code) => Buffer.from(code)) } : found;
    },
    close: workers.close,
  };
}

/** No message that a distributor sends needs a second. */
const MESSAGE_MS = 10_000;

/** Audio blocks are short-lived, so the young generation is small. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/** Gives false when the worker cannot be used again. */
function runTask(worker: Worker, task: Task<PoolRequest, JobResult>, stalledMs: number): Promise<boolean> {
  const { resolve, reject } = task;
  const { request, onProgress } = task.request;
  return new Promise((finish) => {
    const pids: number[] = [];
    const end = (isAlive: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      // Terminating a thread does not end its ffmpeg processes.
      if (!isAlive) for (const pid of pids) sendSignal(pid, 'SIGKILL');
      finish(isAlive);
    };
    const limitMs = request.name === 'message' ? Math.min(MESSAGE_MS, stalledMs) : stalledMs;
    const onStalled = () => {
      const seconds = Math.round(limitMs / 1000);
      reject(new DeliveryRefusal(`Reading it made no progress for ${seconds} seconds and was cancelled.`));
      end(false);
    };
    let timer = setTimeout(onStalled, limitMs);
    const onMessage = (message: WorkerMessage) => {
      if (message.kind === 'process') pids.push(message.pid);
      if (message.kind === 'progress') {
        clearTimeout(timer);
        timer = setTimeout(onStalled, limitMs);
        onProgress(message.amount);
      }
      if (message.kind === 'failed')
        reject(
          message.refused
            ? new DeliveryRefusal(message.reason)
            : Object.assign(new Error(message.reason), { code: message.code }),
        );
      if (message.kind === 'done') resolve(message.result);
      if (message.kind === 'done' || message.kind === 'failed') end(true);
    };
    const onError = (error: Error) => {
      reject(new DeliveryRefusal(`Reading it failed: ${error.message}.`));
      end(false);
    };
    const onExit = () => onError(new Error('its thread ended'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
