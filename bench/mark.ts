import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { SAMPLE_RATE } from '../demo/music/dsp.ts';
import type { Stereo } from '../demo/music/mixer.ts';
import type { StyleName } from '../demo/music/styles.ts';
import { synthesise } from '../demo/music/synthesiser.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { createAnalyser } from '../server/ingest/analysis/analysis.ts';
import { openSound } from '../server/ingest/mark/decodeSound.ts';
import { type Candidate, type Detection, detect, judge } from '../server/ingest/mark/detect.ts';
import { makePairs } from '../server/ingest/mark/makePairs.ts';
import { writeCopy } from '../server/ingest/mark/pairFile.ts';
import { type MarkedSong, readMark } from '../server/ingest/mark/readMark.ts';
import { inspectFile } from '../server/ingest/read/inspect.ts';
import { renderAudio } from '../server/ingest/sound/render.ts';
import { markWord } from '../server/platform/marks/markWord.ts';
import { composeSong, createNoise } from '../server/testing/songs.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { endStep, startStep } from './steps.ts';

// Makes music of several kinds, marks it, converts copies as a leak would be, and traces them: the tables of
// docs/marking.md. Needs ffmpeg with its encoders of MP3, AAC and Opus.

const { values } = parseArgs({
  options: {
    /** Of each kind. */
    songs: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    /** Default: all. */
    kinds: { type: 'string' },
    trials: { type: 'string', default: '1000' },
  },
});
const SONGS = Number(values.songs);
const SECONDS = Number(values.seconds);
const TRIALS = Number(values.trials);
const FFMPEG = 'ffmpeg';
const ACCOUNTS = 1_000;
/** Of the accounts, those that the ledger names. */
const LEDGER = 50;
const [ADA, BEN] = [7, 8];

const codeOf = (account: number | string): Buffer => createHash('md5').update(`account ${account}`).digest();
const candidates: Candidate[] = Array.from({ length: ACCOUNTS }, (_, account) => ({
  code: codeOf(account),
  first: account < LEDGER,
}));

const inStyle = (style: StyleName, level: number) => (number: number) => {
  const { left, right } = synthesise({ work: `mark ${style} ${number}`, style, arrangement: 'full', seconds: SECONDS });
  return {
    left: Float32Array.from(left, (sample) => level * sample),
    right: Float32Array.from(right, (sample) => level * sample),
  };
};

const composed = (loopSeconds?: number) => (number: number) => {
  const loop = loopSeconds ? { loopSeconds } : {};
  const [left, right] = composeSong({ seconds: SECONDS, sampleRate: SAMPLE_RATE, seed: 100 + number, ...loop });
  return { left, right };
};

/** Makes music of each kind. */
const kinds: Record<string, (number: number) => Stereo> = {
  dense: inStyle('house', 1),
  'quiet strings': inStyle('neoclassical', 0.1),
  band: inStyle('punk', 1),
  'piano, voice': inStyle('soul', 1),
  percussion: inStyle('drumAndBass', 1),
  'exact loops': composed(2.1),
  'like speech': composeSpeech,
};

/** Syllables: pulses of a voice through two resonators, or noise, and pauses. */
function composeSpeech(number: number): Stereo {
  const random = createNoise(500 + number);
  const left = new Float32Array(SECONDS * SAMPLE_RATE);
  for (let start = 0; start < left.length; ) {
    const [length, hz] = [(0.08 + 0.2 * random()) * SAMPLE_RATE, 90 + 60 * random()];
    const isVoiced = random() < 0.75;
    const formants = [300 + 500 * random(), 900 + 1_600 * random()];
    const states = formants.map(() => [0, 0]);
    for (let at = 0; at < length && start + at < left.length; at++) {
      const isPulse = Math.floor((at * hz) / SAMPLE_RATE) > Math.floor(((at - 1) * hz) / SAMPLE_RATE);
      const input = isVoiced ? (isPulse ? 1 : 0.002 * (random() - 0.5)) : 0.15 * (random() - 0.5);
      let sum = 0;
      for (const [index, formant] of formants.entries()) {
        const state = states[index] ?? [0, 0];
        const [a = 0, b = 0] = state;
        const next = input + 2 * 0.97 * Math.cos((2 * Math.PI * formant) / SAMPLE_RATE) * a - 0.97 ** 2 * b;
        states[index] = [next, a];
        sum += next;
      }
      left[Math.floor(start + at)] = 0.08 * sum * Math.sin((Math.PI * at) / length);
    }
    start += length + (random() < 0.15 ? 0.25 : 0.03) * SAMPLE_RATE;
  }
  return { left, right: left };
}

