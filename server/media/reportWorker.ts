import { parentPort, workerData } from 'node:worker_threads';
import { pdfOf, type Report } from './reportPdf.ts';

/** A thread that sets one sheet, so that nobody's music waits for it. */
parentPort?.postMessage(await pdfOf(workerData as Report));
