import type { FileHandle } from 'node:fs/promises';
import {
  CHANNELS_MAX,
  DeliveryRefusal,
  SAMPLE_RATE_MAX,
  SAMPLE_RATE_MIN,
  SAMPLE_RATES,
} from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { buildChunk, parseFormatChunk, resolveChannelMask } from '../../platform/storage/riff.ts';
import { type AudioBlock, BLOCK_FRAMES, decodePcm, type SampleFormat } from './pcm.ts';

export interface PcmLayout extends SampleFormat {
  container: 'wav' | 'aiff';
  sampleRate: number;
  channels: number;
  channelMask: number;
  littleEndian: boolean;
  offset: number;
  /** A multiple of the frame size. */
  bytes: number;
  warning?: string;
}

/** Codecs of WAV by number (RFC 2361 and `libavformat/riff.c` of FFmpeg 5.1). */
const WAV_CODECS: Record<number, string> = {
  0x0001: 'pcm',
  0x0002: 'ms-adpcm',
  0x0003: 'pcm',
  0x0006: 'a-law',
  0x0007: 'mu-law',
  0x000a: 'wma-voice',
  0x0010: 'oki-adpcm',
  0x0011: 'ima-adpcm',
  0x0014: 'g.726',
  0x0017: 'oki-adpcm',
  0x0020: 'yamaha-adpcm',
  0x0022: 'truespeech',
  0x0031: 'gsm',
  0x0032: 'gsm',
  0x0038: 'amr',
  0x0040: 'g.726',
  0x0042: 'g.723.1',
  0x0045: 'g.726',
  0x0050: 'mp2',
  0x0055: 'mp3',
  0x0057: 'amr',
  0x0058: 'amr-wb',
  0x0064: 'g.726',
  0x0069: 'ima-adpcm',
  0x0083: 'g.729',
  0x00ff: 'aac',
  0x0160: 'wma',
  0x0161: 'wma',
  0x0162: 'wma-pro',
  0x0163: 'wma-lossless',
  0x0270: 'atrac3',
  0x028f: 'g.722',
  0x1500: 'gsm',
  0x1501: 'truespeech',
  0x1600: 'aac',
  0x2000: 'ac-3',
  0x2001: 'dts',
  0x4143: 'aac',
  0x5346: 'swf-adpcm',
  0x706d: 'aac',
  0xa106: 'aac',
  0xf1ac: 'flac',
};
/** What ffmpeg does not find the packets of in a WAV. */
const UNREADABLE_CODECS: Record<number, string> = {
  0x566f: 'Vorbis',
  0x674f: 'Vorbis',
  0x6750: 'Vorbis',
  0x6751: 'Vorbis',
  0x676f: 'Vorbis',
  0x6770: 'Vorbis',
  0x6771: 'Vorbis',
  0x704f: 'Opus',
  0xa109: 'Speex',
};
const AIFF_CODECS: Record<string, string> = {
  ulaw: 'mu-law',
  ULAW: 'mu-law',
  alaw: 'a-law',
  ALAW: 'a-law',
  ima4: 'ima-adpcm',
  'GSM ': 'gsm',
};
const CHUNKS_MAX = 1_000;
/** Lengths from here on mean that the writer did not know it. */
const UNKNOWN_BYTES_MIN = 0xfffffff0;
const TAG_BYTES_MAX = 64 * 1024 ** 2;
/** Some writers round the length up to a full block. */
const MISSING_SECONDS_MAX = 0.1;
const AIFF_CODINGS: Record<string, { float: boolean; littleEndian: boolean; unsigned?: boolean; bits?: number }> = {
  NONE: { float: false, littleEndian: false },
  twos: { float: false, littleEndian: false },
  sowt: { float: false, littleEndian: true },
  'raw ': { float: false, littleEndian: false, unsigned: true },
  in24: { float: false, littleEndian: false, bits: 24 },
  in32: { float: false, littleEndian: false, bits: 32 },
  fl32: { float: true, littleEndian: false, bits: 32 },
  FL32: { float: true, littleEndian: false, bits: 32 },
  fl64: { float: true, littleEndian: false, bits: 64 },
  FL64: { float: true, littleEndian: false, bits: 64 },
};

/**
 * Reads the header of a WAV or AIFF file; gives the name of its codec where the samples are compressed.
 * @throws DeliveryRefusal for a codec that cannot be read
 */
