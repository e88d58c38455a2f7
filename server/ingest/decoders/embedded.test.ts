import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { fixture } from '../../testing/deliveries.ts';
import { getLoudnessWeights } from '../analysis/channels.ts';
import { createLoudnessMeter } from '../analysis/loudness.ts';
import { inspectFile } from '../read/inspect.ts';
import { type DecodedAudio, openDecoder } from '../sound/decode.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { createPeakCollector } from '../sound/peaks.ts';
import { encodePcm } from './pcm.ts';

const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
afterAll(() => rm(folder, { recursive: true }));

/** Decodes and analyses a file as an import does. */
async function analyse(path: string, program?: string) {
  const { media, bytes } = await inspectFile(path, () => {});
  const file = await open(path, 'r');
  try {
    return await analyseBlocks(await openDecoder({ path, file, bytes, media }, program, () => {}));
  } finally {
    await file.close();
  }
}

async function analyseBlocks({ sampleRate, channelMask, blocks }: DecodedAudio) {
  const peaks = createPeakCollector();
  const meter = createLoudnessMeter(sampleRate, getLoudnessWeights(channelMask));
  const pcm: Buffer[] = [];
  let frames = 0;
  for await (const block of blocks) {
    peaks.add(block.channels);
    meter.add(block.channels);
    pcm.push(encodePcm(block.channels, { bits: 24, float: false }));
    frames += block.channels[0]?.length ?? 0;
  }
  const peak = 20 * Math.log10(peaks.highest());
  return { sampleRate, seconds: frames / sampleRate, ...meter.result(), peak, pcm: Buffer.concat(pcm) };
}

/** Makes 0.7 seconds of noise and tones that differ by channel, which use every kind of prediction. */
async function encode(name: string, channels: number, options: readonly string[]): Promise<string> {
  const path = join(folder, name);
  const expressions = Array.from(
    { length: channels },
    (_, channel) => `0.3*sin(${2 * (channel + 2)}*PI*110*t)+0.05*random(${channel})*sin(9*t)`,
  );
  const source = ['-f', 'lavfi', '-i', `aevalsrc=${expressions.join('|')}:s=44100:d=0.7`];
  await promisify(execFile)(ffmpeg ?? '', ['-v', 'error', ...source, ...options, '-y', path]);
  return path;
}

/** As libflac, libvorbis, libopus, mpg123 and Apple's decoder analysed the fixtures. */
const analysed = [
  ['alac.m4a', -21.484, -15.064],
  ['alac-faststart.m4a', -21.404, -15.065],
  ['cbr320.mp3', -21.484, -18.073],
  ['embedded-cover.mp3', -21.929, -15.496],
  ['flac16.flac', -21.484, -18.075],
  ['flac24.flac', -21.404, -15.065],
  ['id3v24-utf8.mp3', -21.929, -18.52],
  ['opus.ogg', -21.48, -17.869],
  ['vorbis.ogg', -21.447, -17.89],
] as const;

test.each(analysed)('%s has a loudness of %d LUFS and a peak of %d dBFS', async (name, loudness, peak) => {
  const own = await analyse(fixture(name));
  expect(own.seconds).toBeCloseTo(1.2, 3);
  expect(own.loudness).toBeCloseTo(loudness, 2);
  expect(own.peak).toBeCloseTo(peak, 2);
});

const lossless = [
  ['16.flac', 2, ['-sample_fmt', 's16']],
  ['24.flac', 2, ['-sample_fmt', 's32', '-bits_per_raw_sample', '24', '-compression_level', '12']],
  ['surround.flac', 6, ['-sample_fmt', 's16', '-channel_layout', '5.1']],
  ['flac.ogg', 2, ['-c:a', 'flac', '-sample_fmt', 's16']],
  ['flac.mp4', 2, ['-c:a', 'flac', '-sample_fmt', 's16', '-strict', '-2']],
  ['16.m4a', 2, ['-c:a', 'alac', '-sample_fmt', 's16p']],
  ['24.m4a', 2, ['-c:a', 'alac', '-sample_fmt', 's32p']],
  ['mono.m4a', 1, ['-c:a', 'alac', '-sample_fmt', 's16p', '-movflags', '+faststart']],
] as const;

test.runIf(ffmpeg).each(lossless)('%s has the samples that ffmpeg reads', async (name, channels, options) => {
  const path = await encode(name, channels, options);
  const [own, reference] = [await analyse(path), await analyse(path, ffmpeg)];
  expect(own.pcm.length).toBe(30_870 * channels * 3);
  expect(own.pcm.equals(reference.pcm)).toBe(true);
});

test.runIf(ffmpeg).each(['flac24.flac', 'alac.m4a', 'alac-faststart.m4a'])(
  '%s of the fixtures has the samples that ffmpeg reads',
  async (name) => {
    const [own, reference] = [await analyse(fixture(name)), await analyse(fixture(name), ffmpeg)];
    expect(own.pcm.equals(reference.pcm)).toBe(true);
  },
);

const lossy = [
  ['vorbis.ogg', 2, ['-c:a', 'libvorbis']],
  ['opus.opus', 2, ['-c:a', 'libopus']],
  ['mono.opus', 1, ['-c:a', 'libopus']],
  ['vbr.mp3', 2, ['-c:a', 'libmp3lame', '-q:a', '3']],
] as const;

test.runIf(ffmpeg).each(lossy)('%s is analysed as by ffmpeg', async (name, channels, options) => {
  const path = await encode(name, channels, options);
  const [own, reference] = [await analyse(path), await analyse(path, ffmpeg)];
  expect(own.sampleRate).toBe(reference.sampleRate);
  expect(own.seconds).toBeCloseTo(reference.seconds, 2);
  expect(own.loudness).toBeCloseTo(reference.loudness ?? 0, 1);
  expect(own.peak).toBeCloseTo(reference.peak, 1);
  // ffmpeg leaves out the last 128 samples of Vorbis.
  const bytes = Math.min(own.pcm.length, reference.pcm.length);
  let highest = 0;
  for (let at = 0; at < bytes; at += 3)
    highest = Math.max(highest, Math.abs(own.pcm.readIntLE(at, 3) - reference.pcm.readIntLE(at, 3)));
  expect(highest / 2 ** 23).toBeLessThan(0.01);
});

test('a frame of FLAC with a changed bit is refused', async () => {
  const bytes = await readFile(fixture('flac16.flac'));
  const path = join(folder, 'damaged.flac');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 2_000) ^ 4, bytes.length - 2_000);
  await writeFile(path, bytes);
  await expect(analyse(path)).rejects.toThrow(/damaged|ends early/);
});
