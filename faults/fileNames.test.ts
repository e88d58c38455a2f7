import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFileName } from '../server/media/download/downloadFile.ts';
import type { DownloadTrack } from '../server/media/download/downloadQueries.ts';
import { buildZip, uniqueFileNames } from '../server/media/download/zip.ts';
import type { ReleaseSheet, SheetTrack } from '../server/media/sheet/sheetQueries.ts';
import { formatSheetCsv } from '../server/media/sheet/sheetTable.ts';
import { attachmentDisposition, sanitizeFileName } from '../server/platform/storage/fileName.ts';
import { getFuzzSettings } from './fuzzSettings.ts';

const { count, seed } = getFuzzSettings(2_000);
const settings = { numRuns: count, seed };
const timeout = 60_000 + count * 10;

const pieces = fc.constantFrom(
  ...'. .. / \\ : * ? " < > | \0 \r \n \t \x7f \x85 con PRN aux.txt NUL COM1 lpt¹ ; = + - @ \u202e \u200b \u200c \u200d می ها क् ष 👩 \ufeff \u2028 e\u0301 é ﬁ \ud800 \udfff 🎵 % %2f ~ $() `x` a'.split(
    ' ',
  ),
  ' ',
  'x'.repeat(200),
  '日本'.repeat(60),
  '🎵'.repeat(80),
);
const names = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

/** Of ext4; NTFS allows as many UTF-16 units. */
const BYTES_MAX = 255;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\s*\.|\s*$)/i;

/** Says why a name is not one that Linux and Windows accept as it is. */
function findProblem(name: string): string | undefined {
  if (name === '' || /^\.+$/.test(name)) return 'empty or a folder';
  if (/[/\\<>:"|?*\p{Cc}]/u.test(name)) return 'an illegal character';
  // Words of some languages need a joiner between letters, and so do some emoji.
  const joined =
    /(?<=[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/gu;
  if (/[\p{Cf}\u2028\u2029]/u.test(name.replace(joined, ''))) return 'an invisible character';
  if (/[. ]$/.test(name)) return 'an end that Windows drops';
  if (WINDOWS_DEVICE.test(name)) return 'a device';
  if (!name.isWellFormed() || name !== name.normalize('NFC')) return 'not NFC';
  if (Buffer.byteLength(name) > BYTES_MAX) return 'too long';
  return undefined;
}

test(`${count} names become file names that Linux and Windows accept`, { timeout, tags: ['C-FORMAT-08'] }, () => {
  fc.assert(
    fc.property(names, (name) => {
      const safe = sanitizeFileName(name);
      expect(findProblem(safe), JSON.stringify([name, safe])).toBeUndefined();
      expect(sanitizeFileName(safe)).toBe(safe);
    }),
    settings,
  );
});

const track = (artist: string, title: string, version: string): DownloadTrack =>
  ({ artist, title, version, explicit: 'explicit', ordinal: 1, tracks: 2 }) as DownloadTrack;

test(`${count} lists of songs become zips whose names are valid and differ on any file system`, { timeout }, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names, names), { minLength: 1, maxLength: 4 }), (songs) => {
      const files = uniqueFileNames(songs.map((song) => formatFileName(track(...song), 'mp3')));
      for (const file of files) expect(findProblem(file), JSON.stringify(file)).toBeUndefined();
      expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length);
      const { parts } = buildZip(files.map((name) => ({ name, date: new Date(0), parts: [] })));
      const zip = Buffer.concat(parts.filter((part) => Buffer.isBuffer(part)));
      expect(listZipNames(zip)).toEqual(files);
    }),
    settings,
  );
});

/** The names in the central directory (APPNOTE 4.3.12); each header has the UTF-8 flag. */
function listZipNames(zip: Buffer): string[] {
  const found: string[] = [];
  const end = zip.length - 22;
  for (let offset = zip.readUInt32LE(end + 16); offset < end; ) {
    expect([zip.readUInt32LE(offset), zip.readUInt16LE(offset + 8) & 0x800]).toEqual([0x02014b50, 0x800]);
    const [bytes, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(offset + field)) as [
      number,
      number,
      number,
    ];
    found.push(zip.toString('utf8', offset + 46, offset + 46 + bytes));
    offset += 46 + bytes + extra + comment;
  }
  return found;
}

test(`${count} names become headers that hold nothing but the name`, { timeout }, () => {
  fc.assert(
    fc.property(names, (name) => {
      const header = attachmentDisposition(name);
      const [, plain = '', encoded = ''] =
        /^attachment; filename="([\x20\x21\x23-\x5b\x5d-\x7e]*)"; filename\*=UTF-8''([\w!#$&+^`{}|~.%-]*)$/.exec(
          header,
        ) ?? [];
      expect(plain, header).not.toBe('');
      expect(decodeURIComponent(encoded)).toBe(sanitizeFileName(name));
      expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
    }),
    settings,
  );
});

const sheet = (text: string): ReleaseSheet =>
  ({
    title: text,
    artist: text,
    labels: [{ name: text }],
    genres: [text, text],
    moods: [],
    instruments: [],
    markets: [],
    available_at: new Date(0),
    tracks: [
      {
        title: text,
        artist: text,
        version: text,
        duration: 1,
        writers: [text],
        canadian: {},
      } as unknown as SheetTrack,
    ],
  }) as unknown as ReleaseSheet;

test(`${count} titles are one cell each in a sheet, and never a formula`, { timeout, tags: ['C-API-14'] }, () => {
  const headers = parseCsv(formatSheetCsv(sheet('')))[0] ?? [];
  fc.assert(
    fc.property(names, (text) => {
      const rows = parseCsv(formatSheetCsv(sheet(text)));
      expect(rows.map((cells) => cells.length)).toEqual([headers.length, headers.length]);
      const cells = rows[1] ?? [];
      for (const cell of cells) {
        expect(cell).not.toMatch(/^[\t\r\n]/);
        // Other spreadsheets split at semicolons and tabs.
        for (const part of cell.split(/[,;\t"\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }
      expect(cells[headers.indexOf('Title')]?.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
    }),
    settings,
  );
});

/** Reads RFC 4180 strictly: a quote only around a whole cell. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const body = text.replace(/^\ufeff/, '');
  let row: string[] = [];
  while (cell.lastIndex < body.length) {
    const found = cell.exec(body);
    if (!found) throw new Error(`Not a cell: ${JSON.stringify(body.slice(0, 200))}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push(row.splice(0));
    row = found[3] === '\r\n' ? [] : row;
  }
  return rows;
}
