import type { ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../platform/http/refusal.ts';
import { createWorkerPool, type Task } from '../../platform/process/workerPool.ts';
import type { Sheet } from './sheetPdf.ts';

/** Sheets that are rendered at once, each of another account; each needs much memory and processor time. */
const RUNNING_MAX = 2;
const WAITING_OF_ACCOUNT_MAX = 2;
const WAITING_MAX = 10;
const RETRY_AFTER_SECONDS = 10;

interface Job {
  accountid: number;
  sheet: Sheet;
  signal: AbortSignal;
  resolve: (pdf: Buffer) => void;
  reject: (reason: unknown) => void;
}

/**
 * Renders a PDF in a worker thread. A sheet whose client is gone is dropped.
 * @throws TOO_MANY_REQUESTS when sheets of this account wait, BUSY when too many of all accounts do
 */
export type RenderSheet = (sheet: Sheet, reader: { accountid: number; response: ServerResponse }) => Promise<Buffer>;

/** A queue in which an account's sheets run one after another, beside those of other accounts. */
export function createSheetRenderer(render: ReturnType<typeof createThreads> = createThreads()): RenderSheet {
  const waiting: Job[] = [];
  const running = new Set<Job>();

  const startNext = () => {
    const isFree = ({ accountid }: Job) => ![...running].some((job) => job.accountid === accountid);
    const index = running.size < RUNNING_MAX ? waiting.findIndex(isFree) : -1;
    const [job] = index === -1 ? [] : waiting.splice(index, 1);
    if (!job) return;
    running.add(job);
    void render(job.sheet, job.signal)
      .then(job.resolve, job.reject)
      .finally(() => {
        running.delete(job);
        startNext();
      });
    startNext();
  };

  return (sheet, { accountid, response }) =>
    new Promise((resolve, reject) => {
      if (waiting.filter((job) => job.accountid === accountid).length >= WAITING_OF_ACCOUNT_MAX)
        throw new Refusal('TOO_MANY_REQUESTS', undefined, RETRY_AFTER_SECONDS);
      if (waiting.length >= WAITING_MAX) throw new Refusal('BUSY', undefined, RETRY_AFTER_SECONDS);
      const gone = new AbortController();
      const job = { accountid, sheet, signal: gone.signal, resolve, reject };
      response.once('close', () => {
        gone.abort();
        const index = waiting.indexOf(job);
        if (index === -1) return;
        waiting.splice(index, 1);
        reject(new Refusal('BUSY'));
      });
      waiting.push(job);
      startNext();
    });
}

/** A thread needs longer to start than to render, so it also renders the sheets that wait; without any, it ends. */
function createThreads() {
  let pool: ReturnType<typeof openPool> | undefined;
  let running = 0;
  return async (sheet: Sheet, signal: AbortSignal): Promise<Buffer> => {
    pool ??= openPool();
    running++;
    try {
      return await pool.run({ sheet, signal });
    } finally {
      // The queue starts its next sheet before.
      setImmediate(() => {
        running--;
        if (running > 0) return;
        void pool?.close();
        pool = undefined;
      });
    }
  };
}

interface SheetRequest {
  sheet: Sheet;
  signal: AbortSignal;
}

const openPool = () =>
  createWorkerPool<SheetRequest, Buffer>({
    size: RUNNING_MAX,
    start: () => new Worker(new URL('./sheetWorker.ts', import.meta.url)),
    runTask,
    closedMessage: 'The sheets were closed.',
  });

function runTask(worker: Worker, { request, resolve, reject }: Task<SheetRequest, Buffer>): Promise<boolean> {
  const { sheet, signal } = request;
  return new Promise((finish) => {
    const end = (isAlive: boolean) => {
      worker.off('message', onMessage).off('error', fail).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      finish(isAlive);
    };
    const onMessage = (pdf: Uint8Array) => {
      resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
      end(true);
    };
    const fail = (reason: Error) => {
      reject(reason);
      end(false);
    };
    const onAbort = () => fail(new Refusal('BUSY'));
    const onExit = () => fail(new Error('The sheet worker ended without a result.'));
    worker.on('message', onMessage).on('error', fail).on('exit', onExit);
    signal.addEventListener('abort', onAbort);
    worker.postMessage(sheet);
  });
}
