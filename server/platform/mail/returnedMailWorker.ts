import { parentPort } from 'node:worker_threads';
import { parseReturnedMail } from './returnedMail.ts';

const port = parentPort;
if (!port) throw new Error('The parser of returned mails starts this file as a worker thread.');

port.on('message', (raw: Uint8Array) => {
  parseReturnedMail(raw).then(
    (mail) => port.postMessage({ mail }),
    (reason: unknown) => port.postMessage({ problem: String(reason) }),
  );
});
