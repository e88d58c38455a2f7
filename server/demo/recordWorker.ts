import { writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { toPcm16 } from './master.ts';
import type { Recording } from './recorder.ts';
import { synthesise } from './synth.ts';
import { wavFile } from './wav.ts';

/** A thread that plays one piece after another into files. */
parentPort?.on('message', async ({ order, path, tags }: Recording) => {
  await writeFile(path, wavFile(toPcm16(synthesise(order)), tags));
  parentPort?.postMessage('done');
});
