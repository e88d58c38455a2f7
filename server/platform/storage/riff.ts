/** A RIFF chunk. Its length is even and counts the padding, which some readers forget. */
export function buildChunk(id: string, bytes: Buffer): Buffer {
  const padding = bytes.length % 2;
  return Buffer.concat([buildChunkHeader(id, bytes.length + padding), bytes, Buffer.alloc(padding)]);
}

export function buildChunkHeader(id: string, bytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32LE(bytes, 4);
  return header;
}

/** A LIST chunk with INFO tags by id (`INAM`, `IART` …), which most programs can read; empty texts are left out. */
export function buildInfoChunk(texts: Record<string, string | null>): Buffer {
  const tags = Object.entries(texts).flatMap(([id, text]) =>
    text ? [buildChunk(id, Buffer.from(`${text.replaceAll('\0', ' ')}\0`))] : [],
  );
  return buildChunk('LIST', Buffer.concat([Buffer.from('INFO'), ...tags]));
}

export interface WavFormat {
  sampleRate: number;
  channels: number;
  /** Of the container of a sample. */
  bits: number;
  float: boolean;
  /** Loudspeakers, as in WAVEFORMATEXTENSIBLE. */
  channelMask: number;
}

const WAVE_PCM = 1;
const WAVE_FLOAT = 3;
const WAVE_EXTENSIBLE = 0xfffe;
const SUBFORMAT = '000000001000800000aa00389b71';

/** The `fmt ` chunk: extensible for more than two channels, because several readers take no other, else the plain one. */
export function buildFormatChunk({ sampleRate, channels, bits, float, channelMask }: WavFormat): Buffer {
  const isExtensible = channels > 2;
  const coding = float ? WAVE_FLOAT : WAVE_PCM;
  const frameBytes = (channels * bits) / 8;
  const format = Buffer.alloc(isExtensible ? 40 : float ? 18 : 16);
  format.writeUInt16LE(isExtensible ? WAVE_EXTENSIBLE : coding, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate, 4);
  format.writeUInt32LE(sampleRate * frameBytes, 8);
  format.writeUInt16LE(frameBytes, 12);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt32LE(channelMask, 20);
    format.writeUInt16LE(coding, 24);
    format.write(SUBFORMAT, 26, 'hex');
  }
  return buildChunk('fmt ', format);
}

/** Reads the contents of a `fmt ` chunk; `coding` is the number of the codec. */
export function parseFormatChunk(format: Buffer): WavFormat & { coding: number; validBits: number } {
  const tag = format.readUInt16LE(0);
  const isExtensible = tag === WAVE_EXTENSIBLE && format.length >= 26;
  const coding = isExtensible ? format.readUInt16LE(24) : tag;
  const channels = format.readUInt16LE(2);
  const validBits = format.readUInt16LE(14);
  return {
    coding,
    channels,
    sampleRate: format.readUInt32LE(4),
    bits: Math.ceil(validBits / 8) * 8,
    validBits,
    float: coding === WAVE_FLOAT,
    channelMask: resolveChannelMask(channels, isExtensible ? format.readUInt32LE(20) : undefined),
  };
}

/** By number of channels (RFC 9639 §9.1.3): mono, stereo, 3.0, quad, 5.0, 5.1, 6.1, 7.1. */
const DEFAULT_MASKS = [0, 0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x70f, 0x63f];

/** Gives the usual mask of a number of channels where the given one does not name as many loudspeakers. */
export function resolveChannelMask(channels: number, mask: number | undefined): number {
  return mask !== undefined && listSpeakers(mask).length === channels ? mask : (DEFAULT_MASKS[channels] ?? 0);
}

/** The loudspeakers of a mask, in the order of the channels. */
export const listSpeakers = (mask: number): number[] =>
  Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0).filter((speaker) => (mask & speaker) !== 0);
