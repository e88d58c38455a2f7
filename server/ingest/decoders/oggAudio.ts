import type { FileHandle } from 'node:fs/promises';
import vorbisModule from 'ogv/dist/ogv-decoder-audio-vorbis-wasm.js';
import { OpusDecoder } from 'opus-decoder';
import { DeliveryRefusal } from '../deliveryRules.ts';
import type { AudioBlock } from '../pcm.ts';
import { decodeFlacFrame, parseFlacHeader } from './flac.ts';
import { type OggPage, readOggPages } from './ogg.ts';

export type OggCodec = 'flac' | 'opus' | 'vorbis';

/** Decodes the packets behind the first one, which describes the stream. */
interface PacketDecoder {
  sampleRate: number;
  channels: number;
  /** Samples at the start that the stream counts but that are not played. */
  skippedFrames: number;
  /** Gives one array per channel, or none for a packet without sound. */
  decode: (packet: Uint8Array) => Float32Array[];
  free: () => void;
}

const MAGIC: Record<OggCodec, string> = { flac: '\x7fFLAC', opus: 'OpusHead', vorbis: '\x01vorbis' };
const OPUS_RATE = 48_000;
const FLAC_HEADER_OFFSET = 17;
const VORBIS_HEADERS = 3;

/** Opens the first stream of a codec in an Ogg file. */
export async function openOgg(file: FileHandle, codec: OggCodec) {
  const pages = readOggPages(file, MAGIC[codec]);
  const first = await pages.next();
  const [head, ...rest] = first.value?.packets ?? [];
  if (!head) throw new DeliveryRefusal('It is damaged: it does not begin with a header.');
  const decoder = await openPacketDecoder(codec, Buffer.from(head));
  return {
    sampleRate: decoder.sampleRate,
    channels: decoder.channels,
    blocks: decodePages(pages, { position: 0, isLast: false, packets: rest }, decoder),
  };
}

async function* decodePages(
  pages: AsyncIterable<OggPage>,
  first: OggPage,
  decoder: PacketDecoder,
): AsyncGenerator<AudioBlock> {
  let frames = 0;
  const decodePage = ({ packets, position, isLast }: OggPage): AudioBlock => {
    const parts = packets.map(decoder.decode).filter((part) => part.length > 0);
    const block = Array.from({ length: decoder.channels }, (_, channel) => join(parts, channel));
    frames += block[0]?.length ?? 0;
    // The last packet may have more samples than the sound.
    const extra = isLast ? Math.max(0, frames - (position - decoder.skippedFrames)) : 0;
    return { channels: extra > 0 ? block.map((samples) => samples.subarray(0, -extra)) : block };
  };
  try {
    yield decodePage(first);
    for await (const page of pages) yield decodePage(page);
  } finally {
    decoder.free();
  }
}

function join(parts: Float32Array[][], channel: number): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, [samples]) => sum + (samples?.length ?? 0), 0));
  let at = 0;
  for (const part of parts) {
    const samples = part[channel] ?? new Float32Array();
    joined.set(samples, at);
    at += samples.length;
  }
  return joined;
}

function openPacketDecoder(codec: OggCodec, head: Buffer): Promise<PacketDecoder> | PacketDecoder {
  if (codec === 'opus') return openOpus(head);
  return codec === 'vorbis' ? openVorbis(head) : openFlacPackets(head);
}

function openFlacPackets(head: Buffer): PacketDecoder {
  const stream = parseFlacHeader(head.subarray(FLAC_HEADER_OFFSET));
  return {
    ...stream,
    skippedFrames: 0,
    decode: (packet) => (packet[0] === 0xff ? decodeFlacFrame(packet, stream).channels : []),
    free: () => {},
  };
}

/** RFC 7845. */
async function openOpus(head: Buffer): Promise<PacketDecoder> {
  if (head.length < 19) throw new DeliveryRefusal('It is damaged: its header is not complete.');
  const channels = head.readUInt8(9);
  const skippedFrames = head.readUInt16LE(10);
  const gain = 10 ** (head.readInt16LE(16) / 256 / 20);
  const isMapped = head.readUInt8(18) !== 0 && head.length >= 21 + channels;
  const decoder = new OpusDecoder({
    channels,
    preSkip: skippedFrames,
    ...(isMapped
      ? {
          streamCount: head.readUInt8(19),
          coupledStreamCount: head.readUInt8(20),
          channelMappingTable: [...head.subarray(21, 21 + channels)],
        }
      : {}),
  });
  await decoder.ready;
  return {
    sampleRate: OPUS_RATE,
    channels,
    skippedFrames,
    decode: (packet) => {
      if (packet.length === 0 || Buffer.from(packet).toString('latin1', 0, 8) === 'OpusTags') return [];
      const { channelData, errors } = decoder.decodeFrame(packet);
      if (errors.length > 0) throw new DeliveryRefusal('It is damaged: a packet cannot be decoded.');
      return gain === 1 ? channelData : channelData.map((samples) => samples.map((sample) => sample * gain));
    },
    free: () => decoder.free(),
  };
}

/** The packets of the three headers prepare the decoder. */
async function openVorbis(head: Buffer): Promise<PacketDecoder> {
  if (head.length < 16) throw new DeliveryRefusal('It is damaged: its header is not complete.');
  const decoder = await vorbisModule();
  let headers = 0;
  const decode = (packet: Uint8Array): Float32Array[] => {
    const isHeader = headers < VORBIS_HEADERS;
    const process = isHeader ? decoder.processHeader : decoder.processAudio;
    process(Uint8Array.from(packet).buffer, (isGood) => {
      if (!isGood) throw new DeliveryRefusal('It is damaged: a packet cannot be decoded.');
    });
    if (isHeader) headers += 1;
    return isHeader ? [] : (decoder.audioBuffer ?? []).map((samples) => samples.slice());
  };
  decoder.init(() => decode(head));
  return {
    sampleRate: head.readUInt32LE(12),
    channels: head.readUInt8(11),
    skippedFrames: 0,
    decode,
    free: () => decoder.close(),
  };
}
