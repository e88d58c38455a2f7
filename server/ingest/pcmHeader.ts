import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';
import { CHANNELS_MAX, SAMPLE_RATE_MAX, SAMPLE_RATE_MIN } from './limits.ts';
import { DeliveryRefused } from './refused.ts';

/** Where the samples of an uncompressed file lie and how they are written. */
export interface PcmLayout {
  container: 'wav' | 'aiff';
  sampleRate: number;
  channels: number;
  /** Bits of one stored sample: 8, 16, 24, 32 or 64. */
  bits: number;
  float: boolean;
  littleEndian: boolean;
  /** 8-bit WAV counts from 0. */
  unsigned: boolean;
  offset: number;
  /** A whole number of frames. */
  bytes: number;
  warning?: string;
}

const WAVE_PCM = 1;
const WAVE_FLOAT = 3;
const WAVE_EXTENSIBLE = 0xfffe;
const CHUNKS_MAX = 1_000;
/** A rounding of the last block is no truncated file. */
const SECONDS_MISSING_MAX = 0.1;
const AIFF_CODINGS: Record<string, { float: boolean; littleEndian: boolean; bits?: number }> = {
  NONE: { float: false, littleEndian: false },
  twos: { float: false, littleEndian: false },
  sowt: { float: false, littleEndian: true },
  in24: { float: false, littleEndian: false, bits: 24 },
  in32: { float: false, littleEndian: false, bits: 32 },
  fl32: { float: true, littleEndian: false, bits: 32 },
  FL32: { float: true, littleEndian: false, bits: 32 },
  fl64: { float: true, littleEndian: false, bits: 64 },
  FL64: { float: true, littleEndian: false, bits: 64 },
};

/**
 * Reads the header of a WAV, RF64 or AIFF file. Undefined when it is none of them, or one whose samples are compressed.
 * @throws DeliveryRefused when the header cannot be right
 */
export async function readPcmLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
  const head = await bytesAt(file, 0, 12);
  const form = head.toString('latin1', 0, 4);
  const type = head.toString('latin1', 8, 12);
  if ((form === 'RIFF' || form === 'RF64' || form === 'BW64') && type === 'WAVE') return readWav(file, fileBytes);
  if (form === 'FORM' && (type === 'AIFF' || type === 'AIFC')) return readAiff(file, fileBytes);
  return undefined;
}

async function readWav(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
  let format: Buffer | undefined;
  let longData: number | undefined;
  for await (const chunk of chunksOf(file, fileBytes, true)) {
    if (chunk.id === 'ds64') longData = Number((await bytesAt(file, chunk.offset, 16)).readBigUInt64LE(8));
    if (chunk.id === 'fmt ') format = await bytesAt(file, chunk.offset, Math.min(chunk.bytes, 40));
    if (chunk.id !== 'data') continue;
    if (!format || format.length < 16) throw new DeliveryRefused('The WAV header says nothing about its samples.');
    const tag = format.readUInt16LE(0);
    const coding = tag === WAVE_EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : tag;
    if (coding !== WAVE_PCM && coding !== WAVE_FLOAT) return undefined;
    const said = chunk.bytes === 0xffffffff ? (longData ?? chunk.bytes) : chunk.bytes;
    return checked({
      container: 'wav',
      channels: format.readUInt16LE(2),
      sampleRate: format.readUInt32LE(4),
      bits: Math.ceil(format.readUInt16LE(14) / 8) * 8,
      float: coding === WAVE_FLOAT,
      littleEndian: true,
      unsigned: format.readUInt16LE(14) <= 8,
      ...withinFile(chunk.offset, said, fileBytes),
    });
  }
  throw new DeliveryRefused('The WAV file holds no samples (no data chunk).');
}

async function readAiff(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
  let common: Buffer | undefined;
  let sound: { offset: number; bytes: number } | undefined;
  for await (const chunk of chunksOf(file, fileBytes, false)) {
    if (chunk.id === 'COMM') common = await bytesAt(file, chunk.offset, Math.min(chunk.bytes, 22));
    if (chunk.id === 'SSND') {
      const skipped = (await bytesAt(file, chunk.offset, 4)).readUInt32BE(0);
      sound = { offset: chunk.offset + 8 + skipped, bytes: chunk.bytes - 8 - skipped };
    }
    if (common && sound) break;
  }
  if (!common || common.length < 18 || !sound) throw new DeliveryRefused('The AIFF file holds no samples.');
  const coding = AIFF_CODINGS[common.length >= 22 ? common.toString('latin1', 18, 22) : 'NONE'];
  if (!coding) return undefined;
  return checked({
    container: 'aiff',
    channels: common.readUInt16BE(0),
    sampleRate: extended(common, 8),
    bits: coding.bits ?? Math.ceil(common.readUInt16BE(6) / 8) * 8,
    float: coding.float,
    littleEndian: coding.littleEndian,
    unsigned: false,
    ...withinFile(sound.offset, sound.bytes, fileBytes),
  });
}

interface Chunk {
  id: string;
  offset: number;
  bytes: number;
}

async function* chunksOf(file: FileHandle, fileBytes: number, littleEndian: boolean): AsyncGenerator<Chunk> {
  let at = 12;
  for (let count = 0; at + 8 <= fileBytes && count < CHUNKS_MAX; count++) {
    const head = await bytesAt(file, at, 8);
    const bytes = littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4);
    yield { id: head.toString('latin1', 0, 4), offset: at + 8, bytes };
    at += 8 + bytes + (bytes % 2);
  }
}

/** A recorder that was cut off leaves 0 or the highest number as length: then what lies there is taken. */
function withinFile(offset: number, said: number, fileBytes: number) {
  const there = Math.max(0, fileBytes - offset);
  if (said > 0 && said <= there) return { offset, bytes: said };
  if (said <= 0 || said >= 0xfffffff0 || there === 0) {
    return {
      offset,
      bytes: there,
      warning: 'The header does not say how long the sound is; all that is there was taken.',
    };
  }
  return { offset, bytes: there, said };
}

function checked({ said, ...layout }: PcmLayout & { said?: number }): PcmLayout {
  const { channels, sampleRate, bits, float } = layout;
  if (channels < 1 || channels > CHANNELS_MAX) throw new DeliveryRefused(`The header says ${channels} channels.`);
  if (!(sampleRate >= SAMPLE_RATE_MIN && sampleRate <= SAMPLE_RATE_MAX)) {
    throw new DeliveryRefused(`The header says a sample rate of ${sampleRate} Hz.`);
  }
  if (float ? bits !== 32 && bits !== 64 : ![8, 16, 24, 32].includes(bits)) {
    throw new DeliveryRefused(`The header says ${bits} bits per sample.`);
  }
  const frame = (channels * bits) / 8;
  const bytes = layout.bytes - (layout.bytes % frame);
  if (said !== undefined && said - layout.bytes > frame * sampleRate * SECONDS_MISSING_MAX) {
    throw new DeliveryRefused(`The file ends early: ${layout.bytes} of ${said} bytes of sound are there.`);
  }
  if (bytes === 0) throw new DeliveryRefused('The file holds no sound.');
  return { ...layout, bytes };
}

/** The 80-bit number in which AIFF gives its sample rate. */
function extended(buffer: Buffer, at: number): number {
  const exponent = (buffer.readUInt16BE(at) & 0x7fff) - 16383 - 31;
  return Math.round(buffer.readUInt32BE(at + 2) * 2 ** exponent);
}

/** Zeros behind the end of the file. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  return Buffer.concat([await readAt(file, position, length)], length);
}
