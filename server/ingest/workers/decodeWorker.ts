import { parentPort } from 'node:worker_threads';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readMessage } from '../ern/message.ts';
import { parseXml, XML_BYTES_MAX } from '../ern/xml.ts';
import { scanPaths } from '../folders/scan.ts';
import { unpackZips } from '../folders/unpackZip.ts';
import { openSound } from '../mark/decodeSound.ts';
import { detect } from '../mark/detect.ts';
import { createFinder } from '../mark/findSong.ts';
import { makePairs } from '../mark/makePairs.ts';
import { createPrinter } from '../mark/prints.ts';
import { readDeliveryFile } from '../read/deliveryFiles.ts';
import { inspectFile } from '../read/inspect.ts';
import type { OnProcess } from '../sound/ffmpeg.ts';
import { measureAudio, renderAudio } from '../sound/render.ts';
import type { DetectJob, FindJob, JobRequest, WorkerMessage } from './decodePool.ts';

const PROGRESS_INTERVAL_MS = 200;
/** Of a file that is looked for among marked sounds. */
const SEARCHED_SECONDS = 180;

if (!parentPort) throw new Error('The decode pool starts this file as a worker thread.');
const port = parentPort;
const post = (message: WorkerMessage) => port.postMessage(message);

port.on('message', (request: JobRequest) => {
  runJob(request).then(
    (result) => post({ kind: 'done', result }),
    (error: unknown) => post(buildFailure(error)),
  );
});

function runJob(request: JobRequest) {
  let reportedAt = 0;
  const onProgress = (amount: number) => {
    const now = performance.now();
    if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
    reportedAt = now;
    post({ kind: 'progress', amount });
  };
  if (request.name === 'inspect') return inspectFile(request.path, onProgress);
  if (request.name === 'message') return readMessageFile(request);
  if (request.name === 'unzip') return unpackZips(request.job, onProgress);
  if (request.name === 'scan') return scanPaths(request.paths);
  const onProcess: OnProcess = ({ pid }) => {
    if (pid !== undefined) post({ kind: 'process', pid });
  };
  if (request.name === 'measure') return measureAudio(request.path, request.ffmpeg, onProgress, onProcess);
  if (request.name === 'find') return findMarked(request.job, onProcess);
  if (request.name === 'detect') return detectMark(request.job, onProgress, onProcess);
  if (request.name === 'pairs')
    return makePairs({ ...request.job, key: Buffer.from(request.job.key), onProcess, onProgress });
  return renderAudio(request.job, onProgress, onProcess);
}

async function findMarked({ suspect, prints, ffmpeg }: FindJob, onProcess: OnProcess): Promise<number[]> {
  const sound = await openSound(suspect, undefined, { ffmpeg, onProcess });
  const printer = createPrinter(sound.sampleRate);
  let seconds = 0;
  for await (const { channels } of sound.blocks) {
    printer.add(channels);
    seconds += (channels[0]?.length ?? 0) / sound.sampleRate;
    if (seconds > SEARCHED_SECONDS) break;
  }
  const find = createFinder(printer.result());
  return prints.map((song) => Math.max(0, ...find(Buffer.from(song)).map(({ correlation }) => correlation)));
}

function detectMark({ suspect, songs, ffmpeg }: DetectJob, onProgress: (amount: number) => void, onProcess: OnProcess) {
  return detect({
    suspect,
    ffmpeg,
    onProgress,
    onProcess,
    songs: songs.map(({ candidates: _candidates, ...song }) => ({
      ...song,
      key: Buffer.from(song.key),
      ...(song.prints && { prints: Buffer.from(song.prints) }),
    })),
    candidates: async (trackId) =>
      (songs.find((song) => song.trackId === trackId)?.candidates ?? []).map(({ code, first }) => ({
        code: Buffer.from(code),
        first,
      })),
  });
}

async function readMessageFile({ root, path, now }: { root: string; path: string; now: Date }) {
  return readMessage(parseXml(await readDeliveryFile(root, path, XML_BYTES_MAX)), now);
}

function buildFailure(error: unknown): WorkerMessage {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof DeliveryRefusal) return { kind: 'failed', refused: true, reason: error.message, code };
  if (code === 'EACCES' || code === 'ENOENT')
    return { kind: 'failed', refused: true, reason: 'The file cannot be opened.', code };
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'failed', refused: false, reason, code };
}
