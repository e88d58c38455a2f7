import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, expect, test } from 'vitest';
import { combineCrc32 } from '../../media/download/crc32.ts';
import { markWord } from '../../platform/marks/markWord.ts';
import { composeSong, writeWav } from '../../testing/songs.ts';
import { createAnalyser } from '../analysis/analysis.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { openMp3Writer } from '../sound/mp3Writer.ts';
import { openSound } from './decodeSound.ts';
import { borderOf, countSegments, createSigns, segmentOf } from './grid.ts';
import { makePairs, type Pair } from './makePairs.ts';
import { requireExchangeable } from './mp3Pair.ts';

const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const tools = { ffmpeg: ffmpeg ?? '', onProcess: () => {} };
afterAll(() => rm(folder, { recursive: true }));

const KEY = Buffer.alloc(32, 5);
const CODE = Buffer.alloc(16, 9);

test('a segment is ten MP3 frames at every sample rate, and the first one begins with the song', () => {
  for (const [rate, length, first] of [
    [44_100, 11_520, 10_703],
    [48_000, 11_520, 10_703],
    [88_200, 23_040, 21_406],
    [96_000, 23_040, 21_406],
    [192_000, 46_080, 42_812],
    [32_000, 7_680, 7_135],
  ] as const) {
    expect([borderOf(0, rate), borderOf(1, rate)]).toEqual([0, first]);
    expect(borderOf(9, rate) - borderOf(8, rate)).toBe(length);
    for (const segment of [1, 2, 77]) {
      const border = borderOf(segment, rate);
      expect([segmentOf(border - 1, rate), segmentOf(border, rate)]).toEqual([segment - 1, segment]);
      expect([countSegments(border, rate), countSegments(border + 1, rate)]).toEqual([segment, segment + 1]);
    }
  }
});

test('the signs of two frames are opposite, and others for another key and segment', () => {
  const signsOf = createSigns(KEY);
  const text = (frame: number, signs = signsOf) => signs(frame).join();
  for (const frame of [0, 2, 38]) expect(signsOf(frame + 1)).toEqual(signsOf(frame).map((sign) => -sign));
  expect(text(10)).not.toBe(text(0));
  expect(text(0)).toBe(text(0, createSigns(KEY)));
  expect(text(0)).not.toBe(text(0, createSigns(Buffer.alloc(32, 6))));
  const all = Array.from({ length: 200 }, (_, pair) => [...signsOf(2 * pair)]).flat();
  expect(Math.abs(all.reduce((sum, sign) => sum + sign, 0)) / all.length).toBeLessThan(0.03);
});

test('the CRC-32 of a copy is that of variant A and what each segment adds', () => {
  const [a, b, rest] = [Buffer.from('one two'), Buffer.from('ONE tWo'), Buffer.alloc(1_000, 3)];
  const change = crc32(a) ^ crc32(b);
  const whole = crc32(Buffer.concat([a, rest])) ^ combineCrc32(change, 0, rest.length);
  expect(whole >>> 0).toBe(crc32(Buffer.concat([b, rest])));
});

/** The copy of a word, assembled from the pair file. */
async function assemble(pair: Pair, word: Uint8Array): Promise<Buffer> {
  const file = await readFile(pair.file);
  let start = pair.headBytes;
  const parts = [file.subarray(0, pair.headBytes)];
  for (const [segment, variant] of word.entries()) {
    const end = pair.ends.readUInt32BE(4 * segment);
    const from = 2 * start - pair.headBytes + variant * (end - start);
    parts.push(file.subarray(from, from + end - start));
    start = end;
  }
  return Buffer.concat(parts);
}

function crcOf(pair: Pair, word: Uint8Array): number {
  let crc = pair.crcA;
  for (const [segment, variant] of word.entries()) if (variant === 1) crc ^= pair.crcB.readUInt32BE(4 * segment);
  return crc >>> 0;
}

