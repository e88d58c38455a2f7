import type { FileHandle } from 'node:fs/promises';
import decodeAudio from 'audio-decode';
import { readAt } from '../platform/storage/readAt.ts';
import { decodeWithFfmpeg, type OnProcess } from './ffmpeg.ts';
import type { Format, MediaFormat } from './format.ts';
import { indexFirst } from './m4a.ts';
import { id3Bytes } from './mpeg.ts';
import { readPcm } from './pcm.ts';
import { readPcmLayout } from './pcmHeader.ts';
import { DeliveryRefused } from './refused.ts';
import type { Block, Sound } from './sound.ts';

const READ_BYTES = 64 * 1024;
const DEMUXERS: Record<Format, string> = {
  wav: 'wav',
  aiff: 'aiff',
  flac: 'flac',
  mp3: 'mp3',
  ogg: 'ogg',
  m4a: 'mov',
  aac: 'aac',
  video: 'mov',
};

/** A file that is open, and what it was found to be. */
export interface Delivered {
  path: string;
  file: FileHandle;
  bytes: number;
  media: MediaFormat;
}

/**
 * Opens a delivered file as a stream of samples. Uncompressed files are read directly; the others by ffmpeg where there
 * is one, else by the decoders brought along.
 * @throws DeliveryRefused here or while the blocks are read
 */
export async function openSound(
  delivered: Delivered,
  ffmpeg: string | undefined,
  onProcess: OnProcess,
): Promise<Sound> {
  return (await openPcm(delivered)) ?? (await openCompressed(delivered, ffmpeg, onProcess));
}

async function openPcm({ file, bytes, media }: Delivered): Promise<Sound | undefined> {
  if (media.format !== 'wav' && media.format !== 'aiff') return undefined;
  const layout = await readPcmLayout(file, bytes);
  if (!layout) return undefined;
  const { sampleRate, channels, float, warning } = layout;
  // WAV has no signed bytes; 16 bits hold them without loss.
  const signedBytes = layout.container === 'aiff' && layout.bits === 8;
  return {
    sampleRate,
    channels,
    float,
    bits: signedBytes ? 16 : layout.bits,
    lossy: null,
    ...(warning ? { warning } : {}),
    ...(layout.container === 'wav' ? { inPlace: { offset: layout.offset, bytes: layout.bytes } } : {}),
    blocks: signedBytes ? withoutPcm(readPcm(file, layout)) : readPcm(file, layout),
  };
}

async function openCompressed(delivered: Delivered, ffmpeg: string | undefined, onProcess: OnProcess): Promise<Sound> {
  const { path, media } = delivered;
  const bits = media.lossless ? Math.min(24, Math.ceil((media.bits ?? 16) / 8) * 8) : 16;
  const lossy = media.lossless ? null : media.codec;
  const opened = ffmpeg
    ? await decodeWithFfmpeg(ffmpeg, path, demuxerOf(media), onProcess)
    : await decodeEmbedded(delivered);
  return { ...opened, bits, float: false, lossy };
}

const demuxerOf = ({ format, mediaType }: MediaFormat) => (mediaType === 'video/webm' ? 'matroska' : DEMUXERS[format]);

async function decodeEmbedded(delivered: Delivered) {
  const { media } = delivered;
  const decoder = decoderFor(media);
  const source =
    decoder === 'm4a'
      ? indexFirst(delivered.file, delivered.bytes)
      : chunksOf(delivered.file, await behindTag(delivered));
  const decoded = refusing(decodeAudio(source, decoder));
  const first = await decoded.next();
  if (first.done) throw new DeliveryRefused('No sound could be decoded.');
  const channels = media.channels ?? first.value.channelData.length;
  const exact = media.format === 'flac' || media.codec === 'flac' ? exactIntegers(media.bits ?? 16) : undefined;
  return {
    sampleRate: first.value.sampleRate,
    channels,
    blocks: blocksOf(first.value.channelData, decoded, channels, exact),
  };
}

function decoderFor({ format, codec, mediaType }: MediaFormat) {
  if (format === 'video' && mediaType !== 'video/webm' && codec === 'aac') return 'm4a';
  if (format === 'mp3' || format === 'flac' || format === 'm4a' || format === 'aac') return format;
  if (format === 'ogg' && codec === 'flac') return 'flac';
  if (format === 'ogg') return codec === 'opus' ? 'opus' : 'oga';
  throw new DeliveryRefused(`Its coding (${codec}) can only be read where ffmpeg is installed.`);
}

async function* blocksOf(
  first: Float32Array[],
  rest: AsyncIterable<{ channelData: Float32Array[] }>,
  channels: number,
  exact: ((samples: Float32Array) => Float32Array) | undefined,
): AsyncGenerator<Block> {
  const block = (data: Float32Array[]): Block => {
    const counted = withChannels(data, channels);
    return { channels: exact ? counted.map(exact) : counted };
  };
  yield block(first);
  for await (const { channelData } of rest) yield block(channelData);
}

/** The decoders give two equal channels as one, and one as two: the file's header counts. */
function withChannels(data: Float32Array[], count: number): Float32Array[] {
  const [first] = data;
  if (!first || data.length === count) return data;
  return Array.from({ length: count }, (_, channel) => data[channel] ?? first);
}

/** The FLAC decoder divides by the highest positive number; full scale here is one more, and integers stay integers. */
function exactIntegers(bits: number): (samples: Float32Array) => Float32Array {
  const highest = 2 ** (Math.min(24, bits) - 1) - 1;
  return (samples) => samples.map((sample) => Math.round(sample * highest) / (highest + 1));
}

/** What a decoder throws is the sender's matter, not a fault of ours. */
async function* refusing<T>(decoded: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* decoded;
  } catch (error) {
    if (error instanceof DeliveryRefused) throw error;
    throw new DeliveryRefused(`It cannot be decoded: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function* withoutPcm(blocks: AsyncIterable<Block>): AsyncGenerator<Block> {
  for await (const { channels } of blocks) yield { channels };
}

/** The MP3 decoder loses the frame behind a tag; FLAC may carry one in front, too. */
async function behindTag({ file, media }: Delivered): Promise<number> {
  if (media.format !== 'mp3' && media.format !== 'flac') return 0;
  return id3Bytes(await readAt(file, 0, 10));
}

async function* chunksOf(file: FileHandle, from: number): AsyncGenerator<Uint8Array> {
  for (let at = from; ; ) {
    const bytes = await readAt(file, at, READ_BYTES);
    if (bytes.length === 0) return;
    yield new Uint8Array(bytes);
    at += bytes.length;
  }
}