export async function readPcmLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | string> {
  const head = await readPadded(file, 0, 12);
  return head.toString('latin1', 0, 4) === 'FORM' ? readAiffLayout(file, fileBytes) : readWavLayout(file, fileBytes);
}

export async function* readPcmBlocks(file: FileHandle, layout: PcmLayout): AsyncGenerator<AudioBlock> {
  const sampleBytes = layout.bits / 8;
  const frameBytes = sampleBytes * layout.channels;
  const buffer = Buffer.alloc(BLOCK_FRAMES * frameBytes);
  const channels = Array.from({ length: layout.channels }, () => new Float32Array(BLOCK_FRAMES));
  const end = layout.offset + layout.bytes;
  for (let position = layout.offset; position < end; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position), position);
    const pcm = buffer.subarray(0, bytesRead - (bytesRead % frameBytes));
    if (pcm.length === 0) return;
    if (!layout.littleEndian) swapByteOrder(pcm, sampleBytes);
    yield { channels: decodePcm(pcm, layout, channels), pcm };
    position += pcm.length;
  }
}

/**
 * Copies the chunks of a WAV file without its samples, as a RIFF file of its own. Tag readers do not know RF64 and BW64.
 */
export async function readWavTags(file: FileHandle, fileBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [Buffer.from('WAVE')];
  let bytes = 0;
  for await (const chunk of readChunks(file, fileBytes, true)) {
    if (chunk.id === 'data' || chunk.id === 'ds64') continue;
    bytes += chunk.bytes;
    if (bytes > TAG_BYTES_MAX) break;
    chunks.push(buildChunk(chunk.id, await readAt(file, chunk.offset, chunk.bytes)));
  }
  return buildChunk('RIFF', Buffer.concat(chunks));
}

async function readWavLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | string> {
  let format: Buffer | undefined;
  for await (const chunk of readChunks(file, fileBytes, true)) {
    if (chunk.id === 'fmt ') format = await readPadded(file, chunk.offset, Math.min(chunk.bytes, 40));
    if (chunk.id !== 'data') continue;
    if (!format || format.length < 16) throw new DeliveryRefusal('The WAV header does not describe its samples.');
    const { coding, validBits, ...layout } = parseFormatChunk(format);
    const codec = WAV_CODECS[coding];
    if (!codec) throw unreadable(UNREADABLE_CODECS[coding] ?? `WAVE format 0x${coding.toString(16).padStart(4, '0')}`);
    if (codec !== 'pcm') {
      requireWhole(chunk, fileBytes);
      return codec;
    }
    return requireValid({
      container: 'wav',
      ...layout,
      littleEndian: true,
      unsigned: validBits <= 8,
      ...locateSamples(chunk.offset, chunk.bytes, fileBytes),
    });
  }
  throw new DeliveryRefusal('The WAV file has no samples (no data chunk).');
}

async function readAiffLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | string> {
  let common: Buffer | undefined;
  let sound: { offset: number; bytes: number } | undefined;
  for await (const chunk of readChunks(file, fileBytes, false)) {
    if (chunk.id === 'COMM') common = await readPadded(file, chunk.offset, Math.min(chunk.bytes, 22));
    if (chunk.id === 'SSND') {
      const skipped = (await readPadded(file, chunk.offset, 4)).readUInt32BE(0);
      sound = { offset: chunk.offset + 8 + skipped, bytes: chunk.bytes - 8 - skipped };
    }
    if (common && sound) break;
  }
  if (!common || common.length < 18 || !sound) throw new DeliveryRefusal('The AIFF file has no samples.');
  const name = common.length >= 22 ? common.toString('latin1', 18, 22) : 'NONE';
  const coding = AIFF_CODINGS[name];
  if (!coding) {
    const codec = AIFF_CODECS[name];
    requireWhole(sound, fileBytes);
    if (!codec) throw unreadable(name.replace(/[^\x20-\x7e]/g, '?').trim());
    return codec;
  }
  const channels = common.readUInt16BE(0);
  return requireValid({
    container: 'aiff',
    channels,
    channelMask: resolveChannelMask(channels, undefined),
    sampleRate: readExtended(common, 8),
    bits: coding.bits ?? Math.ceil(common.readUInt16BE(6) / 8) * 8,
    float: coding.float,
    littleEndian: coding.littleEndian,
    unsigned: coding.unsigned ?? false,
    ...locateSamples(sound.offset, sound.bytes, fileBytes),
  });
}

