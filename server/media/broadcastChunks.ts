import anyAscii from 'any-ascii';
import type { DownloadRendition, DownloadTrack } from './download/downloadQueries.ts';
import { buildTimers, listMarkers } from './download/markers.ts';
import { getReleaseDate, getReleaseYear } from './download/trackTags.ts';
import { formatTitle } from './format.ts';

const BEXT_BYTES = 602;
const BEXT_ABSENT = 0x7fff;
const CART_BYTES = 2048;
const CART_TEXT_BYTES = 64;
const CART_FULL_SCALE = 32_768;

/** Builds the `bext` chunk (EBU Tech 3285, version 2). Leaves the true peak out, because only the sample peak is known. */
export function buildBextChunk(track: DownloadTrack, rendition: DownloadRendition, takingId: string): Buffer {
  const out = Buffer.alloc(BEXT_BYTES);
  const available = track.available_at.toISOString();
  // Some programs join the title of `cart` and this text, if they differ.
  writeAscii(out, fitCart(formatTitle(track)), 0, 256);
  writeAscii(out, track.labels[0], 256, 32);
  writeAscii(out, track.isrc, 288, 32);
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
export function buildCartChunk(track: DownloadTrack, takingId: string, sampleRate: number): Buffer {
  const out = Buffer.alloc(CART_BYTES);
  const fields: [text: string | null | undefined, bytes: number][] = [
    ['0101', 4],
    [fitCart(formatTitle(track)), 64],
    [fitCart(track.artist), 64],
    // Cut id, client, category, classification, out cue.
    // A number that is no ISRC would name a cart of the station.
    [track.isrc, 64],
    [fitCart(track.labels[0]), 64],
    ['MUSIC', 64],
    [fitCart(track.genres[0]), 64],
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
  buildTimers(listMarkers(track), sampleRate).copy(out, offset + 4);
  return out;
}

/** Builds the contents of the `rdxl` chunk, the metadata of Rivendell as XML, with an element on each line. */
export function buildRdxlChunk(track: DownloadTrack): Buffer {
  const element = (name: string, text: string | null | undefined) =>
    text ? [`<${name}>${text.replace(/[\p{Cc}\s\uFFFE\uFFFF]+/gu, ' ').replace(/[&<>"']/g, escapeXml)}</${name}>`] : [];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<cart>',
    '<type>audio</type>',
    ...element('title', formatTitle(track)),
    ...element('artist', track.artist),
    ...element('album', track.album),
    ...element('year', getReleaseYear(track)),
    ...element('label', track.labels[0]),
    ...element('composer', track.composer),
    '<cutList>',
    '<cut>',
    ...element('description', formatTitle(track)),
    ...element('isrc', track.isrc),
    '</cut>',
    '</cutList>',
    '</cart>',
  ];
  const xml = Buffer.from(`${lines.join('\n')}\n`);
  // A chunk of an odd length gets a NUL, which XML forbids.
  return xml.length % 2 === 0 ? xml : Buffer.concat([xml, Buffer.from('\n')]);
}

const escapeXml = (sign: string) => `&#${sign.charCodeAt(0)};`;

/** A shortened text would differ from that of the other tags, so one that is too long is left out. */
const fitCart = (text: string | null | undefined) => (toAscii(text).length <= CART_TEXT_BYTES ? text : '');

/** Other letters are transliterated (Ł to L, ß to ss). */
const toAscii = (text: string | null | undefined) =>
  anyAscii((text ?? '').normalize('NFC')).replace(/[^\x20-\x7e]/g, '?');

function writeAscii(target: Buffer, text: string | null | undefined, offset: number, length: number): void {
  target.write(toAscii(text).slice(0, length), offset, 'latin1');
}
