import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { markWord } from '../../platform/marks/markWord.ts';
import { composeSong, writeWav } from '../../testing/songs.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { detect } from './detect.ts';
import { makePairs, type Pair } from './makePairs.ts';
import { writeCopy } from './pairFile.ts';
import type { MarkedSong } from './readMark.ts';
import { boundChance } from './score.ts';

const folder = await mkdtemp(join(tmpdir(), 'detect-'));
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
afterAll(() => rm(folder, { recursive: true }));

const SECONDS = 20;
const tool = ffmpeg ? { ffmpeg } : {};
const codeOf = (account: number) => Buffer.alloc(16, account);
const ADA = 7;
const BEN = 8;
/** Nobody has it. */
const STRANGER = 200;
const candidates = Array.from({ length: 60 }, (_, account) => ({ code: codeOf(account), first: account < 10 }));

const convert = async (name: string, ...args: string[]): Promise<string> => {
  const path = join(folder, name);
  await promisify(execFile)(ffmpeg ?? '', ['-v', 'error', '-y', ...args, path]);
  return path;
};

interface Fixture {
  song: MarkedSong;
  copyFor(account: number, kind: 'mp3' | 'wav'): Promise<string>;
}

async function createFixture(name: string, trackId: number, loopSeconds?: number): Promise<Fixture> {
  const own = await mkdtemp(join(folder, `${name}-`));
  const original = join(own, 'original.wav');
  const song = composeSong({
    seconds: SECONDS,
    sampleRate: 44_100,
    seed: trackId,
    ...(loopSeconds ? { loopSeconds } : {}),
  });
  await writeWav(original, song, { sampleRate: 44_100 });
  const key = Buffer.alloc(32, trackId);
  const { segments, pairs, prints } = await makePairs({
    original,
    key,
    folder: own,
    formats: ['mp3', 'wav'],
    ...tool,
  });
  const copyFor = async (account: number, kind: Pair['kind']) => {
    const path = join(own, `${account}.${kind}`);
    const pair = pairs.find((one) => one.kind === kind);
    const samples = await promisify(execFile)('head', ['-c', '44', original], { encoding: 'buffer' });
    if (pair)
      await writeCopy(
        pair,
        markWord(key, codeOf(account), segments),
        path,
        kind === 'wav' ? samples.stdout : Buffer.alloc(0),
      );
    return path;
  };
  return { song: { trackId, original, key, segments, prints }, copyFor };
}

const songs = ffmpeg && { first: await createFixture('first', 1), loops: await createFixture('loops', 2, 2.5) };

function fixture(name: 'first' | 'loops'): Fixture {
  if (!songs) throw new Error('ffmpeg is needed.');
  return songs[name];
}

const trace = (suspect: string, marked: MarkedSong[]) =>
  detect({ suspect, songs: marked, candidates: () => Promise.resolve(candidates), ...tool });

const attacks = [
  ['as Opus of 64 kbit/s', 'wav', 'copy.ogg', ['-c:a', 'libopus', '-b:a', '64k']],
  ['at 48 kHz, as AAC of 96 kbit/s', 'mp3', 'copy.m4a', ['-ar', '48000', '-b:a', '96k']],
  ['0.5 % faster, as MP3 of 128 kbit/s', 'mp3', 'fast.mp3', ['-af', 'asetrate=44320,aresample=44100', '-b:a', '128k']],
  ['cut to 15 seconds, as MP3 of 128 kbit/s', 'mp3', 'cut.mp3', ['-ss', '3.21', '-t', '15', '-b:a', '128k']],
] as const;

test.runIf(ffmpeg).each(attacks)('a copy names its account %s', async (_, kind, name, options) => {
  const { song, copyFor } = fixture('first');
  const copy = await copyFor(ADA, kind);
  const found = await trace(await convert(name, '-i', copy, ...options), [fixture('loops').song, song]);
  expect(found).toMatchObject({ kind: 'made-for', trackId: song.trackId, code: codeOf(ADA) });
  if (found.kind !== 'made-for') return;
  expect(found.chance).toBeLessThan(1e-6);
  expect(found.speed).toBeCloseTo(name === 'fast.mp3' ? 1.005 : 1, 3);
  expect(found.from).toBeCloseTo(name === 'cut.mp3' ? 3.2 : 0, 0);
  expect(found.read).toBeGreaterThan(0.8 * found.of);
});

test.runIf(ffmpeg)('a part of a song of exact loops names its account', async () => {
  const { song, copyFor } = fixture('loops');
  const part = await convert('loop.mp3', '-ss', '5', '-t', '14', '-i', await copyFor(BEN, 'mp3'), '-b:a', '128k');
  expect(await trace(part, [song])).toMatchObject({ kind: 'made-for', code: codeOf(BEN), from: 5 });
});

test.runIf(ffmpeg)('the mean of two copies may be a mix, and names nobody but its accounts', async () => {
  const { song, copyFor } = fixture('first');
  const inputs = ['-i', await copyFor(ADA, 'mp3'), '-i', await copyFor(BEN, 'mp3')];
  const found = await trace(await convert('mean.mp3', ...inputs, '-filter_complex', 'amix=inputs=2', '-b:a', '128k'), [
    song,
  ]);
  expect(found).toMatchObject({ kind: 'mix', trackId: song.trackId });
  if (found.kind !== 'mix') return;
  expect(found.unclear).toBeGreaterThan(0.3 * found.of);
  expect(found.codes.length).toBeGreaterThan(0);
  for (const code of found.codes) expect([codeOf(ADA), codeOf(BEN)]).toContainEqual(code);
});

test.runIf(ffmpeg)('nobody is named for the original, a copy of a stranger and another song', async () => {
  const { song, copyFor } = fixture('first');
  const plain = await convert('plain.mp3', '-i', song.original, '-b:a', '128k');
  expect(await trace(plain, [song])).toMatchObject({ kind: 'mix', codes: [] });
  expect(await trace(await copyFor(STRANGER, 'mp3'), [song])).toMatchObject({ kind: 'mix', codes: [] });
  const other = join(folder, 'other.wav');
  await writeWav(other, composeSong({ seconds: 15, sampleRate: 44_100, seed: 99 }), { sampleRate: 44_100 });
  expect(await trace(other, [song])).toMatchObject({ kind: 'unreadable', reason: 'another-recording' });
  const short = await convert('short.wav', '-t', '3', '-i', await copyFor(ADA, 'mp3'));
  expect(await trace(short, [song])).toMatchObject({ kind: 'unreadable', reason: 'short' });
});

test('the bound of the chance is that of coins where all segments are certain', () => {
  const certain = new Float64Array(30).fill(1);
  expect(boundChance(30, certain) * 2 ** 30).toBeCloseTo(1, 3);
  expect(boundChance(0, certain)).toBe(1);
  // 25 of 30 heads: the bound is above the chance, which is 1.6 in 10,000.
  expect(boundChance(20, certain)).toBeGreaterThan(1.6e-4);
  expect(boundChance(20, certain)).toBeLessThan(3e-3);
});
