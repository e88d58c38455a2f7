import type { FileHandle } from 'node:fs/promises';
import vorbisModule from 'ogv/dist/ogv-decoder-audio-vorbis-wasm.js';
import { OpusDecoder } from 'opus-decoder';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { decodeFlacFrame, parseFlacHeader } from './flac.ts';
import { type OggPage, readOggPages } from './ogg.ts';
import { type AudioBlock, joinSamples } from './pcm.ts';

export type OggCodec = 'flac' | 'opus' | 'vorbis';

/** Decodes the packets behind the first one, which describes the stream. */
interface PacketDecoder {
  sampleRate: number;
  channels: number;
  /** Samples at the start that the stream counts but that are not played. */
  skippedFrames: number;
  /** Whether the channels come in the order of Vorbis I §4.3.9. */
  hasXiphOrder: boolean;
  /** Gives one array per channel, or none for a packet without sound. */
  decode: (packet: Uint8Array) => Float32Array[];
  free: () => void;
}

const MAGIC: Record<OggCodec, string> = { flac: '\x7fFLAC', opus: 'OpusHead', vorbis: '\x01vorbis' };
/** Positions in Vorbis I §4.3.9 and RFC 7845 §5.1.1.2, in the order of the channel mask. */
const CHANNEL_ORDERS: Record<number, number[]> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
};
const OPUS_RATE = 48_000;
const FLAC_HEADER_OFFSET = 17;
const VORBIS_HEADERS = 3;

export const isOggCodec = (codec: string | null): codec is OggCodec => codec !== null && Object.hasOwn(MAGIC, codec);

export async function openOgg(file: FileHandle, codec: OggCodec) {
  const pages = readOggPages(file, MAGIC[codec]);
  const first = await pages.next();
  if (first.done) throw new DeliveryRefusal('It is damaged: it does not begin with a header.');
  const decoder = await openStream(codec, first.value);
  const { sampleRate, channels } = decoder;
  return { sampleRate, channels, blocks: decodeStreams(codec, pages, first.value, decoder) };
}

async function openStream(codec: OggCodec, { packets }: OggPage): Promise<PacketDecoder> {
  const head = packets.shift();
  if (!head) throw new DeliveryRefusal('It is damaged: it does not begin with a header.');
  return openPacketDecoder(codec, Buffer.from(head));
}

async function* decodeStreams(
  codec: OggCodec,
  pages: AsyncIterable<OggPage>,
  first: OggPage,
  firstDecoder: PacketDecoder,
): AsyncGenerator<AudioBlock> {
  let decoder = firstDecoder;
  let trim = createTrimmer(decoder);
  try {
    yield trim(first);
    for await (const page of pages) {
      if (page.isFirst) {
        const { sampleRate, channels } = decoder;
        decoder.free();
        decoder = await openStream(codec, page);
        if (decoder.sampleRate !== sampleRate || decoder.channels !== channels)
          throw new DeliveryRefusal('Its parts have different sample rates or channels, which cannot be joined.');
        trim = createTrimmer(decoder);
      }
      yield trim(page);
    }
  } finally {
    decoder.free();
  }
}

/** Decodes pages; cuts start and end by their positions (RFC 7845 §4, Vorbis I appendix A.2). */
function createTrimmer(decoder: PacketDecoder): (page: OggPage) => AudioBlock {
  const order = CHANNEL_ORDERS[decoder.channels];
  let frames = 0;
  /** Position at which the stream begins; a recorded one does not begin at 0. */
  let base: number | undefined;
  return ({ packets, position, isLast }) => {
    const parts = packets.map(decoder.decode).filter((part) => part.length > 0);
    const block = Array.from({ length: decoder.channels }, (_, channel) =>
      joinSamples(
        parts.map((part) => part[decoder.hasXiphOrder ? (order?.[channel] ?? channel) : channel] ?? new Float32Array()),
      ),
    );
    const decoded = block[0]?.length ?? 0;
    frames += decoded;
    let skipped = 0;
    if (base === undefined && frames > 0 && position >= 0) {
      base = isLast ? 0 : position - decoder.skippedFrames - frames;
      // Before position 0 nothing is played.
      skipped = Math.min(decoded, Math.max(0, -base));
    }
    // The last packet may have more samples than the sound.
    const extra = isLast ? Math.max(0, frames - (position - decoder.skippedFrames - (base ?? 0))) : 0;
    return { channels: block.map((samples) => samples.subarray(skipped, Math.max(skipped, decoded - extra))) };
  };
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
    hasXiphOrder: false,
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
    hasXiphOrder: head.readUInt8(18) === 1,
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
    hasXiphOrder: true,
    decode,
    free: () => decoder.close(),
  };
}
