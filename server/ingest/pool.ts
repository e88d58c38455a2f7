import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { signal } from '../platform/process/otherProcess.ts';
import { openThreads, type Task } from '../platform/process/threads.ts';
import type { Asked, JobName, Jobs, Said } from './jobs.ts';
import { STALLED_MS } from './limits.ts';
import { DeliveryRefused } from './refused.ts';

/** Worker threads that parse and decode what strangers sent; one that hangs or dies takes only its file with it. */
export interface Pool {
  size: number;
  run<Name extends JobName>(
    name: Name,
    ask: Jobs[Name]['ask'],
    onProgress?: (amount: number) => void,
  ): Promise<Jobs[Name]['answer']>;
  close(): Promise<void>;
}

/** Parsers of strangers' files stay within this; blocks of sound are short-lived, so little is kept for the young. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Ask {
  asked: Asked;
  onProgress: (amount: number) => void;
}
type Answer = Jobs[JobName]['answer'];

/** One thread per core unless told otherwise; threads start when they are first needed. */
export function openPool(size = availableParallelism(), stalledMs = STALLED_MS): Pool {
  const threads = openThreads<Ask, Answer>({
    size,
    start: () => new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: HEAP }),
    work: (worker, task) => work(worker, task, stalledMs),
    whenClosed: 'The import was ended.',
  });
  return {
    size,
    run: <Name extends JobName>(name: Name, ask: Jobs[Name]['ask'], onProgress: Ask['onProgress'] = () => {}) =>
      threads.run({ asked: { name, ask } as Asked, onProgress }),
    close: threads.close,
  };
}

/** Gives one task to a worker; false when the worker cannot be used again. */
function work(worker: Worker, { ask, resolve: done, reject }: Task<Ask, Answer>, stalledMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const processes: number[] = [];
    const end = (alive: boolean) => {
      clearTimeout(watch);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      // A thread that is ended leaves its ffmpeg behind.
      if (!alive) for (const pid of processes) signal(pid, 'SIGKILL');
      resolve(alive);
    };
    const stalled = () => {
      reject(
        new DeliveryRefused(
          `Reading it made no progress for ${Math.round(stalledMs / 1000)} seconds; it was given up.`,
        ),
      );
      end(false);
    };
    let watch = setTimeout(stalled, stalledMs);
    const onMessage = (said: Said) => {
      if (said.kind === 'process') processes.push(said.pid);
      if (said.kind === 'progress') {
        clearTimeout(watch);
        watch = setTimeout(stalled, stalledMs);
        ask.onProgress(said.amount);
      }
      if (said.kind === 'failed') reject(said.refused ? new DeliveryRefused(said.reason) : new Error(said.reason));
      if (said.kind === 'done') done(said.answer);
      if (said.kind === 'done' || said.kind === 'failed') end(true);
    };
    const onError = (error: Error) => {
      reject(new DeliveryRefused(`Reading it needed more than it may: ${error.message}.`));
      end(false);
    };
    const onExit = () => onError(new Error('its thread ended'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(ask.asked);
  });
}
