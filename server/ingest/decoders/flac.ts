import type { FileHandle } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { type BitReader, createBitReader, unfold } from './bitReader.ts';
import { openPackets, trimToTimes } from './m4a.ts';
import { type AudioBlock, toFloat } from './pcm.ts';

// FLAC (RFC 9639), up to 24 bits. The checksum of each frame is compared, so that no damaged sound is taken.

export interface FlacStream {
  sampleRate: number;
  channels: number;
  bits: number;
  /** 0 when the header does not say it. */
  frames: number;
  frameBytesMax: number;
}

const WINDOW_BYTES = 256 * 1024;
const STREAM_INFO_BYTES = 34;
const METADATA_HEADER_BYTES = 4;
const BITS_MAX = 24;
const FRAME_SIZES = [0, 192, 576, 1_152, 2_304, 4_608, 0, 0, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768];
const DEPTHS = [0, 8, 12, 0, 16, 20, 24, 32];
const FIXED_COEFFICIENTS = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];
const LEFT_SIDE = 8;
const SIDE_RIGHT = 9;
const MID_SIDE = 10;

/** Opens the FLAC stream that begins at `start`. */
export async function openFlac(file: FileHandle, start: number, fileBytes: number) {
  const stream = parseFlacHeader(await readAt(file, start + 4 + METADATA_HEADER_BYTES, STREAM_INFO_BYTES));
  return { ...stream, blocks: readFrames(file, stream, await findFirstFrame(file, start + 4, fileBytes), fileBytes) };
}

/** Opens the FLAC track of an MP4 file. */
export async function openFlacTrack(file: FileHandle, fileBytes: number) {
  const { configuration, packets, ...times } = await openPackets(file, fileBytes, 'fLaC', 'dfLa');
  const stream = parseFlacHeader(configuration.subarray(METADATA_HEADER_BYTES));
  return { ...stream, blocks: trimToTimes(decodePackets(packets, stream), stream.sampleRate, times) };
}

async function* decodePackets(packets: AsyncIterable<Uint8Array>, stream: FlacStream): AsyncGenerator<AudioBlock> {
  for await (const packet of packets) yield { channels: decodeFlacFrame(packet, stream).channels };
}

/** Reads the metadata block that every stream begins with. */
export function parseFlacHeader(block: Buffer): FlacStream {
  if (block.length < STREAM_INFO_BYTES) throw new DeliveryRefusal('The file ends early: its header is not complete.');
  const reader = createBitReader(block, 2);
  const blockFramesMax = reader.read(16);
  reader.skip(24);
  const frameBytesMax = reader.read(24);
  const sampleRate = reader.read(20);
  const channels = reader.read(3) + 1;
  const bits = reader.read(5) + 1;
  const frames = reader.read(36);
  if (bits > BITS_MAX) throw new DeliveryRefusal(`Its codec (FLAC with ${bits} bits) cannot be read.`);
  const plainBytes = blockFramesMax * channels * 4 + 64;
  return { sampleRate, channels, bits, frames, frameBytesMax: frameBytesMax || plainBytes };
}

async function findFirstFrame(file: FileHandle, start: number, fileBytes: number): Promise<number> {
  for (let position = start; position < fileBytes; ) {
    const head = await readAt(file, position, METADATA_HEADER_BYTES);
    if (head.length < METADATA_HEADER_BYTES) break;
    position += METADATA_HEADER_BYTES + head.readUIntBE(1, 3);
    if (head.readUInt8(0) & 0x80) return position;
  }
  throw new DeliveryRefusal('The file ends early: it has no sound.');
}

async function* readFrames(
  file: FileHandle,
  stream: FlacStream,
  start: number,
  fileBytes: number,
): AsyncGenerator<AudioBlock> {
  let decoded = 0;
  for (let position = start; position < fileBytes; ) {
    const window = await readAt(file, position, stream.frameBytesMax + WINDOW_BYTES);
    if (window.length === 0) return;
    const isLast = position + window.length >= fileBytes;
    let at = 0;
    while (at < window.length && (isLast || window.length - at >= stream.frameBytesMax)) {
      // What follows the last frame, such as a tag, is no sound.
      if (stream.frames > 0 && decoded >= stream.frames) return;
      const frame = decodeFlacFrame(window.subarray(at), stream);
      at += frame.bytes;
      decoded += frame.channels[0]?.length ?? 0;
      yield { channels: frame.channels };
    }
    position += at;
  }
}

