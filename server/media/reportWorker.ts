import { parentPort, workerData } from 'node:worker_threads';
import { type Report, renderReport } from './reportPdf.ts';

parentPort?.postMessage(await renderReport(workerData as Report));
