import { formatKeyTag } from '@promenade/contract/codes';
import { releaseTags } from '@promenade/contract/releaseFields';
import type { AppContext } from '../../platform/context.ts';
import { type ChecksummedPart, totalLength } from '../../platform/http/parts.ts';
import { buildChunkHeader } from '../../platform/storage/riff.ts';
import { formatTitle } from '../format.ts';
import type { DownloadRendition, DownloadTrack } from './downloadQueries.ts';
import { joinBuffers, readStoredFlac, readStoredWav } from './storedSound.ts';
import {
  ADVISORY,
  formatBpm,
  getCoverPart,
  getReleaseDate,
  getReleaseYear,
  listLanguageCodes,
  listReplayGain,
} from './trackTags.ts';
import { buildRiffHeader, listFrontChunks } from './wavParts.ts';

/** Types of metadata blocks (RFC 9639 §8.1). */
const STREAM_INFO = 0;
const APPLICATION = 2;
const COMMENT = 4;
const PICTURE = 6;
const LAST = 0x80;
const FRONT_COVER = 3;

/**
 * Builds a FLAC around the stored frames: its picture, its comments, and the chunks of the WAV as `flac
 * --keep-foreign-metadata` stores them, so that a station that turns it back into a WAV has `bext` and `cart`.
 */
export async function buildFlacParts(
  context: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
): Promise<ChecksummedPart[]> {
  const { streamInfo, frames } = await readStoredFlac(context.storage, rendition);
  const cover = await getCoverPart(context.storage, track);
  return joinBuffers<ChecksummedPart>([
    Buffer.from('fLaC'),
    buildBlock(STREAM_INFO, streamInfo),
    ...(await listRiffBlocks(context, track, takingId)),
    ...(cover ? [buildPictureHeader(cover.bytes), cover] : []),
    buildBlock(COMMENT | LAST, formatComments(listComments(track, rendition, takingId))),
    frames,
  ]);
}

function buildBlock(type: number, content: Buffer, bytes = content.length): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt8(type);
  header.writeUIntBE(bytes, 1, 3);
  return Buffer.concat([header, content]);
}

/** Blocks with the header and the chunks of the WAV download of this song, except its ID3 tag and samples. */
async function listRiffBlocks(
  { storage }: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  takingId: string,
): Promise<Buffer[]> {
  const { wav } = track.renditions;
  if (!wav) return [];
  const { format } = await readStoredWav(storage, wav);
  const frames = Math.floor(wav.data_bytes / ((format.channels * format.bits) / 8));
  const chunks = listFrontChunks(track, wav, { format, frames, takingId });
  const dataBytes = wav.data_bytes;
  const bytes = totalLength(chunks) + 8 + dataBytes + (dataBytes % 2);
  const all = [buildRiffHeader({ bytes, dataBytes, frames }), ...chunks, buildChunkHeader('data', dataBytes)];
  return all.map((chunk) => buildBlock(APPLICATION, Buffer.concat([Buffer.from('riff'), chunk])));
}

function buildPictureHeader(bytes: number): Buffer {
  const type = Buffer.from('image/jpeg');
  // Type, media type, no description, unknown size and colours, and the bytes that follow.
  const numbers = [0, 0, 0, 0, 0, bytes];
  const fields = Buffer.concat([packBE(FRONT_COVER, type.length), type, packBE(...numbers)]);
  return buildBlock(PICTURE, fields, fields.length + bytes);
}

function packBE(...numbers: number[]): Buffer {
  const packed = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) packed.writeUInt32BE(number, 4 * index);
  return packed;
}

type Comment = [name: string, text: string | null | undefined];

/** Names that readers of FLAC know; those that ffmpeg makes of ID3 are read by nobody. */
function listComments(track: DownloadTrack, rendition: DownloadRendition, takingId: string): Comment[] {
  const all = (name: string, texts: readonly (string | undefined)[]) => texts.map((text): Comment => [name, text]);
  const key = track.key && formatKeyTag(track.key);
  return [
    ['TITLE', formatTitle(track)],
    ['ARTIST', track.artist],
    ['ALBUMARTIST', track.album_artist],
    ['ALBUM', track.album],
    ['TRACKNUMBER', String(track.disc_ordinal)],
    ['TRACKTOTAL', String(track.disc_tracks)],
    ['DISCNUMBER', String(track.disc)],
    ['DISCTOTAL', String(track.discs)],
    ['ISRC', track.isrc],
    // One is read by MPD and MediaInfo, the other by GStreamer and Quod Libet.
    ...all('LABEL', track.labels),
    ...all('ORGANIZATION', track.labels),
    ['DATE', getReleaseYear(track)],
    ['RELEASEDATE', getReleaseDate(track)],
    ...all('GENRE', track.genres),
    ['COMPOSER', track.composer],
    ...all('LYRICIST', track.writers),
    ['PRODUCER', track.producer],
    ...all('LANGUAGE', listLanguageCodes(track.language)),
    ['BPM', formatBpm(track.bpm)],
    ['INITIALKEY', key],
    ['KEY', key],
    ['COPYRIGHT', track.c_line],
    ['PLINE', track.p_line],
    ...Object.entries(releaseTags).map(([tag, name]): Comment => [tag, track[name]]),
    ['PUBLISHING', track.publishing],
    ['VERSION', track.version],
    ['EXPLICIT', track.explicit],
    ['ITUNESADVISORY', ADVISORY[track.explicit]],
    ['SOURCE', rendition.source],
    ...listReplayGain(track, rendition),
    ['LYRICS', track.lyrics],
    ['PROMENADE_ID', takingId],
  ];
}

/** Vorbis comments (RFC 9639 §8.6); lengths are little-endian. */
function formatComments(comments: Comment[]): Buffer {
  const texts = comments.flatMap(([name, text]) => {
    const clean = (text ?? '').replaceAll('\0', ' ').trim().normalize('NFC');
    return clean === '' ? [] : [withLength(`${name}=${clean}`)];
  });
  const count = Buffer.alloc(4);
  count.writeUInt32LE(texts.length);
  return Buffer.concat([withLength('Promenade'), count, ...texts]);
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}
