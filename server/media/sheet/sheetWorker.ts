import { parentPort, workerData } from 'node:worker_threads';
import { renderSheet, type Sheet } from './sheetPdf.ts';

parentPort?.postMessage(await renderSheet(workerData as Sheet));