export async function* readChunks(file: FileHandle, fileBytes: number, littleEndian: boolean) {
  let position = 12;
  let longDataBytes: number | undefined;
  for (let count = 0; position + 8 <= fileBytes && count < CHUNKS_MAX; count++) {
    const head = await readPadded(file, position, 8);
    const id = head.toString('latin1', 0, 4);
    const size = littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4);
    if (id === 'ds64') longDataBytes = Number((await readPadded(file, position + 8, 16)).readBigUInt64LE(8));
    const bytes = id === 'data' && size === 0xffffffff ? (longDataBytes ?? size) : size;
    yield { id, offset: position + 8, bytes };
    position += 8 + bytes + (bytes % 2);
  }
}

/** A recorder that lost power leaves 0 or the highest number as length; then all bytes to the end are samples. */
function locateSamples(offset: number, headerBytes: number, fileBytes: number) {
  const available = Math.max(0, fileBytes - offset);
  if (headerBytes > 0 && headerBytes <= available) return { offset, bytes: headerBytes };
  if (headerBytes > 0 && headerBytes < UNKNOWN_BYTES_MIN && available > 0)
    return { offset, bytes: available, headerBytes };
  const warning = 'The header does not say how long the sound is; everything to the end of the file was taken.';
  return { offset, bytes: available, warning };
}

function requireWhole({ offset, bytes }: { offset: number; bytes: number }, fileBytes: number): void {
  if (bytes < UNKNOWN_BYTES_MIN && offset + bytes > fileBytes)
    throw new DeliveryRefusal(`The file ends early: it has ${fileBytes - offset} of ${bytes} bytes of sound.`);
}

function requireValid({ headerBytes, ...layout }: PcmLayout & { headerBytes?: number }): PcmLayout {
  const { channels, sampleRate, bits, float } = layout;
  if (channels < 1 || channels > CHANNELS_MAX)
    throw new DeliveryRefusal(`The header says ${channels} channels; 1 to ${CHANNELS_MAX} are taken.`);
  if (!(sampleRate >= SAMPLE_RATE_MIN && sampleRate <= SAMPLE_RATE_MAX)) {
    throw new DeliveryRefusal(`The header says a sample rate of ${sampleRate} Hz; ${SAMPLE_RATES} are taken.`);
  }
  if (float ? bits !== 32 && bits !== 64 : ![8, 16, 24, 32].includes(bits)) {
    throw new DeliveryRefusal(
      `The header says ${bits} bits per sample; ${float ? '32 and 64' : '8, 16, 24 and 32'} are taken.`,
    );
  }
  const frameBytes = (channels * bits) / 8;
  const bytes = layout.bytes - (layout.bytes % frameBytes);
  if (headerBytes !== undefined && headerBytes - layout.bytes > frameBytes * sampleRate * MISSING_SECONDS_MAX) {
    throw new DeliveryRefusal(`The file ends early: it has ${layout.bytes} of ${headerBytes} bytes of sound.`);
  }
  if (bytes === 0) throw new DeliveryRefusal('The file contains no sound.');
  return { ...layout, bytes };
}

const unreadable = (codec: string) => new DeliveryRefusal(`Its codec (${codec}) cannot be read.`);

/** Reads an 80-bit extended float, the AIFF format of the sample rate. */
export function readExtended(buffer: Buffer, offset: number): number {
  const exponent = (buffer.readUInt16BE(offset) & 0x7fff) - 16383 - 31;
  return Math.round(buffer.readUInt32BE(offset + 2) * 2 ** exponent);
}

/** Gives zeros beyond the end of the file. */
async function readPadded(file: FileHandle, position: number, length: number): Promise<Buffer> {
  return Buffer.concat([await readAt(file, position, length)], length);
}

function swapByteOrder(bytes: Buffer, sampleBytes: number): void {
  if (sampleBytes === 2) bytes.swap16();
  else if (sampleBytes === 4) bytes.swap32();
  else if (sampleBytes === 8) bytes.swap64();
  else if (sampleBytes === 3) {
    for (let offset = 0; offset < bytes.length; offset += 3) bytes.subarray(offset, offset + 3).reverse();
  }
}
