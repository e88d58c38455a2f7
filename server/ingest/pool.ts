import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
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

interface Task {
  asked: Asked;
  onProgress: (amount: number) => void;
  resolve(answer: Jobs[JobName]['answer']): void;
  reject(error: Error): void;
}

/** One thread per core unless told otherwise; threads start when they are first needed. */
export function openPool(size = availableParallelism(), stalledMs = STALLED_MS): Pool {
  const waiting: Task[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;

  const next = () => {
    while (waiting.length > 0 && !closed && (idle.length > 0 || all.size < size)) {
      const task = waiting.shift();
      const worker = idle.pop() ?? startWorker(all);
      if (task) void work(worker, task, stalledMs).then((alive) => release(worker, alive));
    }
  };
  const release = async (worker: Worker, alive: boolean) => {
    if (alive) idle.push(worker);
    else {
      all.delete(worker);
      await worker.terminate();
    }
    next();
  };

  return {
    size,
    run<Name extends JobName>(name: Name, ask: Jobs[Name]['ask'], onProgress: (amount: number) => void = () => {}) {
      return new Promise<Jobs[Name]['answer']>((resolve, reject) => {
        waiting.push({ asked: { name, ask } as Asked, onProgress, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      for (const task of waiting.splice(0)) task.reject(new Error('The import was ended.'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function startWorker(all: Set<Worker>): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: HEAP });
  all.add(worker);
  return worker;
}

/** Gives one task to a worker; false when the worker cannot be used again. */
function work(worker: Worker, task: Task, stalledMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const processes: number[] = [];
    const end = (alive: boolean) => {
      clearTimeout(watch);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      if (!alive) endProcesses(processes);
      resolve(alive);
    };
    const stalled = () => {
      task.reject(
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
        task.onProgress(said.amount);
      }
      if (said.kind === 'failed') task.reject(said.refused ? new DeliveryRefused(said.reason) : new Error(said.reason));
      if (said.kind === 'done') task.resolve(said.answer);
      if (said.kind === 'done' || said.kind === 'failed') end(true);
    };
    const onError = (error: Error) => {
      task.reject(new DeliveryRefused(`Reading it needed more than it may: ${error.message}.`));
      end(false);
    };
    const onExit = () => onError(new Error('its thread ended'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task.asked);
  });
}

/** A thread that is ended leaves its ffmpeg behind. */
function endProcesses(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
