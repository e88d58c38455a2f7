import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { markWord } from '../../platform/marks/markWord.ts';
import { buildChunkHeader, buildFormatChunk } from '../../platform/storage/riff.ts';
import { downmix, getStereoShares } from '../analysis/channels.ts';
import { encodePcm } from '../decoders/pcm.ts';
import { inspectFile } from '../read/inspect.ts';
import { type DecodedAudio, openDecoder } from '../sound/decode.ts';
import { mp3RateOf, openMp3Writer } from '../sound/mp3Writer.ts';
import { openSound, type Tools } from './decodeSound.ts';
import { createDifference, type Piece } from './difference.ts';
import { listWrittenPieces, openDifferenceWriter } from './differenceFile.ts';
import { borderOf, countSegments, segmentOf } from './grid.ts';
import { pairMp3s } from './mp3Pair.ts';
import { openPairWriter, type PairFile, writeCopy } from './pairFile.ts';
import { createPrinter } from './prints.ts';
import { differentiate, findMisread } from './readBack.ts';
import { createVariants } from './variants.ts';

export interface PairsRequest {
  /** Path of the delivered file. */
  original: string;
  /** 32 bytes. */
  key: Buffer;
  /** Where the pair files are written, as `mp3.pair` and `wav.pair`. */
  folder: string;
  formats: readonly ('mp3' | 'wav')[];
  signal?: AbortSignal;
  /** Its path; default: the one on the path. The embedded encoder cannot make MP3s whose frames can be exchanged. */
  ffmpeg?: string;
  onProcess?: Tools['onProcess'];
  /** Receives the seconds that are done, twice. */
  onProgress?: (seconds: number) => void;
}

export type Pair = PairFile & { kind: 'mp3' | 'wav' };

export interface Pairs {
  segments: number;
  pairs: Pair[];
  /** Changes of level in 24 bands, 86 times a second, by which a song is found among many. */
  prints: Buffer;
}

/**
 * Makes variants A and B of a song and writes a pair file for each format, in constant memory. Reads the copy of a random
 * word back before it is done. Leaves no file when it throws.
 * @throws DeliveryRefusal when the frames of both MP3s differ or the word that was read back is wrong
 */
export async function makePairs(request: PairsRequest): Promise<Pairs> {
  const { original, key, folder, ffmpeg = 'ffmpeg', onProcess = () => {} } = request;
  const tools = { ffmpeg, onProcess };
  const paths = { a: join(folder, 'a.mp3'), b: join(folder, 'b.mp3'), difference: join(folder, 'difference') };
  const copies: string[] = [];
  const { media, bytes } = await inspectFile(original, () => {});
  const file = await open(original, 'r');
  try {
    const audio = await openDecoder({ path: original, file, bytes, media }, ffmpeg, onProcess);
    const { samples, prints, wav } = await writeVariants(request, audio, paths, tools);
    const rate = mp3RateOf(audio.sampleRate);
    const segments = countSegments(samples, audio.sampleRate);
    const pairs: Pair[] = wav ? [{ kind: 'wav', ...wav }] : [];
    if (request.formats.includes('mp3')) {
      const ofMp3 = { ...paths, segments, samples: Math.round((samples * rate) / audio.sampleRate) };
      pairs.push({ kind: 'mp3', ...(await pairMp3s(ofMp3, join(folder, 'mp3.pair'))) });
    }
    const word = markWord(randomBytes(32), randomBytes(16), segments);
    for (const pair of pairs) {
      const copy = join(folder, `copy.${pair.kind}`);
      copies.push(copy);
      await writeCopy(pair, word, copy, pair.kind === 'wav' ? buildWavHeader(audio, pair.copyBytes) : Buffer.alloc(0));
    }
    request.signal?.throwIfAborted();
    const sound = await openSound(original, rate, tools);
    const pieces = audio.sampleRate === rate ? listWrittenPieces(paths.difference, sound) : differentiate(sound, key);
    const misread = await findMisread({ pieces, rate, segments, word, copies }, tools, request.onProgress);
    for (const count of misread) if (count > 0) throw new DeliveryRefusal(describeMisread(count, segments));
    return { segments, pairs, prints };
  } catch (error) {
    for (const name of ['mp3.pair', 'wav.pair']) await rm(join(folder, name), { force: true });
    throw error;
  } finally {
    for (const path of [...Object.values(paths), ...copies]) await rm(path, { force: true });
    await file.close();
  }
}

