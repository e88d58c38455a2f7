import { parentPort } from 'node:worker_threads';
import { inspectFile } from './inspect.ts';
import type { Asked, Said } from './jobs.ts';
import { DeliveryRefused } from './refused.ts';
import { renderAudio } from './render.ts';

/** Often enough for the watch, seldom enough to cost nothing. */
const PROGRESS_MS = 200;

if (!parentPort) throw new Error('This file is started by the pool.');
const port = parentPort;
const say = (said: Said) => port.postMessage(said);

port.on('message', (asked: Asked) => {
  answer(asked).then(
    (result) => say({ kind: 'done', answer: result }),
    (error: unknown) => say(failure(error)),
  );
});
say({ kind: 'ready' });

function answer(asked: Asked) {
  let told = 0;
  const onProgress = (amount: number) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    say({ kind: 'progress', amount });
  };
  if (asked.name === 'inspect') return inspectFile(asked.ask.path, onProgress);
  return renderAudio(asked.ask, onProgress, ({ pid }) => {
    if (pid !== undefined) say({ kind: 'process', pid });
  });
}

function failure(error: unknown): Said {
  if (error instanceof DeliveryRefused) return { kind: 'failed', refused: true, reason: error.message };
  if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'ENOENT')) {
    return { kind: 'failed', refused: true, reason: 'The file cannot be opened.' };
  }
  return {
    kind: 'failed',
    refused: false,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
