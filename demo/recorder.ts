import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createWorkerPool, type Task } from '../server/platform/process/workerPool.ts';
import type { Order } from './song.ts';
import type { WavTags } from './wav.ts';

/** A piece to be played into a WAV file. */
export interface Recording {
  order: Order;
  path: string;
  tags: WavTags;
}

/** Threads that make music, one per core. */
export interface Recorder {
  record(recording: Recording): Promise<void>;
  close(): Promise<void>;
}

/** Threads start when they are first needed. */
export function openRecorder(size = availableParallelism()): Recorder {
  const start = () => new Worker(new URL('./recordWorker.ts', import.meta.url));
  const { run, close } = createWorkerPool({ size, start, runTask: play, closedMessage: 'The recorder is closed.' });
  return { record: run, close };
}

function play(worker: Worker, { request: ask, resolve, reject }: Task<Recording, void>): Promise<boolean> {
  return new Promise((settle) => {
    const end = (alive: boolean) => {
      worker.off('message', onDone).off('error', onError).off('exit', onExit);
      settle(alive);
    };
    const onDone = () => {
      resolve();
      end(true);
    };
    const onError = (error: Error) => {
      reject(error);
      end(false);
    };
    const onExit = () => onError(new Error('A recording was ended.'));
    worker.on('message', onDone).on('error', onError).on('exit', onExit);
    worker.postMessage(ask);
  });
}
