import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type IAudioMetadata, type IOptions, parseBuffer, parseFile, parseStream } from 'music-metadata';
import {
  DeliveryRefusal,
  formatBytes,
  MEDIA_BYTES_MAX,
  PICTURE_BYTES_MAX,
} from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { describeTracks } from '../decoders/m4a.ts';
import { findFirstFrame, getId3TagBytes, parseMp3FrameHeader, readStatedSeconds } from '../decoders/mp3Frames.ts';
import { readPcmLayout, readWavTags } from '../decoders/pcmFile.ts';
import { readPcmMarks } from '../decoders/pcmMarks.ts';
import { hashFile } from '../workspace/storeFile.ts';
import { type Blank, findUserData } from '../workspace/videoUserData.ts';
import { isMisreadTag, pickId3, readId3Frames } from './id3Frames.ts';
import { explainContent } from './otherFormats.ts';
import { describeUnreadable, findFrontPicture, NO_TAGS, parseTags, type Tags } from './tags.ts';

export interface InspectedFile {
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Of what is stored: a video without its user data. */
  storedHash: string;
  blanks: Blank[];
  bytes: number;
  media: MediaFormat;
  tags: Tags;
  picture: Uint8Array | null;
}

export interface MediaFile extends InspectedFile {
  path: string;
  absolutePath: string;
  disc: number | null;
  /** Of the same track, the better ones first. */
  others: MediaFile[];
}

/** Storage key of a delivered file. */
export const deliveredKeyOf = ({ storedHash, media }: InspectedFile): string =>
  `${media.format === 'video' ? 'video' : 'audio'}/${storedHash}.${media.extension}`;

export type Format = 'wav' | 'aiff' | 'flac' | 'mp3' | 'ogg' | 'm4a' | 'aac' | 'webm' | 'video';

export interface MediaFormat {
  format: Format;
  /** Name of the real codec, whatever the file is: `pcm`, `flac`, `mp3`, `mu-law` …; null without sound. */
  codec: string | null;
  lossless: boolean;
  mediaType: string;
  extension: string;
  bits: number | undefined;
  channels: number | undefined;
  sampleRate: number | undefined;
  /** Loudspeakers that the tags of a FLAC name, as in WAVEFORMATEXTENSIBLE. */
  channelMask: number | undefined;
  /** Undefined where the header is not reliable. */
  seconds: number | undefined;
  /** What the header says, reliable or not. */
  headerSeconds: number | undefined;
}

const MEDIA_TYPES: Record<Exclude<Format, 'video'>, string> = {
  wav: 'audio/wav',
  aiff: 'audio/aiff',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  webm: 'audio/webm',
};

const HEAD_BYTES = 16;
/** No decoder reads more. */
const FLAC_BITS_MAX = 24;

/** What is read from the file itself, because tag readers do not know it or guess. */
interface Sound {
  codec: string | null | undefined;
  hasVideo?: boolean;
  seconds?: number | undefined;
}

export async function inspectFile(path: string, onProgress: (bytes: number) => void): Promise<InspectedFile> {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    const format = await detectFormat(file, bytes);
    const sound = await readSound(file, bytes, format);
    const { metadata, unreadable } = await readMetadata(path, file, bytes, format, sound);
    const media = buildMediaFormat(format, metadata, sound);
    const picture = metadata ? findFrontPicture(metadata)?.data : undefined;
    if (!picture && metadata?.native['APEv2']?.some(({ id }) => id.startsWith('Cover Art')))
      unreadable.push(describeUnreadable('Cover Art'));
    const marks = format === 'wav' || format === 'aiff' ? await readPcmMarks(file, bytes, format) : [];
    const hash = await hashFile(path, onProgress);
    const blanks = media.format === 'video' ? await findUserData(path) : [];
    return {
      hash,
      blanks,
      storedHash: blanks.length > 0 ? await hashFile(path, onProgress, blanks) : hash,
      bytes,
      media,
      tags: metadata ? parseTags(metadata.native, metadata.quality.warnings, unreadable, marks) : NO_TAGS,
      picture: picture && picture.length <= PICTURE_BYTES_MAX ? picture : null,
    };
  } finally {
    await file.close();
  }
}

