import anyAscii from 'any-ascii';
import type { DownloadRendition, DownloadTrack } from './download/downloadQueries.ts';
import { getReleaseDate } from './download/trackTags.ts';
import { formatTitle } from './format.ts';

const BEXT_BYTES = 602;
const BEXT_ABSENT = 0x7fff;
const CART_BYTES = 2048;
const CART_FULL_SCALE = 32_768;

/** Builds the `bext` chunk (EBU Tech 3285, version 2). Leaves the true peak out, because only the sample peak is known. */
export function buildBextChunk(track: DownloadTrack, rendition: DownloadRendition, takingId: string): Buffer {
  const out = Buffer.alloc(BEXT_BYTES);
  const available = track.available_at.toISOString();
  writeAscii(out, `${track.artist} - ${formatTitle(track)}`, 0, 256);
  writeAscii(out, track.labels[0], 256, 32);
  writeAscii(out, track.isrc ?? track.catalognumber ?? track.upc, 288, 32);
  writeAscii(out, available.slice(0, 10), 320, 10);
  writeAscii(out, available.slice(11, 19), 330, 8);
  out.writeUInt16LE(2, 346);
  out.writeInt16LE(toHundredths(track.loudness), 412);
  out.writeInt16LE(toHundredths(track.loudness_range), 414);
  for (const offset of [416, 418, 420]) out.writeInt16LE(BEXT_ABSENT, offset);
  return Buffer.concat([out, Buffer.from(formatCodingHistory(rendition, takingId), 'latin1')]);
}

const toHundredths = (value: number | null) => (value === null ? BEXT_ABSENT : Math.round(value * 100));

/** One line after EBU R 98, with the codec of a lossy source. */
function formatCodingHistory({ sample_rate, bits, channels, source }: DownloadRendition, takingId: string): string {
  const mode = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : 'multichannel';
  return `A=PCM,F=${sample_rate},W=${bits},M=${mode},T=Promenade${source === null ? '' : `; source: ${source}`}; ${takingId}\r\n`;
}

/** Builds the `cart` chunk of radio automation (AES46), valid from the release date without end. */
export function buildCartChunk(track: DownloadTrack, takingId: string): Buffer {
  const out = Buffer.alloc(CART_BYTES);
  const fields: [text: string | null | undefined, bytes: number][] = [
    ['0101', 4],
    [formatTitle(track), 64],
    [track.artist, 64],
    // Cut id, client, category, classification, out cue.
    [track.isrc ?? track.catalognumber, 64],
    [track.labels[0], 64],
    ['MUSIC', 64],
    [track.genres[0], 64],
    ['', 64],
    [getReleaseDate(track).replaceAll('-', '/'), 10],
    ['00:00:00', 8],
    ['9999/12/31', 10],
    ['23:59:59', 8],
    ['Promenade', 64],
    // Version of the producer, user-defined field.
    ['', 64],
    [takingId, 64],
  ];
  let offset = 0;
  for (const [text, bytes] of fields) {
    writeAscii(out, text, offset, bytes);
    offset += bytes;
  }
  out.writeInt32LE(CART_FULL_SCALE, offset);
  return out;
}

/** Other letters are transliterated (Ł to L, ß to ss). */
function writeAscii(target: Buffer, text: string | null | undefined, offset: number, length: number): void {
  const ascii = anyAscii((text ?? '').normalize('NFC')).replace(/[^\x20-\x7e]/g, '?');
  target.write(ascii.slice(0, length), offset, 'latin1');
}
