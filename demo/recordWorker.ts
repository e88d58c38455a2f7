import { appendFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { RecordingRequest } from './music/recorder.ts';
import { synthesise } from './music/synthesiser.ts';
import { createWavHeader, encodePcm16 } from './wav.ts';

// Worker thread: writes one WAV file per message. An error ends the thread; the recorder then rejects the request.
parentPort?.on('message', ({ song, path, tags }: RecordingRequest) => {
  const pcm = encodePcm16(synthesise(song));
  writeFileSync(path, createWavHeader(pcm.length, tags));
  appendFileSync(path, pcm);
  parentPort?.postMessage('done');
});
