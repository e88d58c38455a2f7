import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
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

interface Task {
  recording: Recording;
  resolve(): void;
  reject(error: Error): void;
}

/** Threads start when they are first needed. */
export function openRecorder(size = availableParallelism()): Recorder {
  const waiting: Task[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let closed = false;
  const next = () => {
    while (waiting.length > 0 && !closed && (idle.length > 0 || all.size < size)) {
      const task = waiting.shift();
      if (task) play(idle.pop() ?? start(), task);
    }
  };
  const start = () => {
    const worker = new Worker(new URL('./recordWorker.ts', import.meta.url));
    all.add(worker);
    return worker;
  };
  const play = (worker: Worker, { recording, resolve, reject }: Task) => {
    const end = () => {
      worker.off('message', onDone).off('error', onError).off('exit', onExit);
      next();
    };
    const onDone = () => {
      idle.push(worker);
      resolve();
      end();
    };
    const onError = (error: Error) => {
      all.delete(worker);
      reject(error);
      end();
    };
    const onExit = () => onError(new Error('A recording was ended.'));
    worker.on('message', onDone).on('error', onError).on('exit', onExit);
    worker.postMessage(recording);
  };
  return {
    record: (recording) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('The recorder is closed.'));
        waiting.push({ recording, resolve, reject });
        next();
      }),
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error('The recorder is closed.'));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
