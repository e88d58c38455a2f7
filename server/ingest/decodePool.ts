import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Analysis } from '../catalogue/releaseDraft.ts';
import { sendSignal } from '../platform/process/processes.ts';
import { createWorkerPool, type Task } from '../platform/process/workerPool.ts';
import { DeliveryRefusal, STALLED_MS } from './deliveryRules.ts';
import type { InspectedFile } from './inspect.ts';
import type { RenderedAudio, RenderJob } from './render.ts';

// Untrusted files are parsed and decoded in worker threads. A file that crashes or stalls a thread is refused, and the
// thread is replaced.

export type JobRequest =
  | { name: 'inspect'; path: string }
  | { name: 'render'; job: RenderJob }
  | { name: 'measure'; path: string; ffmpeg: string | undefined };
type JobResult = InspectedFile | RenderedAudio | Analysis;
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
    inspect: (path: string) => run({ name: 'inspect', path }) as Promise<InspectedFile>,
    render: (job: RenderJob, onProgress: OnProgress) =>
      run({ name: 'render', job }, onProgress) as Promise<RenderedAudio>,
    measure: (path: string, ffmpeg: string | undefined) => run({ name: 'measure', path, ffmpeg }) as Promise<Analysis>,
    close: workers.close,
  };
}

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
    const onStalled = () => {
      const seconds = Math.round(stalledMs / 1000);
      reject(new DeliveryRefusal(`Reading it made no progress for ${seconds} seconds and was cancelled.`));
      end(false);
    };
    let timer = setTimeout(onStalled, stalledMs);
    const onMessage = (message: WorkerMessage) => {
      if (message.kind === 'process') pids.push(message.pid);
      if (message.kind === 'progress') {
        clearTimeout(timer);
        timer = setTimeout(onStalled, stalledMs);
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
