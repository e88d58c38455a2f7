import { parentPort } from 'node:worker_threads';
import { renderSheet, type Sheet } from './sheetPdf.ts';

// One sheet after another; a failure ends the thread.
parentPort?.on('message', (sheet: Sheet) => {
  void renderSheet(sheet).then((pdf) => parentPort?.postMessage(pdf));
});