/** Decodes the frame that begins at the first byte, and tells its length. */
export function decodeFlacFrame(window: Uint8Array, stream: FlacStream): { channels: Float32Array[]; bytes: number } {
  const reader = createBitReader(window);
  if (reader.read(15) !== 0x7ffc) throw new DeliveryRefusal('It is damaged: a frame is missing.');
  reader.skip(1);
  const sizeCode = reader.read(4);
  const rateCode = reader.read(4);
  const assignment = reader.read(4);
  const bits = DEPTHS[reader.read(3)] || stream.bits;
  reader.skip(1);
  skipFrameNumber(reader);
  const frames = sizeCode === 6 ? reader.read(8) + 1 : sizeCode === 7 ? reader.read(16) + 1 : FRAME_SIZES[sizeCode];
  reader.skip(rateCode === 12 ? 8 : rateCode === 13 || rateCode === 14 ? 16 : 0);
  reader.skip(8);
  const count = assignment < LEFT_SIDE ? assignment + 1 : 2;
  if (!frames || assignment > MID_SIDE || count !== stream.channels || bits !== stream.bits)
    throw new DeliveryRefusal('It is damaged: the header of a frame is not valid.');
  const side = assignment === SIDE_RIGHT ? 0 : assignment < LEFT_SIDE ? -1 : 1;
  const channels = Array.from({ length: count }, (_, channel) =>
    readSubframe(reader, frames, bits + (channel === side ? 1 : 0)),
  );
  reader.align();
  const bytes = reader.position() / 8 + 2;
  const sum = reader.read(16);
  if (reader.isPastEnd()) throw new DeliveryRefusal('The file ends early, within a frame.');
  if (sum !== crc16(window.subarray(0, bytes - 2)))
    throw new DeliveryRefusal('It is damaged: the checksum of a frame is wrong.');
  restoreChannels(channels, assignment);
  return { channels: channels.map((samples) => toFloat(samples, bits)), bytes };
}

/** A number in the style of UTF-8: the ones of the first byte count the bytes. */
function skipFrameNumber(reader: BitReader): void {
  const first = reader.read(8);
  const bytes = Math.clz32(~(first << 24));
  reader.skip(8 * Math.max(0, bytes - 1));
}

function readSubframe(reader: BitReader, frames: number, depth: number): Int32Array {
  reader.skip(1);
  const type = reader.read(6);
  const wasted = reader.read(1) ? reader.readZeros() + 1 : 0;
  const bits = depth - wasted;
  const samples = new Int32Array(frames);
  if (bits < 1) throw new DeliveryRefusal('It is damaged: a channel has no bits.');
  if (type === 0) samples.fill(reader.readSigned(bits));
  else if (type === 1) for (let at = 0; at < frames; at++) samples[at] = reader.readSigned(bits);
  else if (type >= 8 && type <= 12) readPredicted(reader, samples, bits, type - 8);
  else if (type >= 32) readPredicted(reader, samples, bits, type - 31, true);
  else throw new DeliveryRefusal('It is damaged: the type of a channel is not valid.');
  if (wasted > 0) for (let at = 0; at < frames; at++) samples[at] = (samples[at] ?? 0) << wasted;
  return samples;
}

function readPredicted(reader: BitReader, samples: Int32Array, bits: number, order: number, isLinear = false): void {
  if (order > samples.length) throw new DeliveryRefusal('It is damaged: a frame is too short.');
  for (let at = 0; at < order; at++) samples[at] = reader.readSigned(bits);
  let shift = 0;
  let coefficients = FIXED_COEFFICIENTS[order] ?? [];
  if (isLinear) {
    const precision = reader.read(4) + 1;
    shift = reader.read(5);
    coefficients = Array.from({ length: order }, () => reader.readSigned(precision));
  }
  readResidual(reader, samples, order);
  // Sums need more than 32 bits; doubles hold 53.
  const scale = 2 ** shift;
  for (let at = order; at < samples.length; at++) {
    let sum = 0;
    for (let back = 0; back < order; back++) sum += (coefficients[back] ?? 0) * (samples[at - 1 - back] ?? 0);
    samples[at] = (samples[at] ?? 0) + Math.floor(sum / scale);
  }
}

function readResidual(reader: BitReader, samples: Int32Array, order: number): void {
  const method = reader.read(2);
  if (method > 1) throw new DeliveryRefusal('It is damaged: a coding is not valid.');
  const parameterBits = method === 0 ? 4 : 5;
  const escape = 2 ** parameterBits - 1;
  const partitions = 2 ** reader.read(4);
  const length = samples.length / partitions;
  if (!Number.isInteger(length) || length < order)
    throw new DeliveryRefusal('It is damaged: a partition is not valid.');
  for (let partition = 0; partition < partitions; partition++) {
    const end = (partition + 1) * length;
    const parameter = reader.read(parameterBits);
    const rawBits = parameter === escape ? reader.read(5) : 0;
    for (let at = partition === 0 ? order : partition * length; at < end; at++) {
      if (parameter === escape) samples[at] = rawBits === 0 ? 0 : reader.readSigned(rawBits);
      else samples[at] = unfold(reader.readZeros() * 2 ** parameter + reader.read(parameter));
    }
    if (reader.isPastEnd()) throw new DeliveryRefusal('The file ends early, within a frame.');
  }
}

/** Restores the left and right channels in place, which the encoder stored as their difference and one channel or the mean. */
function restoreChannels([first, second]: Int32Array[], assignment: number): void {
  if (assignment < LEFT_SIDE || !first || !second) return;
  for (let at = 0; at < first.length; at++) {
    const a = first[at] ?? 0;
    const b = second[at] ?? 0;
    if (assignment === LEFT_SIDE) second[at] = a - b;
    else if (assignment === SIDE_RIGHT) first[at] = a + b;
    else {
      const sum = (a << 1) | (b & 1);
      first[at] = (sum + b) >> 1;
      second[at] = (sum - b) >> 1;
    }
  }
}

const CRC = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
  return crc;
});

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC[(crc >>> 8) ^ byte] ?? 0);
  return crc;
}
