import type { FileHandle } from 'node:fs/promises';
import decodeAudio from 'audio-decode';
import { readAt } from '../platform/storage/readAt.ts';
import { DeliveryRefusal } from './deliveryRules.ts';
import { decodeWithFfmpeg, type OnProcess } from './ffmpeg.ts';
import type { MediaFormat } from './inspect.ts';
import { readChunks, streamIndexFirst } from './m4a.ts';
import { getId3TagBytes } from './mp3Frames.ts';
import type { AudioBlock } from './pcm.ts';
import { readPcmBlocks, readPcmLayout } from './pcmFile.ts';

export interface SourceFile {
  path: string;
  file: FileHandle;
  bytes: number;
  media: MediaFormat;
}

export interface DecodedAudio {
  sampleRate: number;
  channels: number;
  /** Depth for a WAV made from it; 16 for lossy sources. */
  bits: number;
  float: boolean;
  lossyCodec: string | null;
  /** Location of the PCM in the delivered file, where a WAV download can reuse it. */
  reusablePcm?: { offset: number; bytes: number };
  warning?: string;
  blocks: AsyncIterable<AudioBlock>;
}

/**
 * Opens a delivered file as a stream of samples. Reads uncompressed files directly and decodes others with ffmpeg if
 * there is one, else with the embedded decoders.
 */
export async function openDecoder(
  source: SourceFile,
  ffmpeg: string | undefined,
  onProcess: OnProcess,
): Promise<DecodedAudio> {
  return (await openPcm(source)) ?? (await openCompressed(source, ffmpeg, onProcess));
}

async function openPcm({ file, bytes, media }: SourceFile): Promise<DecodedAudio | undefined> {
  if (media.format !== 'wav' && media.format !== 'aiff') return undefined;
  const layout = await readPcmLayout(file, bytes);
  if (!layout) return undefined;
  const { sampleRate, channels, float, warning } = layout;
  // AIFF has signed 8-bit samples, WAV has not; 16 bits represent them without loss.
  const isSigned8Bit = layout.container === 'aiff' && layout.bits === 8;
  const blocks = readPcmBlocks(file, layout);
  return {
    sampleRate,
    channels,
    float,
    bits: isSigned8Bit ? 16 : layout.bits,
    lossyCodec: null,
    ...(warning ? { warning } : {}),
    ...(layout.container === 'wav' ? { reusablePcm: { offset: layout.offset, bytes: layout.bytes } } : {}),
    blocks: isSigned8Bit ? withoutPcm(blocks) : blocks,
  };
}

async function* withoutPcm(blocks: AsyncIterable<AudioBlock>): AsyncGenerator<AudioBlock> {
  for await (const { channels } of blocks) yield { channels };
}

async function openCompressed(
  source: SourceFile,
  ffmpeg: string | undefined,
  onProcess: OnProcess,
): Promise<DecodedAudio> {
  const { path, media } = source;
  const bits = media.lossless ? Math.min(24, Math.ceil((media.bits ?? 16) / 8) * 8) : 16;
  const lossyCodec = media.lossless ? null : media.codec;
  const decoded = ffmpeg
    ? await decodeWithFfmpeg(ffmpeg, path, demuxerFor(media), onProcess)
    : await decodeEmbedded(source);
  return { ...decoded, bits, float: false, lossyCodec };
}

function demuxerFor({ format, mediaType }: MediaFormat): string {
  if (mediaType === 'video/webm') return 'matroska';
  return format === 'm4a' || format === 'video' ? 'mov' : format;
}

async function decodeEmbedded({ file, bytes, media }: SourceFile) {
  const decoder = decoderFor(media);
  const stream =
    decoder === 'm4a'
      ? streamIndexFirst(file, bytes)
      : readChunks(file, await firstFrameOffset(file, media), Number.POSITIVE_INFINITY);
  const decoded = withRefusals(decodeAudio(stream, decoder));
  const first = await decoded.next();
  if (first.done) throw new DeliveryRefusal('No sound could be decoded.');
  const firstData = first.value;
  const channels = media.channels ?? firstData.channelData.length;
  const isFlac = media.format === 'flac' || media.codec === 'flac';
  const toBlock = ({ channelData }: { channelData: Float32Array[] }): AudioBlock => {
    const complete = withChannelCount(channelData, channels);
    return { channels: isFlac ? complete.map((samples) => rescaleFlac(samples, media.bits ?? 16)) : complete };
  };
  async function* blocks() {
    yield toBlock(firstData);
    for await (const data of decoded) yield toBlock(data);
  }
  return { sampleRate: firstData.sampleRate, channels, blocks: blocks() };
}

function decoderFor({ format, codec, mediaType }: MediaFormat) {
  if (format === 'video' && mediaType !== 'video/webm' && codec === 'aac') return 'm4a';
  if (format === 'mp3' || format === 'flac' || format === 'm4a' || format === 'aac') return format;
  if (format === 'ogg' && codec === 'flac') return 'flac';
  if (format === 'ogg') return codec === 'opus' ? 'opus' : 'oga';
  throw new DeliveryRefusal(`Its codec (${codec}) can only be decoded where ffmpeg is installed.`);
}

/** The embedded decoders may give two equal channels as one, or one as two; the file header decides. */
function withChannelCount(data: Float32Array[], count: number): Float32Array[] {
  const [first] = data;
  if (!first || data.length === count) return data;
  return Array.from({ length: count }, (_, channel) => data[channel] ?? first);
}

/** The FLAC decoder divides by 2^(bits-1) - 1; full scale here is 2^(bits-1), which keeps the integers exact. */
function rescaleFlac(samples: Float32Array, bits: number): Float32Array {
  const highest = 2 ** (Math.min(24, bits) - 1) - 1;
  return samples.map((sample) => Math.round(sample * highest) / (highest + 1));
}

/** Turns decoder errors into refusals, because the file causes them. */
async function* withRefusals<T>(decoded: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  try {
    yield* decoded;
  } catch (error) {
    if (error instanceof DeliveryRefusal) throw error;
    throw new DeliveryRefusal(`It cannot be decoded: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The MP3 decoder loses the frame after a tag, and a FLAC file may begin with one, too. */
async function firstFrameOffset(file: FileHandle, { format }: MediaFormat): Promise<number> {
  return format === 'mp3' || format === 'flac' ? getId3TagBytes(await readAt(file, 0, 10)) : 0;
}