const describeMisread = (count: number, segments: number) =>
  `Its sound cannot be marked: ${count} of ${segments} segments of a copy were read wrongly.`;

async function writeVariants(
  { key, folder, formats, signal, onProgress }: PairsRequest,
  audio: DecodedAudio,
  paths: Record<'a' | 'b' | 'difference', string>,
  { ffmpeg, onProcess }: Tools,
) {
  const { sampleRate, channels, channelMask } = audio;
  const difference = createDifference({ sampleRate, channels, key });
  const printer = createPrinter(sampleRate);
  const shares = getStereoShares(channelMask);
  const toStereo = (sound: Float32Array[]) => (channels > 2 ? downmix(sound, shares) : sound);
  const openEncoder = (path: string) =>
    openMp3Writer({ path, sampleRate, channels: Math.min(2, channels), isSpliceable: true }, ffmpeg, onProcess);
  const encoders = formats.includes('mp3') ? [await openEncoder(paths.a), await openEncoder(paths.b)] : [];
  const wav = formats.includes('wav') ? await openWavPair(join(folder, 'wav.pair'), audio) : undefined;
  // The MP3s have another sample rate then, at which the difference is made again.
  const written = sampleRate === mp3RateOf(sampleRate) ? await openDifferenceWriter(paths.difference) : undefined;
  const makeVariants = createVariants();
  let samples = 0;
  const write = async (piece: Piece) => {
    const { a, b } = makeVariants(piece);
    await encoders[0]?.write(toStereo(a));
    await encoders[1]?.write(toStereo(b));
    await wav?.add(piece.from, a, b);
    await written?.add(toStereo(piece.difference));
  };
  try {
    for await (const block of audio.blocks) {
      signal?.throwIfAborted();
      samples += block.channels[0]?.length ?? 0;
      printer.add(block.channels);
      for (const piece of difference.add(block.channels)) await write(piece);
      onProgress?.(samples / sampleRate);
    }
    for (const piece of difference.finish()) await write(piece);
    for (const encoder of encoders) await encoder.finish();
    await written?.finish();
    return { samples, prints: printer.result(), wav: await wav?.finish() };
  } catch (error) {
    for (const encoder of encoders) await encoder.abort();
    wav?.abort();
    written?.abort();
    throw error;
  }
}

/** Collects the samples of a segment in both variants. */
async function openWavPair(path: string, { sampleRate, channels, bits, float }: DecodedAudio) {
  const format = { bits, float };
  const frameBytes = (channels * bits) / 8;
  const pair = await openPairWriter(path, Buffer.alloc(0));
  let waiting: { a: Buffer; b: Buffer }[] = [];
  const writeSegment = async () => {
    if (waiting.length > 0)
      await pair.add(Buffer.concat(waiting.map(({ a }) => a)), Buffer.concat(waiting.map(({ b }) => b)));
    waiting = [];
  };
  return {
    async add(from: number, channelsOfA: Float32Array[], channelsOfB: Float32Array[]) {
      const [a, b] = [encodePcm(channelsOfA, format), encodePcm(channelsOfB, format)];
      for (let at = 0; at < a.length; ) {
        const next = borderOf(segmentOf(from + at / frameBytes, sampleRate) + 1, sampleRate);
        const end = Math.min(a.length, (next - from) * frameBytes);
        waiting.push({ a: a.subarray(at, end), b: b.subarray(at, end) });
        at = end;
        if (from + end / frameBytes === next) await writeSegment();
      }
    },
    async finish() {
      await writeSegment();
      return pair.finish();
    },
    abort: pair.abort,
  };
}

function buildWavHeader(format: DecodedAudio, bytes: number): Buffer {
  const chunk = buildFormatChunk(format);
  return Buffer.concat([
    buildChunkHeader('RIFF', Math.min(0xffffffff, 4 + chunk.length + 8 + bytes)),
    Buffer.from('WAVE'),
    chunk,
    buildChunkHeader('data', bytes),
  ]);
}
