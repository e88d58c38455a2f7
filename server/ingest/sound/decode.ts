import type { FileHandle } from 'node:fs/promises';
import { MPEGDecoder } from 'mpg123-decoder';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { resolveChannelMask } from '../../platform/storage/riff.ts';
import { openAlac } from '../decoders/alac.ts';
import { openFlac, openFlacTrack } from '../decoders/flac.ts';
import { getId3TagBytes, locateFrames } from '../decoders/mp3Frames.ts';
import { isOggCodec, openOgg } from '../decoders/oggAudio.ts';
import type { AudioBlock } from '../decoders/pcm.ts';
import { readPcmBlocks, readPcmLayout } from '../decoders/pcmFile.ts';
import type { MediaFormat } from '../read/inspect.ts';
import { decodeWithFfmpeg, type OnProcess } from './ffmpeg.ts';

const READ_BYTES = 64 * 1024;

export interface SourceFile {
  path: string;
  file: FileHandle;
  bytes: number;
  media: MediaFormat;
}

export interface DecodedAudio {
  sampleRate: number;
  channels: number;
  /** Loudspeakers of the channels, as in WAVEFORMATEXTENSIBLE. */
  channelMask: number;
  /** Depth for a WAV made from it; at least 16, and 16 for lossy sources. */
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
  if (typeof layout === 'string') return undefined;
  const { container, offset, sampleRate, channels, channelMask, float, warning } = layout;
  const isWav = container === 'wav';
  // A WAV download of 8 bits would need unsigned samples.
  const isReduced = !isWav && layout.bits === 8;
  const blocks = readPcmBlocks(file, layout);
  return {
    sampleRate,
    channels,
    channelMask,
    float,
    bits: isReduced ? 16 : layout.bits,
    lossyCodec: null,
    ...(warning ? { warning } : {}),
    ...(isWav ? { reusablePcm: { offset, bytes: layout.bytes } } : {}),
    blocks: isReduced ? withoutPcm(blocks) : blocks,
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
  const sourceBits = media.bits ?? 24;
  const bits = media.lossless ? Math.max(16, Math.min(24, Math.ceil(sourceBits / 8) * 8)) : 16;
  const lossyCodec = media.lossless ? null : media.codec;
  // The embedded decoders tell of Ogg what ffmpeg does not: a missing end, positions and chains. That of FLAC is as fast,
  // and takes tags behind the sound for no damage.
  const decoded =
    ffmpeg && media.format !== 'flac' && !(media.format === 'ogg' && isOggCodec(media.codec))
      ? await decodeWithFfmpeg(ffmpeg, { path, demuxer: demuxerFor(media), range: await findRange(source) }, onProcess)
      : await decodeEmbedded(source);
  const channelMask = resolveChannelMask(decoded.channels, decoded.channelMask);
  return { ...decoded, channelMask, bits, float: false, lossyCodec };
}

/** Decodes a file with ffmpeg at another sample rate. */
export const decodeAtRate = async (source: SourceFile, sampleRate: number, ffmpeg: string, onProcess: OnProcess) =>
  decodeWithFfmpeg(
    ffmpeg,
    { path: source.path, demuxer: demuxerFor(source.media), range: await findRange(source), sampleRate },
    onProcess,
  );

/** The frames of an MP3 without the tags around them, in which decoders look for frames. */
async function findRange({ file, bytes, media }: SourceFile) {
  const frames = media.format === 'mp3' ? await locateFrames(file, bytes) : undefined;
  return frames && { start: frames.offset, end: frames.offset + frames.bytes, hasOneRate: frames.hasOneRate };
}

function demuxerFor({ format, mediaType }: MediaFormat): string {
  if (format === 'webm' || mediaType === 'video/webm') return 'matroska';
  return format === 'm4a' || format === 'video' ? 'mov' : format;
}

async function decodeEmbedded(source: SourceFile) {
  const opened = await openEmbedded(source).catch(refuse);
  const { media } = source;
  // The header of an MP3 may say other than its decoder: two equal channels come as one, or one as two.
  const channels = (media.format === 'mp3' ? media.channels : undefined) ?? opened.channels;
  const { sampleRate } = opened;
  return { sampleRate, channels, channelMask: media.channelMask, blocks: withRefusals(opened.blocks, channels) };
}

async function openEmbedded(source: SourceFile) {
  const { file, bytes, media } = source;
  const { format, codec } = media;
  if (codec === 'mp3' && format === 'mp3') return openMp3(source);
  if (format === 'flac') return openFlac(file, getId3TagBytes(await readAt(file, 0, 10)), bytes);
  if (codec === 'alac') return openAlac(file, bytes);
  if (format === 'ogg' && isOggCodec(codec)) return openOgg(file, codec);
  if (codec === 'flac' && (format === 'm4a' || format === 'video')) return openFlacTrack(file, bytes);
  throw new DeliveryRefusal(`Its codec (${codec}) can only be decoded where ffmpeg is installed.`);
}

async function openMp3(source: SourceFile) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const decoded = decodeMp3(source, decoder);
  const first = await decoded.next();
  if (first.done) throw new DeliveryRefusal('No sound could be decoded.');
  const { sampleRate, channelData } = first.value;
  async function* blocks(): AsyncGenerator<AudioBlock> {
    yield { channels: channelData };
    for await (const block of decoded) yield { channels: block.channelData };
  }
  return { sampleRate, channels: channelData.length, blocks: blocks() };
}

async function* decodeMp3(source: SourceFile, decoder: MPEGDecoder) {
  try {
    // The decoder loses the frame after a tag.
    const { start, end, hasOneRate } = (await findRange(source)) ?? { start: 0, end: source.bytes, hasOneRate: true };
    if (!hasOneRate)
      throw new DeliveryRefusal('Its sample rate changes: it can only be decoded where ffmpeg is installed.');
    for (let position = start; ; ) {
      const bytes = await readAt(source.file, position, Math.max(0, Math.min(READ_BYTES, end - position)));
      if (bytes.length === 0) return;
      position += bytes.length;
      const decoded = decoder.decode(bytes);
      if (decoded.errors.length > 0) throw new DeliveryRefusal('It is damaged: a frame cannot be decoded.');
      if (decoded.samplesDecoded > 0) yield decoded;
    }
  } finally {
    decoder.free();
  }
}

function withChannelCount(data: Float32Array[], count: number): Float32Array[] {
  const [first] = data;
  if (!first || data.length === count) return data;
  return Array.from({ length: count }, (_, channel) => data[channel] ?? first);
}

async function* withRefusals(blocks: AsyncIterable<AudioBlock>, channels: number): AsyncGenerator<AudioBlock> {
  try {
    for await (const block of blocks) yield { channels: withChannelCount(block.channels, channels) };
  } catch (error) {
    refuse(error);
  }
}

/** Turns the errors of decoders into refusals, because the file causes them. */
function refuse(error: unknown): never {
  if (error instanceof DeliveryRefusal) throw error;
  throw new DeliveryRefusal(`It cannot be decoded: ${error instanceof Error ? error.message : String(error)}.`);
}
