import { open } from 'node:fs/promises';
import { type IAudioMetadata, parseFile } from 'music-metadata';
import { readAt } from '../platform/storage/readAt.ts';
import { DeliveryRefusal, MEDIA_BYTES_MAX, PICTURE_BYTES_MAX } from './deliveryRules.ts';
import { getId3TagBytes } from './mp3Frames.ts';
import { hashFile } from './storeFile.ts';
import { findFrontPicture, NO_TAGS, parseTags, type Tags } from './tags.ts';

export interface InspectedFile {
  /** SHA-256, hexadecimal. */
  hash: string;
  bytes: number;
  media: MediaFormat;
  tags: Tags;
  picture: Uint8Array | null;
}

export type Format = 'wav' | 'aiff' | 'flac' | 'mp3' | 'ogg' | 'm4a' | 'aac' | 'video';

export interface MediaFormat {
  format: Format;
  /** `pcm`, `flac`, `alac`, `mp3`, `aac`, `vorbis` or `opus`. */
  codec: string;
  lossless: boolean;
  mediaType: string;
  extension: string;
  bits: number | undefined;
  channels: number | undefined;
  sampleRate: number | undefined;
  /** Undefined where the header is not reliable. */
  seconds: number | undefined;
}

const MEDIA_TYPES: Record<Exclude<Format, 'video'>, string> = {
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
};

const HEAD_BYTES = 16;

export async function inspectFile(path: string, onProgress: (bytes: number) => void): Promise<InspectedFile> {
  const { bytes, format } = await detectFormat(path);
  const metadata = await readMetadata(path, format);
  const media = buildMediaFormat(format, metadata);
  const picture = metadata ? findFrontPicture(metadata)?.data : undefined;
  return {
    hash: await hashFile(path, onProgress),
    bytes,
    media,
    tags: metadata ? parseTags(metadata) : NO_TAGS,
    picture: picture && picture.length <= PICTURE_BYTES_MAX ? picture : null,
  };
}

async function detectFormat(path: string): Promise<{ bytes: number; format: Format }> {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    if (bytes > MEDIA_BYTES_MAX)
      throw new DeliveryRefusal(`The file is larger than ${MEDIA_BYTES_MAX / 1024 ** 3} GiB.`);
    if (bytes === 0) throw new DeliveryRefusal('The file is empty.');
    const head = await readAt(file, 0, HEAD_BYTES);
    const tagBytes = getId3TagBytes(head);
    const format = formatOf(tagBytes > 0 ? await readAt(file, tagBytes, HEAD_BYTES) : head);
    if (format) return { bytes, format };
    // Some writers leave zeros or a second tag before the first frame.
    if (tagBytes > 0) return { bytes, format: 'mp3' };
    throw new DeliveryRefusal('This is not audio: its content has no supported format.');
  } finally {
    await file.close();
  }
}

function formatOf(bytes: Buffer): Format | undefined {
  const text = bytes.toString('latin1', 0, 12);
  if (/^(RIFF|RF64|BW64)....WAVE/s.test(text)) return 'wav';
  if (/^FORM....AIF[FC]/s.test(text)) return 'aiff';
  if (text.startsWith('fLaC')) return 'flac';
  if (text.startsWith('OggS')) return 'ogg';
  if (/^....(ftyp|moov|mdat|wide|free|skip)/s.test(text)) return 'm4a';
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'video';
  if (bytes.length < 2 || bytes[0] !== 0xff || ((bytes[1] ?? 0) & 0xe0) !== 0xe0) return undefined;
  return ((bytes[1] ?? 0) & 0x06) === 0 ? 'aac' : 'mp3';
}

/** Gives undefined for uncompressed sound with unreadable tags; other formats are refused then. */
async function readMetadata(path: string, format: Format): Promise<IAudioMetadata | undefined> {
  try {
    return await parseFile(path, { duration: format === 'video' });
  } catch (error) {
    if (format === 'wav' || format === 'aiff') return undefined;
    throw new DeliveryRefusal(`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function buildMediaFormat(detected: Format, metadata: IAudioMetadata | undefined): MediaFormat {
  const header = metadata?.format;
  const names = (header?.trackInfo ?? []).map(({ codecName }) => codecName);
  const codec = codecOf(detected, header?.codec ?? names.join(' '));
  const isDurationReliable = detected !== 'mp3' && detected !== 'aac';
  const media = {
    codec,
    bits: header?.bitsPerSample,
    channels: header?.numberOfChannels,
    sampleRate: header?.sampleRate,
    seconds: isDurationReliable ? (header?.duration ?? longestTrack(header?.trackInfo)) : undefined,
    lossless: codec === 'pcm' || codec === 'flac' || codec === 'alac',
  };
  if (detected === 'video') return { ...media, format: 'video', mediaType: 'video/webm', extension: 'webm' };
  if (detected === 'm4a' && isVideo(metadata)) {
    const [mediaType, extension] = /qt/i.test(header?.container ?? '')
      ? ['video/quicktime', 'mov']
      : ['video/mp4', 'mp4'];
    return { ...media, format: 'video', mediaType, extension };
  }
  if (detected !== 'wav' && detected !== 'aiff' && !header?.sampleRate) {
    throw new DeliveryRefusal('This is not audio: it contains no sound.');
  }
  return { ...media, format: detected, mediaType: MEDIA_TYPES[detected], extension: detected };
}

/** Duration of a video without sound. */
const longestTrack = (tracks: IAudioMetadata['format']['trackInfo'] = []): number | undefined =>
  tracks.map(({ duration }) => duration ?? 0).toSorted((a, b) => b - a)[0];

const isVideo = (metadata: IAudioMetadata | undefined) =>
  metadata?.format.hasVideo === true ||
  (metadata?.format.trackInfo ?? []).some(({ video }) => (video?.pixelWidth ?? 0) > 0);

function codecOf(format: Format, name: string): string {
  if (format === 'wav' || format === 'aiff') return 'pcm';
  if (format === 'flac' || format === 'mp3' || format === 'aac') return format;
  if (/opus/i.test(name)) return 'opus';
  if (format === 'ogg') return /flac/i.test(name) ? 'flac' : 'vorbis';
  if (/vorbis/i.test(name)) return 'vorbis';
  if (/alac/i.test(name)) return 'alac';
  if (/flac/i.test(name)) return 'flac';
  return /mp3|mpeg-1/i.test(name) ? 'mp3' : 'aac';
}
