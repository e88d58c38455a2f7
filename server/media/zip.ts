import { createHash } from 'node:crypto';
import { bytesOfAll, type Part } from '../platform/http/parts.ts';
import { crc32Of } from './crc32.ts';

/** A file in a zip; `date` is written in UTC, to two seconds. */
export interface ZipEntry {
  name: string;
  date: Date;
  parts: Part[];
}

/** A zip that is put together while it leaves; the etag changes with every name, date and byte in it. */
export interface Zip {
  parts: Part[];
  etag: string;
}

/** From these numbers on a field holds this mark and the true number stands in the form of 64 bits. */
const MARK_32 = 0xffffffff;
const MARK_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;
/** Made on a Unix system, so that names are UTF-8 and rights are read; a plain file that everybody may read. */
const UNIX = 3 << 8;
const PLAIN_FILE = (0o100644 << 16) >>> 0;
const UTF8_NAMES = 0x0800;

/** Lays files out uncompressed (APPNOTE 6.3), from sizes and checksums that are known: nothing is read. */
export function layOutZip(entries: ZipEntry[]): Zip {
  const parts: Part[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, date, parts: content } of entries) {
    const facts = { name: Buffer.from(name), date, bytes: bytesOfAll(content), crc32: crc32Of(content), offset };
    const head = localHeader(facts);
    parts.push(head, ...content);
    directory.push(directoryEntry(facts));
    offset += head.length + facts.bytes;
  }
  const listed = Buffer.concat(directory);
  const end = endOf({ entries: entries.length, bytes: listed.length, offset });
  parts.push(Buffer.concat([listed, end]));
  return { parts, etag: createHash('sha256').update(listed).digest('hex') };
}

/** The same names in NFC; one that stood before gets ' (2)', for systems that take capitals for the same, too. */
export function uniqueNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name.normalize('NFC')) ?? [];
    let free = stem + ending;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

interface Facts {
  name: Buffer;
  date: Date;
  bytes: number;
  crc32: number;
  /** Of its local header in the zip. */
  offset: number;
}

function localHeader(facts: Facts): Buffer {
  const { name, bytes } = facts;
  const wide = bytes >= MARK_32 ? [bytes, bytes] : [];
  return written([4, 0x04034b50], ...described(facts, wide), name, extra(wide));
}

function directoryEntry(facts: Facts): Buffer {
  const { name, bytes, offset } = facts;
  const wide = [...(bytes >= MARK_32 ? [bytes, bytes] : []), ...(offset >= MARK_32 ? [offset] : [])];
  return written(
    [4, 0x02014b50],
    [2, UNIX | versionFor(wide)],
    ...described(facts, wide),
    [2, 0],
    [2, 0],
    [2, 0],
    [4, PLAIN_FILE],
    [4, Math.min(offset, MARK_32)],
    name,
    extra(wide),
  );
}

const versionFor = (wide: number[]) => (wide.length > 0 ? VERSION_64 : VERSION);

/** What stands in both places, from the version that a reader needs to the length of the extra field. */
function described({ name, date, bytes, crc32 }: Facts, wide: number[]): Field[] {
  const size = Math.min(bytes, MARK_32);
  return [
    [2, versionFor(wide)],
    [2, UTF8_NAMES],
    [2, 0],
    ...dosDate(date),
    [4, crc32],
    [4, size],
    [4, size],
    [2, name.length],
    [2, extra(wide).length],
  ];
}

/** The numbers of a file that need 64 bits, as its extra field. */
const extra = (wide: number[]): Buffer =>
  wide.length === 0
    ? Buffer.alloc(0)
    : written([2, 0x0001], [2, wide.length * 8], ...wide.map((number): Field => [8, number]));

/** The end of the directory that lies so far from the start. */
function endOf({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }): Buffer {
  const isWide = entries >= MARK_16 || bytes >= MARK_32 || offset >= MARK_32;
  const end64 = written(
    [4, 0x06064b50],
    [8, 44],
    [2, UNIX | VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, bytes],
    [8, offset],
  );
  const locator = written([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]);
  const end = written(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(entries, MARK_16)],
    [2, Math.min(entries, MARK_16)],
    [4, Math.min(bytes, MARK_32)],
    [4, Math.min(offset, MARK_32)],
    [2, 0],
  );
  return isWide ? Buffer.concat([end64, locator, end]) : end;
}

function dosDate(date: Date): [Field, Field] {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return [
    [2, time],
    [2, day],
  ];
}

/** A number in so many bytes, the lowest first, or bytes as they are. */
type Field = [bytes: 2 | 4 | 8, number: number] | Buffer;

function written(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.map((field) => {
      if (Buffer.isBuffer(field)) return field;
      const [bytes, number] = field;
      const made = Buffer.alloc(bytes);
      if (bytes === 8) made.writeBigUInt64LE(BigInt(number));
      else made.writeUIntLE(number, 0, bytes);
      return made;
    }),
  );
}
