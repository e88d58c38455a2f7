import type { FileHandle } from 'node:fs/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { type BitReader, createBitReader, unfold } from './bitReader.ts';
import { openPackets, trimToTimes } from './m4a.ts';
import { type AudioBlock, toFloat } from './pcm.ts';

// Apple Lossless, one or two channels, as in Apple's published description of the format and its decoder.

interface AlacFormat {
  frameLength: number;
  bits: number;
  historyMult: number;
  initialHistory: number;
  riceLimit: number;
  channels: number;
  sampleRate: number;
}

/** Parameters of the prediction of one channel in a frame. */
interface Prediction {
  mode: number;
  shift: number;
  historyFactor: number;
  coefficients: Int16Array;
}

const CONFIGURATION_BYTES = 24;
const CHANNELS_MAX = 2;
const SINGLE = 0;
const PAIR = 1;
const DATA = 4;
const FILL = 6;
const END = 7;
const PREFIX_MAX = 9;
const HISTORY_MAX = 0xffff;

/** Opens the ALAC track of an MP4 or M4A file. */
export async function openAlac(file: FileHandle, fileBytes: number) {
  const { configuration, packets, ...times } = await openPackets(file, fileBytes, 'alac');
  const format = parseConfiguration(configuration);
  const { sampleRate, channels } = format;
  return { sampleRate, channels, blocks: trimToTimes(decodePackets(packets, format), sampleRate, times) };
}

function parseConfiguration(bytes: Buffer): AlacFormat {
  if (bytes.length < CONFIGURATION_BYTES) throw new DeliveryRefusal('Its ALAC header is not complete.');
  const channels = bytes.readUInt8(9);
  if (channels < 1 || channels > CHANNELS_MAX)
    throw new DeliveryRefusal(`Its ${channels} channels can only be decoded where ffmpeg is installed.`);
  return {
    frameLength: bytes.readUInt32BE(0),
    bits: bytes.readUInt8(5),
    historyMult: bytes.readUInt8(6),
    initialHistory: bytes.readUInt8(7),
    riceLimit: bytes.readUInt8(8),
    channels,
    sampleRate: bytes.readUInt32BE(20),
  };
}

async function* decodePackets(packets: AsyncIterable<Uint8Array>, format: AlacFormat): AsyncGenerator<AudioBlock> {
  for await (const packet of packets) {
    const channels = decodePacket(packet, format);
    yield { channels: channels.map((samples) => toFloat(samples, format.bits)) };
  }
}

function decodePacket(packet: Uint8Array, format: AlacFormat): Int32Array[] {
  const reader = createBitReader(packet);
  const channels: Int32Array[] = [];
  while (channels.length < format.channels && !reader.isPastEnd()) {
    const element = reader.read(3);
    if (element === END) break;
    if (element === SINGLE || element === PAIR) channels.push(...readElement(reader, element + 1, format));
    else if (element === DATA) skipData(reader);
    else if (element === FILL) skipFill(reader);
    else throw new DeliveryRefusal('It is damaged: an element of a packet is not valid.');
  }
  if (reader.isPastEnd() || channels.length !== format.channels)
    throw new DeliveryRefusal('It is damaged: a packet is not complete.');
  return channels;
}

function skipData(reader: BitReader): void {
  reader.skip(4);
  const isAligned = reader.read(1) === 1;
  const count = reader.read(8);
  const bytes = count === 255 ? count + reader.read(8) : count;
  if (isAligned) reader.align();
  reader.skip(8 * bytes);
}

function skipFill(reader: BitReader): void {
  const count = reader.read(4);
  reader.skip(8 * (count === 15 ? count + reader.read(8) - 1 : count));
}

function readElement(reader: BitReader, count: number, format: AlacFormat): Int32Array[] {
  reader.skip(4 + 12);
  const isPartial = reader.read(1) === 1;
  const lowBits = reader.read(2) * 8;
  const isPlain = reader.read(1) === 1;
  const frames = isPartial ? reader.read(32) : format.frameLength;
  if (frames > format.frameLength) throw new DeliveryRefusal('It is damaged: a packet is too long.');
  return isPlain
    ? readPlain(reader, count, frames, format.bits)
    : readCompressed(reader, count, frames, lowBits, format);
}

function readPlain(reader: BitReader, count: number, frames: number, bits: number): Int32Array[] {
  const channels = Array.from({ length: count }, () => new Int32Array(frames));
  for (let at = 0; at < frames; at++) for (const samples of channels) samples[at] = reader.readSigned(bits);
  return channels;
}

