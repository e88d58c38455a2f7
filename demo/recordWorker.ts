import { appendFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { toPcm16 } from './master.ts';
import type { Recording } from './recorder.ts';
import { synthesise } from './synth.ts';
import { wavHead } from './wav.ts';

/** A thread that plays one piece after another into files; what fails ends it, and the recorder hears of that. */
parentPort?.on('message', ({ order, path, tags }: Recording) => {
  const pcm = toPcm16(synthesise(order));
  writeFileSync(path, wavHead(pcm.length, tags));
  appendFileSync(path, pcm);
  parentPort?.postMessage('done');
});
