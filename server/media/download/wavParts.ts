import type { AppContext } from '../../platform/context.ts';
import { type ChecksummedPart, partLength, totalLength } from '../../platform/http/parts.ts';
import {
  buildChunk,
  buildChunkHeader,
  buildFormatChunk,
  buildInfoChunk,
  parseFormatChunk,
  type WavFormat,
} from '../../platform/storage/riff.ts';
import { buildBextChunk, buildCartChunk, buildRdxlChunk } from '../broadcastChunks.ts';
import { formatTitle } from '../format.ts';
import type { MarkedSound } from '../soundCopy.ts';
import type { DownloadRendition, DownloadTrack } from './downloadQueries.ts';
import { buildCueChunks, listMarkers } from './markers.ts';
import { joinBuffers, readStoredWav } from './storedSound.ts';
import { buildTagParts, getReleaseYear } from './trackTags.ts';

/** Larger files are written as RF64. */
const RIFF_BYTES_MAX = 0xffffffff;
const DS64_BYTES = 28;

/** Builds a WAV around the stored PCM: `fmt `, `bext`, `cart`, `rdxl`, `LIST` INFO, `cue ` with names and `id3 `, all of even length. */
export async function buildWavParts(
  context: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
  marked?: MarkedSound,
): Promise<ChecksummedPart[]> {
  const { format, data } = marked
    ? { format: parseFormatChunk(marked.format), data: marked.copy }
    : await readStoredWav(context.storage, rendition);
  const frames = Math.floor(data.bytes / ((format.channels * format.bits) / 8));
  const tag = await buildTagParts(context, track, rendition, takingId);
  const tagBytes = totalLength(tag);
  const tagPadding = padding(tagBytes);
  const front = Buffer.concat([
    ...listFrontChunks(track, rendition, { format, frames, takingId }),
    buildChunkHeader('id3 ', tagBytes + tagPadding.length),
  ]);
  const dataHeader = Buffer.concat([tagPadding, buildChunkHeader('data', Math.min(data.bytes, RIFF_BYTES_MAX))]);
  const parts = [front, ...tag, dataHeader, data, padding(data.bytes)].filter((part) => partLength(part) > 0);
  return joinBuffers([buildRiffHeader({ bytes: totalLength(parts), dataBytes: data.bytes, frames }), ...parts]);
}

/** The chunks before the ID3 tag and the samples. */
export const listFrontChunks = (
  track: DownloadTrack,
  rendition: DownloadRendition,
  { format, frames, takingId }: { format: WavFormat; frames: number; takingId: string },
): Buffer[] => [
  buildFormatChunk(format),
  ...(format.float ? [buildFactChunk(frames)] : []),
  buildChunk('bext', buildBextChunk(track, rendition, takingId)),
  buildChunk('cart', buildCartChunk(track, takingId, format.sampleRate)),
  buildChunk('rdxl', buildRdxlChunk(track)),
  buildInfo(track),
  ...buildCueChunks(listMarkers(track), format.sampleRate),
];

/** Required for samples that are no integers (RFC 2361); the number of frames of all channels. */
function buildFactChunk(frames: number): Buffer {
  const fact = Buffer.alloc(4);
  fact.writeUInt32LE(Math.min(frames, RIFF_BYTES_MAX));
  return buildChunk('fact', fact);
}

const padding = (bytes: number) => Buffer.alloc(bytes % 2);

export function buildRiffHeader({
  bytes,
  dataBytes,
  frames,
}: {
  bytes: number;
  dataBytes: number;
  frames: number;
}): Buffer {
  if (4 + bytes <= RIFF_BYTES_MAX) return Buffer.concat([buildChunkHeader('RIFF', 4 + bytes), Buffer.from('WAVE')]);
  const sizes = Buffer.alloc(DS64_BYTES);
  sizes.writeBigUInt64LE(BigInt(4 + 8 + DS64_BYTES + bytes), 0);
  sizes.writeBigUInt64LE(BigInt(dataBytes), 8);
  sizes.writeBigUInt64LE(BigInt(frames), 16);
  return Buffer.concat([buildChunkHeader('RF64', RIFF_BYTES_MAX), Buffer.from('WAVE'), buildChunk('ds64', sizes)]);
}

const buildInfo = (track: DownloadTrack): Buffer =>
  buildInfoChunk({
    INAM: formatTitle(track),
    IART: track.artist,
    IPRD: track.album,
    ITRK: String(track.disc_ordinal),
    ICRD: getReleaseYear(track),
    IGNR: track.genres[0] ?? null,
    ICOP: track.c_line,
    ISFT: 'Promenade',
  });
