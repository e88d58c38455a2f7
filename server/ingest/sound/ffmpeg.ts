import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { DeliveryRefusal, DURATION_SECONDS_MAX } from '../../catalogue/document/deliveryRules.ts';
import { parseFormatChunk } from '../../platform/storage/riff.ts';
import { type AudioBlock, BLOCK_FRAMES, decodePcm } from '../decoders/pcm.ts';

const PROBE_MS = 10_000;

/** Gives the path when that ffmpeg runs and can encode MP3. */
export async function findFfmpeg(path = 'ffmpeg'): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['-hide_banner', '-encoders'], { timeout: PROBE_MS });
    return stdout.includes('libmp3lame') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Receives each started process, so that its owner can kill it. */
export type OnProcess = (child: ChildProcess) => void;

/**
 * Decodes the first audio stream of a file, or of a range of it, to floats. The fixed demuxer and protocols keep a
 * disguised playlist from opening other files.
 */
export async function decodeWithFfmpeg(
  ffmpeg: string,
  input: {
    path: string;
    demuxer: string;
    range?: { start: number; end: number } | undefined;
    /** Default: that of the file. */
    sampleRate?: number;
  },
  onProcess: OnProcess,
) {
  const { path, demuxer, range } = input;
  const url = range ? `subfile,,start,${range.start},end,${range.end},,:file:${path}` : `file:${path}`;
  const file = ['-protocol_whitelist', 'file,pipe,subfile', '-f', demuxer, '-i', url];
  const selection = ['-map', '0:a:0', '-t', String(DURATION_SECONDS_MAX + 1)];
  const resampling = input.sampleRate ? ['-ar', String(input.sampleRate)] : [];
  const output = ['-c:a', 'pcm_f32le', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'wav', 'pipe:1'];
  const { child, exit } = startFfmpeg(ffmpeg, [...file, ...selection, ...resampling, ...output], onProcess);
  const chunks: AsyncIterableIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  const head = await readWavHead(chunks);
  if (!head) {
    await exit;
    throw new DeliveryRefusal('No sound could be decoded.');
  }
  const { sampleRate, channels, channelMask } = head;
  return { sampleRate, channels, channelMask, blocks: readBlocks(head, chunks, exit) };
}

/** Encodes raw floats from its standard input into an MP3 file of 320 kbit/s with an Info header and no tags. */
export function encodeWithFfmpeg(
  ffmpeg: string,
  format: { path: string; sampleRate: number; outputRate: number; channels: number; isSpliceable?: boolean },
  onProcess: OnProcess,
) {
  const { path, sampleRate, outputRate, channels, isSpliceable } = format;
  const input = ['-f', 'f32le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0'];
  const encoding = ['-map_metadata', '-1', '-c:a', 'libmp3lame', '-b:a', '320k', '-ar', String(outputRate)];
  if (isSpliceable) encoding.push('-reservoir', '0');
  const tags = ['-id3v2_version', '0', '-write_id3v1', '0', '-write_xing', isSpliceable ? '0' : '1'];
  const output = [...tags, '-f', 'mp3', '-y', `file:${path}`];
  const { child, exit } = startFfmpeg(ffmpeg, [...input, ...encoding, ...output], onProcess);
  return { stdin: child.stdin, exit, kill: () => child.kill('SIGKILL') };
}

/**
 * Encodes a range of PCM in a file as FLAC. The result is a seekable file, else its head would lack length and checksum.
 */
export async function encodeFlac(
  ffmpeg: string,
  pcm: { path: string; offset: number; bytes: number; sampleRate: number; channels: number; bits: number },
  target: string,
): Promise<void> {
  const { path, offset, bytes, sampleRate, channels, bits } = pcm;
  const range = `subfile,,start,${offset},end,${offset + bytes},,:file:${path}`;
  const format = ['-f', `s${bits}le`, '-ar', String(sampleRate), '-ac', String(channels)];
  const input = ['-protocol_whitelist', 'file,subfile', ...format, '-i', range];
  const encoding = ['-map_metadata', '-1', '-c:a', 'flac', '-flags', '+bitexact', '-fflags', '+bitexact'];
  const { exit } = startFfmpeg(ffmpeg, [...input, ...encoding, '-f', 'flac', '-y', `file:${target}`], () => {});
  await exit;
}

function startFfmpeg(ffmpeg: string, args: string[], onProcess: OnProcess) {
  const child = spawn(ffmpeg, ['-hide_banner', '-nostats', '-v', 'error', '-threads', '1', ...args]);
  onProcess(child);
  const exit = waitForExit(child);
  // An early end rejects `exit`, which a caller that stopped reading does not await.
  exit.catch(() => {});
  child.stdin.on('error', () => {});
  return { child, exit };
}

async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<void> {
  const messages: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (messages.length < 20) messages.push(text);
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  // An MP3 that begins within a stream lacks the bits of the frames before; players start one frame later.
  const reason = messages
    .join('')
    .split('\n')
    .filter((line) => !/invalid new backstep/.test(line))
    .join('\n');
  // ffmpeg may end with 0 although the last bytes were not written.
  if (UNWRITTEN.test(reason)) throw Object.assign(new Error(reason), { code: FULL.test(reason) ? 'ENOSPC' : 'EIO' });
  // It reports damage and still ends with 0, because it leaves out what it cannot decode.
  if (code === 0 && reason === '') return;
  throw new DeliveryRefusal(`It cannot be decoded: ${formatReason(reason) || 'ffmpeg ended early'}.`);
}

const FULL = /No space left on device|Disk quota exceeded/;
const UNWRITTEN = /No space left on device|Disk quota exceeded|Error (writing trailer|closing file)/;

const REASON_MAX = 1000;

/** Gives the first line without memory addresses and local paths. */
const formatReason = (text: string) =>
  (text.split('\n', 1)[0] ?? '')
    .slice(0, REASON_MAX)
    .replace(/\[[^\]]*@ 0x[0-9a-f]+\] /g, '')
    .replace(/file:\S.*\/[^/:]*: /, '')
    .replace(/\.$/, '');

interface WavHead {
  sampleRate: number;
  channels: number;
  channelMask: number;
  samples: Buffer;
}

async function readWavHead(chunks: AsyncIterator<Buffer>): Promise<WavHead | undefined> {
  let head = Buffer.alloc(0);
  for (;;) {
    const data = head.indexOf('data');
    if (data > 0 && head.length >= data + 8) {
      // `fmt ` is the first chunk.
      return { ...parseFormatChunk(head.subarray(20, data)), samples: head.subarray(data + 8) };
    }
    const next = await chunks.next();
    if (next.done) return undefined;
    head = Buffer.concat([head, next.value]);
  }
}

async function* readBlocks(
  { channels, samples }: WavHead,
  chunks: AsyncIterableIterator<Buffer>,
  exit: Promise<void>,
): AsyncGenerator<AudioBlock> {
  const frameBytes = channels * 4;
  const decode = (bytes: Buffer): AudioBlock => {
    const arrays = Array.from({ length: channels }, () => new Float32Array(Math.floor(bytes.length / frameBytes)));
    return { channels: decodePcm(bytes, { bits: 32, float: true, unsigned: false }, arrays) };
  };
  let pending = [samples];
  let pendingBytes = samples.length;
  for await (const chunk of chunks) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < BLOCK_FRAMES * frameBytes) continue;
    const bytes = Buffer.concat(pending);
    yield decode(bytes);
    pending = [bytes.subarray(bytes.length - (bytes.length % frameBytes))];
    pendingBytes = bytes.length % frameBytes;
  }
  yield decode(Buffer.concat(pending));
  await exit;
}
