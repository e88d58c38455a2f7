import { createHash } from 'node:crypto';
import { type ChecksummedPart, totalLength } from '../../platform/http/parts.ts';
import { crc32OfParts } from './crc32.ts';

// Builds an uncompressed zip (APPNOTE 6.3) from known sizes and checksums, without reading the files.

export interface ZipEntry {
  name: string;
  /** Stored in seconds since 1970, and in UTC with a resolution of two seconds for readers that know nothing else. */
  date: Date;
  parts: ChecksummedPart[];
}

/** Highest values of 32 and 16 bits; in a field they refer to the 64-bit value. */
const MAX_32 = 0xffffffff;
const MAX_16 = 0xffff;
const VERSION = 20;
const VERSION_64 = 45;
/** Host system Unix, whose file mode readers apply. */
const UNIX = 3 << 8;
const FILE_MODE = (0o100644 << 16) >>> 0;
const UTF8_NAMES = 0x0800;

export type Zip = ReturnType<typeof buildZip>;

/** The `etag` depends on all names, dates, sizes and checksums. */
export function buildZip(entries: ZipEntry[]) {
  const parts: ChecksummedPart[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, date, parts: content } of entries) {
    const file = { name: Buffer.from(name), date, bytes: totalLength(content), crc32: crc32OfParts(content), offset };
    const header = buildLocalHeader(file);
    parts.push(header, ...content);
    directory.push(buildDirectoryEntry(file));
    offset += header.length + file.bytes;
  }
  const allEntries = Buffer.concat(directory);
  const end = buildDirectoryEnd({ entries: entries.length, bytes: allEntries.length, offset });
  parts.push(Buffer.concat([allEntries, end]));
  return { parts, etag: createHash('sha256').update(allEntries).digest('hex') };
}

/** Gives names in NFC and adds ' (2)' to a repeated name, ignoring case. */
export function uniqueFileNames(names: string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name.normalize('NFC')) ?? [];
    let unique = stem + extension;
    for (let number = 2; used.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${extension}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}

interface ZipFile {
  name: Buffer;
  date: Date;
  bytes: number;
  crc32: number;
  offset: number;
}

function buildLocalHeader(file: ZipFile): Buffer {
  const sizes = file.bytes >= MAX_32 ? [file.bytes, file.bytes] : [];
  return Buffer.concat([pack('4', 0x04034b50), packCommonFields(file, sizes), file.name, buildExtraField(file, sizes)]);
}

function buildDirectoryEntry(file: ZipFile): Buffer {
  const { name, bytes, offset } = file;
  const large = [...(bytes >= MAX_32 ? [bytes, bytes] : []), ...(offset >= MAX_32 ? [offset] : [])];
  return Buffer.concat([
    pack('42', 0x02014b50, UNIX | versionFor(large)),
    packCommonFields(file, large),
    pack('22244', 0, 0, 0, FILE_MODE, Math.min(offset, MAX_32)),
    name,
    buildExtraField(file, large),
  ]);
}

const versionFor = (large: number[]) => (large.length > 0 ? VERSION_64 : VERSION);

/** Packs the fields from the required version to the length of the extra field, equal in both headers. */
function packCommonFields(file: ZipFile, large: number[]): Buffer {
  const { name, date, bytes, crc32 } = file;
  const size = Math.min(bytes, MAX_32);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const lengths = [name.length, buildExtraField(file, large).length];
  return pack('2222244422', versionFor(large), UTF8_NAMES, 0, time, day, crc32, size, size, ...lengths);
}

/** The time of modification of the extended timestamp (0x5455), without which readers take UTC for their own hour. */
const HAS_MODIFIED = 1;
const MAX_31 = 0x7fffffff;

/** Holds the numbers that need 64 bits, and the time. */
function buildExtraField({ date }: ZipFile, large: number[]): Buffer {
  const seconds = Math.min(Math.max(Math.floor(date.getTime() / 1000), 0), MAX_31);
  const time = pack('2214', 0x5455, 5, HAS_MODIFIED, seconds);
  if (large.length === 0) return time;
  return Buffer.concat([pack(`22${'8'.repeat(large.length)}`, 1, large.length * 8, ...large), time]);
}

/** `bytes` and `offset`: size of the central directory and where it starts in the zip. */
function buildDirectoryEnd({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }): Buffer {
  const [count, size, start] = [Math.min(entries, MAX_16), Math.min(bytes, MAX_32), Math.min(offset, MAX_32)];
  const end = pack('42222442', 0x06054b50, 0, 0, count, count, size, start, 0);
  if (count < MAX_16 && size < MAX_32 && start < MAX_32) return end;
  const version = [UNIX | VERSION_64, VERSION_64];
  const end64 = pack('4822448888', 0x06064b50, 44, ...version, 0, 0, entries, entries, bytes, offset);
  const locator = pack('4484', 0x07064b50, 0, offset + bytes, 1);
  return Buffer.concat([end64, locator, end]);
}

/** Writes little-endian numbers; `widths` has a digit per number, its bytes. */
function pack(widths: string, ...numbers: number[]): Buffer {
  return Buffer.concat(
    numbers.map((number, index) => {
      const bytes = Buffer.alloc(Number(widths[index]));
      if (bytes.length === 8) bytes.writeBigUInt64LE(BigInt(number));
      else bytes.writeUIntLE(number, 0, bytes.length);
      return bytes;
    }),
  );
}
