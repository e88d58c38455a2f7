import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { SECONDS_MAX } from './limits.ts';
import { DeliveryRefused } from './refused.ts';
import { BLOCK_FRAMES, type Block } from './sound.ts';

const PROBE_MS = 10_000;

/** The ffmpeg to use: the given one or the one on the path, when it runs and can write MP3; else undefined. */
export async function findFfmpeg(path = 'ffmpeg'): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ['-hide_banner', '-encoders'], { timeout: PROBE_MS });
    return stdout.includes('libmp3lame') ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Told of every process that is started, so that one that hangs can be ended with its file. */
export type OnProcess = (child: ChildProcess) => void;

/**
 * Decodes the first sound of a file to floats. The demuxer is given, so that a playlist in disguise opens nothing else.
 * @throws DeliveryRefused with what ffmpeg said, while the blocks are read or before
 */
export async function decodeWithFfmpeg(ffmpeg: string, path: string, demuxer: string, onProcess: OnProcess) {
  const child = start(
    ffmpeg,
    [
      '-protocol_whitelist',
      'file,pipe',
      '-f',
      demuxer,
      '-i',
      `file:${path}`,
      '-map',
      '0:a:0',
      '-t',
      String(SECONDS_MAX + 1),
    ].concat(['-c:a', 'pcm_f32le', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'wav', 'pipe:1']),
    onProcess,
  );
  const bytes = chunksOf(child.stdout);
  const ended = whenEnded(child);
  const head = await readWavHead(bytes);
  if (!head) {
    await ended;
    throw new DeliveryRefused('No sound could be decoded.');
  }
  return { sampleRate: head.sampleRate, channels: head.channels, blocks: blocksOf(head, bytes, ended) };
}

/** Encodes raw floats that are written to its standard input into an MP3 file of 320 kbit/s with an Info header and no tags. */
export function encodeWithFfmpeg(
  ffmpeg: string,
  {
    path,
    sampleRate,
    outputRate,
    channels,
  }: { path: string; sampleRate: number; outputRate: number; channels: number },
  onProcess: OnProcess,
) {
  const child = start(
    ffmpeg,
    ['-f', 'f32le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0', '-map_metadata', '-1']
      .concat(['-c:a', 'libmp3lame', '-b:a', '320k', '-ar', String(outputRate)])
      .concat(['-id3v2_version', '0', '-write_id3v1', '0', '-write_xing', '1', '-f', 'mp3', '-y', `file:${path}`]),
    onProcess,
  );
  return { stdin: child.stdin, ended: whenEnded(child), kill: () => child.kill('SIGKILL') };
}

function start(ffmpeg: string, args: string[], onProcess: OnProcess): ChildProcessWithoutNullStreams {
  const child = spawn(ffmpeg, ['-hide_banner', '-nostats', '-v', 'error', '-threads', '1', ...args]);
  // A process that ended early is reported by `whenEnded`; its broken pipe says nothing more.
  child.stdin.on('error', () => {});
  onProcess(child);
  return child;
}

async function whenEnded(child: ChildProcessWithoutNullStreams): Promise<void> {
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 20) said.push(text);
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0)
    throw new DeliveryRefused(`It cannot be decoded: ${reasonIn(said.join('')) || 'ffmpeg ended early'}.`);
}

/** First line, without addresses in memory and our own paths. */
const reasonIn = (text: string) =>
  (text.split('\n', 1)[0] ?? '')
    .replace(/\[[^\]]*@ 0x[0-9a-f]+\] /g, '')
    .replace(/file:\S.*\/[^/:]*: /, '')
    .replace(/\.$/, '');

async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  yield* stream as AsyncIterable<Buffer>;
}

interface Head {
  sampleRate: number;
  channels: number;
  rest: Buffer;
}

async function readWavHead(bytes: AsyncGenerator<Buffer>): Promise<Head | undefined> {
  let head = Buffer.alloc(0);
  for (;;) {
    const at = head.indexOf('data');
    if (at > 0 && head.length >= at + 8) {
      return { channels: head.readUInt16LE(22), sampleRate: head.readUInt32LE(24), rest: head.subarray(at + 8) };
    }
    const next = await bytes.next();
    if (next.done) return undefined;
    head = Buffer.concat([head, next.value]);
  }
}

async function* blocksOf(head: Head, bytes: AsyncGenerator<Buffer>, ended: Promise<void>): AsyncGenerator<Block> {
  const frameBytes = head.channels * 4;
  const blockBytes = BLOCK_FRAMES * frameBytes;
  let pending = [head.rest];
  let held = head.rest.length;
  for await (const chunk of bytes) {
    pending.push(chunk);
    held += chunk.length;
    if (held < blockBytes) continue;
    const all = Buffer.concat(pending);
    const whole = all.length - (all.length % frameBytes);
    yield { channels: deinterleave(all.subarray(0, whole), head.channels) };
    pending = [all.subarray(whole)];
    held = all.length - whole;
  }
  const last = Buffer.concat(pending);
  yield { channels: deinterleave(last.subarray(0, last.length - (last.length % frameBytes)), head.channels) };
  await ended;
}

function deinterleave(bytes: Buffer, channelCount: number): Float32Array[] {
  const frames = bytes.length / 4 / channelCount;
  return Array.from({ length: channelCount }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame++)
      samples[frame] = bytes.readFloatLE((frame * channelCount + channel) * 4);
    return samples;
  });
}
