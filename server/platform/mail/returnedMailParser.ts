import { Worker } from 'node:worker_threads';
import { createWorkerPool, type Task } from '../process/workerPool.ts';
import type { ReturnedMail } from './returnedMail.ts';

// Strangers write these mails. Each is parsed in a thread with limits of memory and time, so that a bad one costs itself.

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };
const TIME_LIMIT_MS = 10_000;

type Answer = { mail: ReturnedMail } | { problem: string };

export type ReturnedMailParser = ReturnType<typeof openReturnedMailParser>;

/** Parses one mail at a time. `parse` rejects a mail that exceeds a limit. */
export function openReturnedMailParser(timeLimitMs = TIME_LIMIT_MS) {
  const { run, close } = createWorkerPool<Uint8Array, ReturnedMail>({
    size: 1,
    start: () => new Worker(new URL('./returnedMailWorker.ts', import.meta.url), { resourceLimits: RESOURCE_LIMITS }),
    runTask: (worker, task) => runTask(worker, task, timeLimitMs),
    closedMessage: 'The parser was closed.',
  });
  return { parse: run, close };
}

function runTask(worker: Worker, { request, resolve, reject }: Task<Uint8Array, ReturnedMail>, limitMs: number) {
  return new Promise<boolean>((finish) => {
    const end = (isAlive: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', fail).off('exit', onExit);
      finish(isAlive);
    };
    const fail = (reason: Error) => {
      reject(reason);
      end(false);
    };
    const onExit = () => fail(new Error('Its thread ended.'));
    const timer = setTimeout(() => fail(new Error('It took too long.')), limitMs);
    const onMessage = (answer: Answer) => {
      if ('mail' in answer) resolve(answer.mail);
      else reject(new Error(answer.problem));
      end(true);
    };
    worker.on('message', onMessage).on('error', fail).on('exit', onExit);
    worker.postMessage(request);
  });
}
