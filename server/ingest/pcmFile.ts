import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../platform/storage/readAt.ts';
import { CHANNELS_MAX, DeliveryRefusal, SAMPLE_RATE_MAX, SAMPLE_RATE_MIN } from './deliveryRules.ts';
import { type AudioBlock, BLOCK_FRAMES, decodePcm, type SampleFormat } from './pcm.ts';

export interface PcmLayout extends SampleFormat {
  container: 'wav' | 'aiff';
  sampleRate: number;
  channels: number;
  littleEndian: boolean;
  offset: number;
  /** A multiple of the frame size. */
  bytes: number;
  warning?: string;
}

const WAVE_PCM = 1;
const WAVE_FLOAT = 3;
const WAVE_EXTENSIBLE = 0xfffe;
const CHUNKS_MAX = 1_000;
/** Some writers round the length up to a full block. */
const MISSING_SECONDS_MAX = 0.1;
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

/** Gives undefined when the file is neither WAV nor AIFF, or its samples are compressed. */
export async function readPcmLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
  const head = await readPadded(file, 0, 12);
  const form = head.toString('latin1', 0, 4);
  const type = head.toString('latin1', 8, 12);
  if ((form === 'RIFF' || form === 'RF64' || form === 'BW64') && type === 'WAVE') return readWavLayout(file, fileBytes);
  if (form === 'FORM' && (type === 'AIFF' || type === 'AIFC')) return readAiffLayout(file, fileBytes);
  return undefined;
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

async function readWavLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
  let format: Buffer | undefined;
  let longDataBytes: number | undefined;
  for await (const chunk of readChunks(file, fileBytes, true)) {
    if (chunk.id === 'ds64') longDataBytes = Number((await readPadded(file, chunk.offset, 16)).readBigUInt64LE(8));
    if (chunk.id === 'fmt ') format = await readPadded(file, chunk.offset, Math.min(chunk.bytes, 40));
    if (chunk.id !== 'data') continue;
    if (!format || format.length < 16) throw new DeliveryRefusal('The WAV header does not describe its samples.');
    const tag = format.readUInt16LE(0);
    const coding = tag === WAVE_EXTENSIBLE && format.length >= 26 ? format.readUInt16LE(24) : tag;
    if (coding !== WAVE_PCM && coding !== WAVE_FLOAT) return undefined;
    const bits = format.readUInt16LE(14);
    const dataBytes = chunk.bytes === 0xffffffff ? (longDataBytes ?? chunk.bytes) : chunk.bytes;
    return requireValid({
      container: 'wav',
      channels: format.readUInt16LE(2),
      sampleRate: format.readUInt32LE(4),
      bits: Math.ceil(bits / 8) * 8,
      float: coding === WAVE_FLOAT,
      littleEndian: true,
      unsigned: bits <= 8,
      ...locateSamples(chunk.offset, dataBytes, fileBytes),
    });
  }
  throw new DeliveryRefusal('The WAV file has no samples (no data chunk).');
}

async function readAiffLayout(file: FileHandle, fileBytes: number): Promise<PcmLayout | undefined> {
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
  const coding = AIFF_CODINGS[common.length >= 22 ? common.toString('latin1', 18, 22) : 'NONE'];
  if (!coding) return undefined;
  return requireValid({
    container: 'aiff',
    channels: common.readUInt16BE(0),
    sampleRate: readExtended(common, 8),
    bits: coding.bits ?? Math.ceil(common.readUInt16BE(6) / 8) * 8,
    float: coding.float,
    littleEndian: coding.littleEndian,
    unsigned: false,
    ...locateSamples(sound.offset, sound.bytes, fileBytes),
  });
}

async function* readChunks(file: FileHandle, fileBytes: number, littleEndian: boolean) {
  let position = 12;
  for (let count = 0; position + 8 <= fileBytes && count < CHUNKS_MAX; count++) {
    const head = await readPadded(file, position, 8);
    const bytes = littleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4);
    yield { id: head.toString('latin1', 0, 4), offset: position + 8, bytes };
    position += 8 + bytes + (bytes % 2);
  }
}

/** A recorder that lost power leaves 0 or the highest number as length; then all bytes to the end are samples. */
function locateSamples(offset: number, headerBytes: number, fileBytes: number) {
  const available = Math.max(0, fileBytes - offset);
  if (headerBytes > 0 && headerBytes <= available) return { offset, bytes: headerBytes };
  if (headerBytes > 0 && headerBytes < 0xfffffff0 && available > 0) return { offset, bytes: available, headerBytes };
  const warning = 'The header does not say how long the sound is; everything to the end of the file was taken.';
  return { offset, bytes: available, warning };
}

function requireValid({ headerBytes, ...layout }: PcmLayout & { headerBytes?: number }): PcmLayout {
  const { channels, sampleRate, bits, float } = layout;
  if (channels < 1 || channels > CHANNELS_MAX) throw new DeliveryRefusal(`The header says ${channels} channels.`);
  if (!(sampleRate >= SAMPLE_RATE_MIN && sampleRate <= SAMPLE_RATE_MAX)) {
    throw new DeliveryRefusal(`The header says a sample rate of ${sampleRate} Hz.`);
  }
  if (float ? bits !== 32 && bits !== 64 : ![8, 16, 24, 32].includes(bits)) {
    throw new DeliveryRefusal(`The header says ${bits} bits per sample.`);
  }
  const frameBytes = (channels * bits) / 8;
  const bytes = layout.bytes - (layout.bytes % frameBytes);
  if (headerBytes !== undefined && headerBytes - layout.bytes > frameBytes * sampleRate * MISSING_SECONDS_MAX) {
    throw new DeliveryRefusal(`The file ends early: it has ${layout.bytes} of ${headerBytes} bytes of sound.`);
  }
  if (bytes === 0) throw new DeliveryRefusal('The file contains no sound.');
  return { ...layout, bytes };
}

/** Reads an 80-bit extended float, the AIFF format of the sample rate. */
function readExtended(buffer: Buffer, offset: number): number {
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