/** How a copy is converted. The second copy is that of another account. */
const attacks: Record<string, { name: string; options: string[]; needsTwo?: boolean }> = {
  'MP3 as sent': { name: 'sent.mp3', options: ['-c', 'copy'] },
  'MP3 128': { name: '128.mp3', options: ['-b:a', '128k'] },
  'AAC 96': { name: '96.m4a', options: ['-b:a', '96k'] },
  'Opus 64': { name: '64.ogg', options: ['-c:a', 'libopus', '-b:a', '64k'] },
  '48 kHz and back, AAC 96': {
    name: 'rate.m4a',
    options: ['-af', 'aresample=48000,aresample=44100', '-b:a', '96k'],
  },
  '−14 LUFS (loudnorm), MP3 128': {
    name: 'loud.mp3',
    options: ['-af', 'loudnorm=I=-14:TP=-1:LRA=7', '-ar', '44100', '-b:a', '128k'],
  },
  '+0.5 % speed, MP3 128': { name: 'fast.mp3', options: ['-af', 'asetrate=44320,aresample=44100', '-b:a', '128k'] },
  'cut to 15 s, MP3 128': { name: 'cut.mp3', options: ['-ss', '11.3', '-t', '15', '-b:a', '128k'] },
  'mean of two, MP3 128': {
    name: 'mean.mp3',
    options: ['-filter_complex', 'amix=inputs=2', '-b:a', '128k'],
    needsTwo: true,
  },
};

/** Seconds of processor time of this process and those that it started and awaited. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}

const convert = (args: readonly string[]) => promisify(execFile)(FFMPEG, ['-v', 'error', '-y', ...args]);

interface Marked extends MarkedSong {
  kind: string;
  copies: string[];
}

/** Prints a row of a table, with its header before the first one. */
function createTable() {
  let isBegun = false;
  const print = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  return (row: Record<string, string | number>) => {
    if (!isBegun) {
      console.log();
      print(Object.keys(row));
      print(Object.keys(row).map(() => '---'));
    }
    isBegun = true;
    print(Object.values(row));
  };
}

const printImport = createTable();

interface SongName {
  kind: string;
  compose: (number: number) => Stereo;
  number: number;
}

/** Composes a song, imports it as today and marked, and writes two copies. */
async function markSong(name: SongName, trackId: number, folder: string): Promise<Marked> {
  const { kind, compose, number } = name;
  startStep(`Marking ${kind}, song ${number + 1} of ${SONGS}`);
  const original = join(folder, 'song.wav');
  const pcm = encodePcm16(compose(number));
  await writeFile(original, Buffer.concat([createWavHeader(pcm.length, {}), pcm]));
  const { media } = await inspectFile(original, () => {});
  const ignore = () => {};
  const start = cpuSeconds();
  await renderAudio({ path: original, media, stem: join(folder, 'plain'), ffmpeg: FFMPEG }, ignore, ignore);
  const rendered = cpuSeconds();
  const key = createHash('sha256').update(original).digest();
  const { segments, pairs, prints } = await makePairs({ original, key, folder, formats: ['mp3', 'wav'] });
  const [today, more] = [rendered - start, cpuSeconds() - rendered];
  const copies: string[] = [];
  for (const pair of pairs)
    for (const account of [ADA, BEN]) {
      const copy = join(folder, `${account}.${pair.kind}`);
      const header = pair.kind === 'wav' ? createWavHeader(pair.copyBytes, {}) : Buffer.alloc(0);
      await writeCopy(pair, markWord(key, codeOf(account), segments), copy, header);
      if (pair.kind === 'mp3') copies.push(copy);
    }
  const [was, wav, mp3] = [
    await measure(original),
    await measure(join(folder, '7.wav')),
    await measure(copies[0] ?? ''),
  ];
  const stored = (await stat(original)).size + (await stat(join(folder, 'plain.mp3'))).size;
  const pairBytes = pairs.reduce((sum, { copyBytes }) => sum + 2 * copyBytes, 0);
  printImport({
    kind,
    'CPU today, s': today.toFixed(1),
    'CPU marked, ×': ((today + more) / today).toFixed(1),
    'storage, ×': ((stored + pairBytes) / stored).toFixed(1),
    'WAV: level, dB': (wav.level - was.level).toFixed(3),
    'true peak, dB': (wav.truePeak - was.truePeak).toFixed(2),
    'loudness, LU': (wav.loudness - was.loudness).toFixed(3),
    'MP3: loudness, LU': (mp3.loudness - was.loudness).toFixed(3),
  });
  return { trackId, original, key, segments, prints, kind, copies };
}

