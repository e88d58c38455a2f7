import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createWorkerPool, type Task } from '../../server/platform/process/workerPool.ts';
import type { SongRequest } from '../song.ts';
import type { WavTags } from '../wav.ts';

/** A song to synthesise into a WAV file. */
export interface RecordingRequest {
  song: SongRequest;
  path: string;
  tags: WavTags;
}

/** A pool of worker threads that synthesise songs. */
export interface Recorder {
  record(recording: RecordingRequest): Promise<void>;
  close(): Promise<void>;
}

/** Threads start on first use; default size: one per core. */
export function openRecorder(size = availableParallelism()): Recorder {
  const startWorker = () => new Worker(new URL('../recordWorker.ts', import.meta.url));
  const { run, close } = createWorkerPool({
    size,
    start: startWorker,
    runTask: runRecording,
    closedMessage: 'The recorder is closed.',
  });
  return { record: run, close };
}

function runRecording(worker: Worker, { request, resolve, reject }: Task<RecordingRequest, void>): Promise<boolean> {
  return new Promise((settle) => {
    const finish = (isAlive: boolean) => {
      worker.off('message', onDone).off('error', onError).off('exit', onExit);
      settle(isAlive);
    };
    const onDone = () => {
      resolve();
      finish(true);
    };
    const onError = (error: Error) => {
      reject(error);
      finish(false);
    };
    const onExit = () => onError(new Error('A recording thread ended unexpectedly.'));
    worker.on('message', onDone).on('error', onError).on('exit', onExit);
    worker.postMessage(request);
  });
}