function readCompressed(
  reader: BitReader,
  count: number,
  frames: number,
  lowBits: number,
  format: AlacFormat,
): Int32Array[] {
  const bits = format.bits - lowBits + (count === 2 ? 1 : 0);
  const mixBits = reader.read(8);
  const mixWeight = reader.readSigned(8);
  const predictions = Array.from({ length: count }, () => readPrediction(reader));
  const low = lowBits > 0 ? readPlain(reader, count, frames, lowBits) : undefined;
  const channels = predictions.map((prediction) => {
    const samples = readResidual(reader, frames, bits, prediction.historyFactor, format);
    if (prediction.mode !== 0) sumDifferences(samples, bits);
    predict(samples, prediction, bits);
    return samples;
  });
  if (mixWeight !== 0) unmix(channels, mixBits, mixWeight);
  const mask = 2 ** lowBits - 1;
  low?.forEach((samples, channel) => {
    const high = channels[channel] ?? samples;
    for (let at = 0; at < frames; at++) high[at] = ((high[at] ?? 0) << lowBits) | ((samples[at] ?? 0) & mask);
  });
  return channels;
}

function readPrediction(reader: BitReader): Prediction {
  const mode = reader.read(4);
  const shift = reader.read(4);
  const historyFactor = reader.read(3);
  const order = reader.read(5);
  return { mode, shift, historyFactor, coefficients: Int16Array.from({ length: order }, () => reader.readSigned(16)) };
}

/** Reads the differences from the prediction: adaptive Golomb codes, with runs of zeros. */
function readResidual(
  reader: BitReader,
  frames: number,
  bits: number,
  historyFactor: number,
  format: AlacFormat,
): Int32Array {
  const samples = new Int32Array(frames);
  const mult = (format.historyMult * historyFactor) >> 2;
  let history = format.initialHistory;
  let sign = 0;
  for (let at = 0; at < frames; ) {
    const k = Math.min(31 - Math.clz32((history >> 9) + 3), format.riceLimit);
    const code = readCode(reader, k, 2 ** k - 1, bits);
    const folded = code + sign;
    samples[at++] = unfold(folded);
    history = code > HISTORY_MAX ? HISTORY_MAX : mult * folded + history - ((mult * history) >> 9);
    sign = 0;
    if (history < 128 && at < frames) {
      const runK = Math.clz32(history) - 24 + ((history + 16) >> 6);
      const factor = (2 ** runK - 1) & (2 ** format.riceLimit - 1);
      const run = readCode(reader, runK, factor, 16);
      at += run;
      sign = run >= HISTORY_MAX ? 0 : 1;
      history = 0;
    }
    if (reader.isPastEnd() || at > frames) throw new DeliveryRefusal('It is damaged: a packet is not complete.');
  }
  return samples;
}

function readCode(reader: BitReader, k: number, factor: number, plainBits: number): number {
  const ones = reader.readOnes(PREFIX_MAX);
  if (ones === PREFIX_MAX) return reader.read(plainBits);
  const rest = reader.peek(k);
  reader.skip(rest >= 2 ? k : k - 1);
  return ones * factor + (rest >= 2 ? rest - 1 : 0);
}

/** Adds the prediction to the differences, in place; the coefficients follow the signal. */
function predict(samples: Int32Array, { coefficients, shift }: Prediction, bits: number): void {
  const order = coefficients.length;
  if (order === 0) return;
  const half = shift > 0 ? 1 << (shift - 1) : 0;
  const value = (at: number): number => samples[at] ?? 0;
  sumDifferences(samples, bits, Math.min(order + 1, samples.length));
  for (let at = order + 1; at < samples.length; at++) {
    const top = value(at - order - 1);
    const difference = value(at);
    let sum = half;
    for (let k = 0; k < order; k++) sum = (sum + Math.imul(coefficients[k] ?? 0, value(at - 1 - k) - top)) | 0;
    samples[at] = wrap(difference + top + (sum >> shift), bits);
    const direction = Math.sign(difference);
    for (let k = order - 1, rest = difference; k >= 0 && rest * direction > 0; k--) {
      const distance = top - value(at - 1 - k);
      const step = Math.sign(distance) * direction;
      coefficients[k] = (coefficients[k] ?? 0) - step;
      rest -= (order - k) * ((step * distance) >> shift);
    }
  }
}

function sumDifferences(samples: Int32Array, bits: number, end = samples.length): void {
  for (let at = 1; at < end; at++) samples[at] = wrap((samples[at] ?? 0) + (samples[at - 1] ?? 0), bits);
}

/** Keeps the lowest bits as a signed number, as an overflow would. */
const wrap = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);

/** Restores the left and right channels in place, which the encoder stored as a weighted sum and a difference. */
function unmix([first, second]: Int32Array[], mixBits: number, mixWeight: number): void {
  if (!first || !second) return;
  for (let at = 0; at < first.length; at++) {
    const difference = second[at] ?? 0;
    const left = (first[at] ?? 0) + difference - ((mixWeight * difference) >> mixBits);
    first[at] = left;
    second[at] = left - difference;
  }
}