async function detectFormat(file: FileHandle, bytes: number): Promise<Format> {
  if (bytes > MEDIA_BYTES_MAX) throw new DeliveryRefusal(`The file is larger than ${formatBytes(MEDIA_BYTES_MAX)}.`);
  if (bytes === 0) throw new DeliveryRefusal('The file is empty.');
  const head = await readAt(file, 0, HEAD_BYTES);
  const tagBytes = getId3TagBytes(head);
  const format = formatOf(tagBytes > 0 ? await readAt(file, tagBytes, HEAD_BYTES) : head);
  if (format) return format;
  // Some writers leave zeros, a second tag or other bytes before the first frame.
  if (tagBytes > 0 || (await findFirstFrame(file))) return 'mp3';
  throw new DeliveryRefusal(explainContent(head));
}

async function readSound(file: FileHandle, bytes: number, format: Format): Promise<Sound> {
  if (format === 'wav' || format === 'aiff') {
    const layout = await readPcmLayout(file, bytes);
    return { codec: typeof layout === 'string' ? layout : 'pcm' };
  }
  if (format === 'm4a') {
    const { codec = null, ...tracks } = await describeTracks(file, bytes);
    return { codec, ...tracks };
  }
  if (format !== 'mp3') return { codec: undefined };
  const first = await findFirstFrame(file);
  if (!first) throw new DeliveryRefusal('It has no MPEG frames of a fixed bit rate; free format cannot be read.');
  const layer = parseMp3FrameHeader(first.head, 0)?.layer;
  return { codec: `mp${layer}`, seconds: readStatedSeconds(first.head) };
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
 * Reads what the parser gives until it fails. Of several ID3v2 tags the first one counts: another one is an older one that a
 * program forgot.
 */
async function readMetadata(path: string, file: FileHandle, bytes: number, format: Format, sound: Sound) {
  let read: IAudioMetadata | undefined;
  const unreadable: string[] = [];
  const isMisread = isMisreadTag(await readAt(file, 0, HEAD_BYTES));
  let id3 = isMisread ? await readId3Frames(file, unreadable) : undefined;
  const observer: IOptions['observer'] = ({ metadata, tag }) => {
    read = metadata;
    // The parser sets the chapters at the end of each ID3v2 tag.
    if (tag.id === 'chapters') id3 ??= pickId3(metadata.native);
  };
  try {
    const isRiff = format !== 'wav' || (await readAt(file, 0, 4)).toString('latin1') === 'RIFF';
    read = isRiff
      ? await parseFile(path, { duration: format === 'video', observer })
      : await parseBuffer(await readWavTags(file, bytes), { mimeType: 'audio/wav' }, { observer });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (format === 'mp3') {
      read = await readSoundAlone(path, file);
      if (!isMisread) id3 = await readId3Frames(file, unreadable);
    }
    if (unreadable.length === 0) unreadable.push(`Its tags cannot be read completely: ${reason}.`);
    // Of these the sound is found without the parser, and decoding tells whether it is whole.
    const isFound = format === 'wav' || format === 'aiff' || (format === 'm4a' && !sound.hasVideo);
    if (!read?.format.sampleRate && !isFound) throw new DeliveryRefusal(`It cannot be read: ${reason}.`);
  }
  const others = Object.entries(read?.native ?? {}).filter(([type]) => !id3 || !type.startsWith('ID3v2'));
  return { metadata: read && { ...read, native: { ...Object.fromEntries(others), ...id3 } }, unreadable };
}

/** What the parser says about an MP3 without the tag at its start. */
async function readSoundAlone(path: string, file: FileHandle): Promise<IAudioMetadata | undefined> {
  const start = getId3TagBytes(await readAt(file, 0, HEAD_BYTES));
  const sound = createReadStream(path, { start });
  const size = (await file.stat()).size - start;
  const read = await parseStream(sound, { mimeType: 'audio/mpeg', size }).catch(() => undefined);
  sound.destroy();
  return read;
}

const LOSSLESS = ['pcm', 'flac', 'alac'];

function buildMediaFormat(detected: Format, metadata: IAudioMetadata | undefined, sound: Sound): MediaFormat {
  const header = metadata?.format;
  const names = (header?.trackInfo ?? []).map(({ codecName }) => codecName);
  const hasSound = detected !== 'video' || header?.hasAudio === true;
  const codec =
    sound.codec === undefined ? (hasSound ? codecOf(detected, header?.codec ?? names.join(' ')) : null) : sound.codec;
  const bits = header?.bitsPerSample;
  const media = {
    codec,
    bits,
    channels: header?.numberOfChannels,
    sampleRate: header?.sampleRate,
    channelMask: readChannelMask(metadata),
    seconds: secondsOf(detected, header, sound),
    headerSeconds: header?.duration,
    lossless: codec !== null && LOSSLESS.includes(codec),
  };
  if (sound.hasVideo ?? (detected === 'video' && hasPixels(metadata))) {
    const [mediaType, extension] =
      detected === 'video'
        ? ['video/webm', 'webm']
        : /qt/i.test(header?.container ?? '')
          ? ['video/quicktime', 'mov']
          : ['video/mp4', 'mp4'];
    return { ...media, format: 'video', mediaType, extension };
  }
  if (codec === null) throw new DeliveryRefusal('This is not audio: it contains no sound.');
  if (codec === 'flac' && bits !== undefined && bits > FLAC_BITS_MAX)
    throw new DeliveryRefusal(`Its codec (FLAC with ${bits} bits) cannot be read.`);
  const format = detected === 'video' ? 'webm' : detected;
  return { ...media, format, mediaType: MEDIA_TYPES[format], extension: format };
}

/** Tag readers give the length of a stream that was cut, and of the whole media instead of what is played. */
function secondsOf(detected: Format, header: IAudioMetadata['format'] | undefined, sound: Sound): number | undefined {
  const isSilent = sound.codec === null;
  if (detected === 'mp3' || (detected === 'm4a' && !isSilent)) return sound.seconds;
  if (detected === 'aac' || detected === 'ogg') return undefined;
  if (sound.codec !== undefined && sound.codec !== 'pcm' && !isSilent) return undefined;
  return header?.duration ?? longestTrack(header?.trackInfo);
}

/** Duration of a video without sound. */
const longestTrack = (tracks: IAudioMetadata['format']['trackInfo'] = []): number | undefined =>
  tracks.map(({ duration }) => duration ?? 0).toSorted((a, b) => b - a)[0];

const hasPixels = (metadata: IAudioMetadata | undefined) =>
  metadata?.format.hasVideo === true ||
  (metadata?.format.trackInfo ?? []).some(({ video }) => (video?.pixelWidth ?? 0) > 0);

/** RFC 9639 §8.6.2. */
function readChannelMask(metadata: IAudioMetadata | undefined): number | undefined {
  const tag = metadata?.native['vorbis']?.find(({ id }) => id === 'WAVEFORMATEXTENSIBLE_CHANNEL_MASK');
  const mask = Number(tag?.value);
  return Number.isInteger(mask) && mask > 0 ? mask : undefined;
}

function codecOf(format: Format, name: string): string {
  if (format === 'flac' || format === 'aac') return format;
  if (/opus/i.test(name)) return 'opus';
  if (/flac/i.test(name)) return 'flac';
  if (/vorbis/i.test(name) || name === '') return 'vorbis';
  return name.toLowerCase();
}