async function measure(path: string) {
  const { blocks, sampleRate, channels } = await openSound(path, undefined, { ffmpeg: FFMPEG, onProcess: () => {} });
  const analyser = createAnalyser({ sampleRate, channels, channelMask: 3 });
  let power = 0;
  for await (const block of blocks) {
    analyser.add(block.channels);
    for (const samples of block.channels) for (const sample of samples) power += sample * sample;
  }
  const { loudness, analysis } = analyser.result();
  return { loudness: loudness ?? 0, truePeak: analysis.true_peak ?? 0, level: 10 * Math.log10(power) };
}

/** Whether the right accounts are named and no other; the reading of one account in words. */
function describe(found: Detection, names: number): { isRight: boolean; text: string } {
  const isOf = (code: Buffer | undefined, account: number) => code?.equals(codeOf(account)) ?? false;
  if (found.kind === 'made-for')
    return {
      isRight: names === 1 && isOf(found.code, ADA),
      text: `${isOf(found.code, ADA) ? 'right' : 'WRONG'}, ${found.read} of ${found.of}, 10^${Math.log10(found.chance).toFixed(0)}`,
    };
  if (found.kind === 'mix') {
    const isRight = found.codes.every((code) => isOf(code, ADA) || isOf(code, BEN)) && found.codes.length > 0;
    return { isRight, text: `mix, names ${found.codes.length}${isRight ? '' : ' (WRONG)'}` };
  }
  return { isRight: false, text: found.reason };
}

/** Traces a file that nobody leaked as many times, each with other accounts. Returns how often somebody was named. */
async function countNamed(
  suspect: string,
  songs: MarkedSong[],
): Promise<{ trials: number; named: number; text: string }> {
  const found = await readMark({ suspect, songs });
  if (!found.song) return { trials: TRIALS, named: 0, text: found.reason };
  let named = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const strangers = Array.from({ length: 20 }, (_, index) => ({
      code: codeOf(`${trial} ${index}`),
      first: index < 5,
    }));
    const result = judge(found, strangers);
    if (result.kind === 'made-for' || (result.kind === 'mix' && result.codes.length > 0)) named += 1;
  }
  return { trials: TRIALS, named, text: 'aligned, no account' };
}

const folder = await temporaryFolder('promenade-mark-');
const songs: Marked[] = [];
console.log(`${SONGS} songs of each kind, ${SECONDS} s, ${ACCOUNTS} accounts, ${LEDGER} of them in the ledger.`);
for (const [kind, compose] of Object.entries(kinds).filter(
  ([kind]) => !values.kinds || values.kinds.split(',').includes(kind),
))
  for (let number = 0; number < SONGS; number++) {
    const own = join(folder, String(songs.length));
    await mkdir(own);
    songs.push(await markSong({ kind, compose, number }, songs.length, own));
  }

const printAttack = createTable();
for (const [attack, { name, options, needsTwo }] of Object.entries(attacks)) {
  const row: Record<string, string | number> = { attack };
  let [right, seconds] = [0, 0];
  for (const song of songs) {
    startStep(`Tracing ${attack}: ${song.kind}, song ${song.trackId + 1} of ${songs.length}`);
    const suspect = join(folder, name);
    const inputs = song.copies.slice(0, needsTwo ? 2 : 1).flatMap((copy) => ['-i', copy]);
    await convert([...inputs, ...options, suspect]);
    const start = cpuSeconds();
    const found = await detect({ suspect, songs, candidates: () => Promise.resolve(candidates) });
    seconds += cpuSeconds() - start;
    const { isRight, text } = describe(found, needsTwo ? 2 : 1);
    if (isRight) right += 1;
    row[song.kind] = row[song.kind] ? `${row[song.kind]}; ${text}` : text;
  }
  row['right'] = `${right} of ${songs.length}`;
  row['CPU, s'] = (seconds / songs.length).toFixed(1);
  printAttack(row);
}

const printInnocent = createTable();
for (const song of songs) {
  startStep(`Tracing what nobody leaked: ${song.kind}`);
  printInnocent({ suspect: `original, ${song.kind}`, ...(await countNamed(song.original, songs)) });
  const others = songs.filter((other) => other !== song);
  printInnocent({ suspect: `foreign, ${song.kind}`, ...(await countNamed(song.copies[0] ?? '', others)) });
}
endStep();

await rm(folder, { recursive: true });
