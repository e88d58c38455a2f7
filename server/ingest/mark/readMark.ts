import { joinSamples } from '../decoders/pcm.ts';
import { type Excerpt, findLine, type Line, refineLine } from './align.ts';
import { openSound, readMp3Rate, type Tools } from './decodeSound.ts';
import { marginOf } from './difference.ts';
import { createFinder, type Place } from './findSong.ts';
import { borderOf, segmentOf } from './grid.ts';
import { readFileAlong } from './measure.ts';
import { createPrinter, mixToMono } from './prints.ts';
import { differentiate } from './readBack.ts';
import type { Reading } from './reading.ts';
import { weigh } from './score.ts';

export interface MarkedSong {
  trackId: number;
  /** Path of the delivered file. */
  original: string;
  key: Buffer;
  segments: number;
  /** Those that `makePairs` gave; without them they are made from the original. */
  prints?: Buffer;
}

export interface ReadRequest {
  /** Path of the file. */
  suspect: string;
  songs: readonly MarkedSong[];
  signal?: AbortSignal;
  /** Its path; default: the one on the path. */
  ffmpeg?: string;
  onProcess?: Tools['onProcess'];
  /** Receives the number of each place that is tried. */
  onProgress?: (place: number) => void;
}

export type MarkReading =
  | {
      song: MarkedSong;
      reading: Reading;
      /** Seconds of the song. */
      from: number;
      until: number;
      /** Above 1 where the file is faster than the song. */
      speed: number;
      /** Segments that the file contains as a whole. */
      of: number;
    }
  | { song: undefined; seconds: number; reason: 'short' | 'another-recording' };

/** The longest part of a file that is read; a song takes 9 seconds to name somebody. */
const SECONDS_MAX = 180;
const SECONDS_MIN = 5;
/** The prints of another song correlate less. */
const CORRELATION_MIN = 0.12;
const SONGS_MAX = 3;
/** Music repeats, so several places may fit: they are compared by this many seconds of the file. */
const TRIAL_SECONDS = 12;
const CLEAR = 0.6;

interface Found {
  song: MarkedSong;
  rate: number;
  line: Line;
  clearness: number;
}

/** Finds the song of a file among the marked ones and reads which variant each segment holds, without any code. */
export async function readMark(request: ReadRequest): Promise<MarkReading> {
  const { suspect, songs, ffmpeg = 'ffmpeg', onProcess = () => {} } = request;
  const tools = { ffmpeg, onProcess };
  const loadFile = createFileLoader(suspect, tools);
  const { samples, rate } = await loadFile(undefined);
  const seconds = (samples[0]?.length ?? 0) / rate;
  if (seconds < SECONDS_MIN) return { song: undefined, seconds, reason: 'short' };
  const printer = createPrinter(rate);
  printer.add(samples);
  const places = await findPlaces(songs, printer.result(), request, tools);
  let best: Found | undefined;
  for (const { song, places: ofSong } of places) {
    const found = await findBestPlace(song, ofSong, loadFile, request, tools);
    if (found && found.clearness > (best?.clearness ?? -1)) best = found;
    if (best && best.clearness > CLEAR) break;
  }
  if (!best) return { song: undefined, seconds, reason: 'another-recording' };
  return readWhole(best, await loadFile(best.rate), tools);
}

type FileLoader = ReturnType<typeof createFileLoader>;

/** Decodes the file once for each sample rate of songs. */
function createFileLoader(path: string, tools: Tools) {
  const loaded = new Map<number | undefined, { samples: Float32Array[]; rate: number }>();
  return async (rate: number | undefined) => {
    const kept = loaded.get(rate);
    if (kept) return kept;
    const sound = await openSound(path, rate, tools);
    const file = { samples: await loadPart(sound, 0, SECONDS_MAX * sound.sampleRate), rate: sound.sampleRate };
    loaded.set(rate, file).set(sound.sampleRate, file);
    return file;
  };
}

type Sound = Awaited<ReturnType<typeof openSound>>;

/** Reads a part of a sound, in samples; less where the sound ends. */
async function loadPart(sound: Sound, from: number, until: number): Promise<Float32Array[]> {
  const parts: Float32Array[][] = [];
  let position = 0;
  for await (const { channels } of sound.blocks) {
    const length = channels[0]?.length ?? 0;
    const [start, end] = [Math.max(0, from - position), Math.min(length, until - position)];
    if (start < end) parts.push(channels.map((samples) => samples.slice(start, end)));
    position += length;
    if (position >= until) break;
  }
  return Array.from({ length: sound.channels }, (_, channel) =>
    joinSamples(parts.map((part) => part[channel] ?? new Float32Array())),
  );
}