async function decode(path: string) {
  const { blocks, channels, sampleRate } = await openSound(path, undefined, tools);
  const parts: Buffer[][] = Array.from({ length: channels }, () => []);
  for await (const block of blocks)
    for (const [channel, part] of parts.entries())
      part.push(Buffer.from(new Float32Array(block.channels[channel] ?? []).buffer));
  const sound = parts.map((part) => new Float32Array(new Uint8Array(Buffer.concat(part)).buffer));
  return { sound, sampleRate };
}

function measure(sound: Float32Array[], sampleRate: number) {
  const analyser = createAnalyser({ sampleRate, channels: sound.length, channelMask: sound.length === 1 ? 4 : 3 });
  analyser.add(sound);
  const { loudness, analysis } = analyser.result();
  let power = 0;
  for (const samples of sound) for (const sample of samples) power += sample * sample;
  return { loudness: loudness ?? 0, truePeak: analysis.true_peak ?? 0, level: 10 * Math.log10(power) };
}

const formats = [
  { sampleRate: 44_100, bits: 16, channels: 2, seconds: 8.3456 },
  { sampleRate: 48_000, bits: 24, channels: 2, seconds: 2 },
  { sampleRate: 96_000, bits: 24, channels: 2, seconds: 2.3, isRf64: true },
  { sampleRate: 88_200, bits: 32, channels: 1, seconds: 2 },
  { sampleRate: 192_000, bits: 24, channels: 2, seconds: 1.5 },
  { sampleRate: 44_100, bits: 32, float: true, channels: 2, seconds: 2 },
  { sampleRate: 44_100, bits: 16, channels: 1, seconds: 0.1 },
];

test.runIf(ffmpeg).each(formats)(
  'copies of $sampleRate Hz, $bits bits, $channels channels have the length, level and loudness of the original',
  async ({ channels, seconds, ...format }) => {
    const own = await mkdtemp(join(folder, 'song-'));
    const original = join(own, 'song.wav');
    const song = composeSong({ seconds, sampleRate: format.sampleRate, seed: 3 }).slice(0, channels);
    await writeWav(original, song, format);
    const { segments, pairs } = await makePairs({ original, key: KEY, folder: own, formats: ['mp3', 'wav'], ...tools });
    expect(segments).toBe(countSegments(song[0]?.length ?? 0, format.sampleRate));
    const word = markWord(KEY, CODE, segments);
    for (const pair of pairs) {
      const copy = await assemble(pair, word);
      expect(copy.length).toBe(pair.copyBytes);
      expect(crc32(copy)).toBe(crcOf(pair, word));
      expect(pair.ends.length).toBe(4 * segments);
      expect(pair.ends.readUInt32BE(4 * segments - 4)).toBe(pair.copyBytes);
    }
    const wav = pairs.find(({ kind }) => kind === 'wav');
    const header = (await readFile(original)).subarray(0, -(wav?.copyBytes ?? 0));
    const wavCopy = join(own, 'copy.wav');
    await writeFile(wavCopy, Buffer.concat([header, wav ? await assemble(wav, word) : header]));
    const [before, after] = [await decode(original), await decode(wavCopy)];
    expect(after.sound.map(({ length }) => length)).toEqual(before.sound.map(({ length }) => length));
    if (seconds < 1) return;
    const [of, was] = [measure(after.sound, after.sampleRate), measure(before.sound, before.sampleRate)];
    expect(Math.abs(of.level - was.level)).toBeLessThan(0.01);
    expect(Math.abs(of.truePeak - was.truePeak)).toBeLessThan(0.1);
    expect(Math.abs(of.loudness - was.loudness)).toBeLessThan(0.1);
    expect(of.level).not.toBe(was.level);
  },
);

