import type { FileHandle } from 'node:fs/promises';
import type { IAudioMetadata } from 'music-metadata';
import { readAt } from '../platform/storage/readAt.ts';
import { id3Bytes } from './mpeg.ts';
import { DeliveryRefused } from './refused.ts';

export type Format = 'wav' | 'aiff' | 'flac' | 'mp3' | 'ogg' | 'm4a' | 'aac' | 'video';

/** What a delivered file is, whatever its name says. */
export interface MediaFormat {
  format: Format;
  /** In the words of the renditions: `pcm`, `flac`, `alac`, `mp3`, `aac`, `vorbis`, `opus`. */
  codec: string;
  lossless: boolean;
  mediaType: string;
  /** Ending of its file in storage. */
  ending: string;
  bits: number | undefined;
  channels: number | undefined;
  sampleRate: number | undefined;
  /** Seconds by the header; undefined where it says nothing reliable. */
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

/**
 * Tells the format by the first bytes.
 * @throws DeliveryRefused when they are nothing that is taken
 */
export async function sniffFormat(file: FileHandle): Promise<Format> {
  const head = await readAt(file, 0, HEAD_BYTES);
  const behindTag = id3Bytes(head);
  const bytes = behindTag > 0 ? await readAt(file, behindTag, HEAD_BYTES) : head;
  const format = formatOf(bytes);
  if (format) return format;
  if (head.length === 0) throw new DeliveryRefused('The file is empty.');
  // Some writers leave zeros or a second tag before the first frame.
  if (behindTag > 0) return 'mp3';
  throw new DeliveryRefused('This is not audio: its bytes are no format that is taken.');
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

/**
 * Joins the sniffed format and what the tag reader found.
 * @throws DeliveryRefused when there is no sound in it
 */
export function describeFormat(sniffed: Format, metadata: IAudioMetadata | undefined): MediaFormat {
  const found = metadata?.format;
  const codec = codecOf(sniffed, found?.codec ?? '');
  const header = {
    codec,
    bits: found?.bitsPerSample,
    channels: found?.numberOfChannels,
    sampleRate: found?.sampleRate,
    seconds: sniffed === 'mp3' || sniffed === 'aac' ? undefined : (found?.duration ?? longest(found?.trackInfo)),
    lossless: codec === 'pcm' || codec === 'flac' || codec === 'alac',
  };
  if (sniffed === 'video' || (sniffed === 'm4a' && isVideo(metadata))) {
    const webm = sniffed === 'video';
    const quicktime = /qt/i.test(found?.container ?? '');
    const [mediaType, ending] = webm
      ? ['video/webm', 'webm']
      : quicktime
        ? ['video/quicktime', 'mov']
        : ['video/mp4', 'mp4'];
    return { ...header, format: 'video', mediaType, ending };
  }
  const format = sniffed;
  if (format !== 'wav' && format !== 'aiff' && !found?.sampleRate) {
    throw new DeliveryRefused('This is not audio: no sound was found in it.');
  }
  return { ...header, format, mediaType: MEDIA_TYPES[format], ending: format };
}

/** A video without sound tells its length there. */
const longest = (tracks: IAudioMetadata['format']['trackInfo'] = []): number | undefined =>
  tracks.map(({ duration }) => duration ?? 0).toSorted((one, other) => other - one)[0];

const isVideo = (metadata: IAudioMetadata | undefined) =>
  metadata?.format.hasVideo === true ||
  (metadata?.format.trackInfo ?? []).some(({ video }) => (video?.pixelWidth ?? 0) > 0);

function codecOf(format: Format, said: string): string {
  if (format === 'wav' || format === 'aiff') return 'pcm';
  if (format === 'flac' || format === 'mp3' || format === 'aac') return format;
  if (/opus/i.test(said)) return 'opus';
  if (format === 'ogg') return /flac/i.test(said) ? 'flac' : 'vorbis';
  if (/vorbis/i.test(said)) return 'vorbis';
  if (/alac/i.test(said)) return 'alac';
  return /mp3|mpeg-1/i.test(said) ? 'mp3' : 'aac';
}