/** The songs in which the file may be, the most likely one first. */
async function findPlaces(songs: readonly MarkedSong[], prints: Buffer, { signal }: ReadRequest, tools: Tools) {
  const find = createFinder(prints);
  const found: { song: MarkedSong; places: Place[]; correlation: number }[] = [];
  for (const song of songs) {
    signal?.throwIfAborted();
    const places = find(song.prints ?? (await makePrints(song.original, tools)));
    const correlation = Math.max(0, ...places.map((place) => place.correlation));
    if (correlation > CORRELATION_MIN) found.push({ song, places, correlation });
  }
  return found.toSorted((a, b) => b.correlation - a.correlation).slice(0, SONGS_MAX);
}

async function makePrints(original: string, tools: Tools): Promise<Buffer> {
  const { sampleRate, blocks } = await openSound(original, undefined, tools);
  const printer = createPrinter(sampleRate);
  for await (const { channels } of blocks) printer.add(channels);
  return printer.result();
}

/**
 * Aligns the file with each place of a song and takes the one at which its segments are read most clearly. Knows no code,
 * so that it favours nobody.
 */
async function findBestPlace(
  song: MarkedSong,
  places: readonly Place[],
  loadFile: FileLoader,
  { signal, onProgress }: ReadRequest,
  tools: Tools,
): Promise<Found | undefined> {
  const rate = await readMp3Rate(song.original);
  const { samples } = await loadFile(rate);
  const length = samples[0]?.length ?? 0;
  const trial = Math.min(length, TRIAL_SECONDS * rate);
  const from = Math.floor((length - trial) / 2);
  const mono = { from, samples: mixToMono(samples).subarray(from, from + trial) };
  let best: Found | undefined;
  for (const [index, place] of places.entries()) {
    signal?.throwIfAborted();
    onProgress?.(index);
    const start = place.start * rate;
    const part = await loadAround(song.original, start + from - rate, start + from + trial + rate, rate, tools);
    const line = findLine(mono, part, start, rate);
    if (!line) continue;
    const reading = await readAlong(song, samples, line, [from, from + trial], rate, tools);
    const clearness = getClearness(reading);
    if (!best || clearness > best.clearness) best = { song, rate, line, clearness };
    if (clearness > CLEAR) break;
  }
  return best;
}

async function loadAround(path: string, from: number, until: number, rate: number, tools: Tools): Promise<Excerpt> {
  const start = Math.max(0, Math.floor(from));
  const samples = await loadPart(await openSound(path, rate, tools), start, Math.ceil(until));
  return { from: start, samples: mixToMono(samples) };
}

/** Reads a part of the file, in samples. */
async function readAlong(
  { original, key, segments }: MarkedSong,
  file: Float32Array[],
  line: Line,
  [first, last]: [number, number],
  rate: number,
  tools: Tools,
): Promise<Reading> {
  const from = Math.max(0, Math.ceil(line.offset + line.pace * first));
  const until = Math.floor(line.offset + line.pace * last);
  const margin = marginOf(rate);
  const start = Math.max(0, Math.floor(from / margin) - 1) * margin;
  const sound = await openSound(original, rate, tools);
  const pieces = differentiate({ ...sound, blocks: skip(sound, start) }, key, start);
  return readFileAlong(pieces, { file, line, from, until, sampleRate: rate, segments });
}

/** Leaves out the beginning of a sound. */
async function* skip(sound: Sound, count: number) {
  let position = 0;
  for await (const { channels } of sound.blocks) {
    const length = channels[0]?.length ?? 0;
    const start = Math.max(0, count - position);
    position += length;
    if (start < length) yield { channels: channels.map((samples) => samples.subarray(start)) };
  }
}

const isRead = (error: number) => Number.isFinite(error);

function getClearness(reading: Reading): number {
  const weights = weigh(reading).filter((_, segment) => isRead(reading.errors[segment] ?? Number.POSITIVE_INFINITY));
  return weights.length === 0 ? 0 : weights.reduce((sum, weight) => sum + Math.abs(weight), 0) / weights.length;
}

async function readWhole(
  { song, rate, line: ofTrial }: Found,
  { samples }: { samples: Float32Array[] },
  tools: Tools,
): Promise<MarkReading> {
  const length = samples[0]?.length ?? 0;
  const { offset } = ofTrial;
  const part = await loadAround(song.original, offset - rate, offset + 1.01 * length + rate, rate, tools);
  const line = refineLine({ from: 0, samples: mixToMono(samples) }, part, ofTrial, rate);
  const reading = await readAlong(song, samples, line, [0, length], rate, tools);
  const from = Math.max(0, line.offset);
  const until = Math.min(part.from + part.samples.length, line.offset + line.pace * length);
  const of = countWhole(from, until, rate, song.segments);
  return { song, reading, from: from / rate, until: until / rate, speed: line.pace, of };
}

/** Segments that lie wholly between two positions. */
function countWhole(from: number, until: number, rate: number, segments: number): number {
  const first = from === 0 ? 0 : segmentOf(from, rate) + 1;
  const last = Math.min(segments - 1, segmentOf(until, rate));
  return Math.max(0, last - first + (borderOf(last + 1, rate) <= until ? 1 : 0));
}
