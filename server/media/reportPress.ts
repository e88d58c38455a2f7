import { Worker } from 'node:worker_threads';
import type { Report } from './reportPdf.ts';

/** Sets sheets, each in a thread of its own: a long one takes as long as hundreds of pages of the gallery. */
export interface Press {
  set(report: Report): Promise<Buffer>;
}

/** One sheet at a time: each needs the memory of a small program. */
export function openPress(): Press {
  let last: Promise<unknown> = Promise.resolve();
  return {
    set(report) {
      const pdf = last.then(() => setApart(report));
      last = pdf.catch(() => undefined);
      return pdf;
    },
  };
}

function setApart(report: Report): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./reportWorker.ts', import.meta.url), { workerData: report });
    worker.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The sheet was not finished.')));
  });
}