test.runIf(ffmpeg)(
  'both variants are equal at borders, silence stays silence, and full scale is not exceeded',
  async () => {
    const own = await mkdtemp(join(folder, 'edges-'));
    const original = join(own, 'song.wav');
    const [left, right] = composeSong({ seconds: 4, sampleRate: 44_100, seed: 5 });
    for (const samples of [left, right])
      for (let at = 0; at < samples.length; at++) samples[at] = at < 20_000 ? 0 : 8 * (samples[at] ?? 0);
    await writeWav(original, [left, right], { sampleRate: 44_100 });
    const { segments, pairs } = await makePairs({ original, key: KEY, folder: own, formats: ['wav'], ...tools });
    const [pair] = pairs;
    if (!pair) throw new Error('There is no pair.');
    const [a, b] = await Promise.all([0, 1].map((variant) => assemble(pair, new Uint8Array(segments).fill(variant))));
    if (!a || !b) throw new Error('There are no variants.');
    const source = (await readFile(original)).subarray(-a.length);
    const borders = Array.from({ length: segments - 1 }, (_, index) => 4 * borderOf(index + 1, 44_100));
    for (const border of borders) {
      expect(a.subarray(border - 32, border + 32).equals(source.subarray(border - 32, border + 32))).toBe(true);
      expect(b.subarray(border - 32, border + 32).equals(source.subarray(border - 32, border + 32))).toBe(true);
    }
    expect(a.equals(b)).toBe(false);
    expect(a.subarray(0, 4 * 19_000).every((byte) => byte === 0)).toBe(true);
    // A step from one end of the scale to the other would be a sample that did not clip.
    const steps = (pcm: Buffer) => {
      let highest = 0;
      for (let at = 4; at < pcm.length; at += 2)
        highest = Math.max(highest, Math.abs(pcm.readInt16LE(at) - pcm.readInt16LE(at - 4)));
      return highest;
    };
    expect(steps(a)).toBeLessThan(1.2 * steps(source));
  },
);

test.runIf(ffmpeg)(
  'ffmpeg and mpg123 decode a spliced MP3 to the same sound, which begins with the original',
  async () => {
    const own = await mkdtemp(join(folder, 'mp3-'));
    const original = join(own, 'song.wav');
    await writeWav(original, composeSong({ seconds: 4, sampleRate: 44_100, seed: 6 }), { sampleRate: 44_100 });
    const { segments, pairs } = await makePairs({ original, key: KEY, folder: own, formats: ['mp3'], ...tools });
    const [pair] = pairs;
    if (!pair) throw new Error('There is no pair.');
    const copy = await assemble(pair, markWord(KEY, CODE, segments));
    const path = join(own, 'copy.mp3');
    await writeFile(path, copy);
    const [{ sound }, { sound: source }] = [await decode(path), await decode(original)];
    expect(sound[0]?.length).toBe(source[0]?.length);
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData } = decoder.decode(copy.subarray(pair.headBytes));
    decoder.free();
    const [of, other, was] = [sound[0] ?? [], channelData[0]?.subarray(1_105) ?? [], source[0] ?? []];
    let [difference, coding, level] = [0, 0, 0];
    for (let at = 2_000; at < was.length - 4_000; at++) {
      difference = Math.max(difference, Math.abs((of[at] ?? 0) - (other[at] ?? 0)));
      coding += ((of[at] ?? 0) - (was[at] ?? 0)) ** 2;
      level += (was[at] ?? 0) ** 2;
    }
    expect(20 * Math.log10(difference)).toBeLessThan(-90);
    expect(10 * Math.log10(coding / level)).toBeLessThan(-20);
  },
);

test.runIf(ffmpeg)('MP3s whose frames need the frames before are refused', async () => {
  const path = join(folder, 'reservoir.mp3');
  const writer = await openMp3Writer({ path, sampleRate: 44_100, channels: 2 }, ffmpeg, () => {});
  await writer.write(composeSong({ seconds: 1, sampleRate: 44_100, seed: 1 }));
  await writer.finish();
  const mp3 = await readFile(path);
  expect(() => requireExchangeable(mp3, mp3)).toThrow('frames that cannot be exchanged');
});
