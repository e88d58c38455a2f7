import type { FileHandle } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import readExif from 'exif-reader';
import { isZipError, openZip } from '../../platform/storage/openZip.ts';

// Attachments go out as delivered. Whoever delivers one is told which personal data is in it.

/** Elements and attributes of XMP, Office and OpenDocument files by their names without prefix. */
const XML_FIELDS: Record<string, string> = {
  creator: 'author',
  'initial-creator': 'author',
  lastModifiedBy: 'last modified by',
  Manager: 'manager',
  author: 'author of changes or comments',
  OwnerName: 'camera owner',
  CiEmailWork: 'email address',
  CiTelWork: 'telephone number',
  CiAdrExtadr: 'address',
  GPSLatitude: 'position',
};
const XML_NAMES = Object.keys(XML_FIELDS).join('|');
const XML_FIELD = new RegExp(
  `<(?:[\\w-]+:)?(${XML_NAMES})(?:\\s[^>]{0,200})?>(.{0,200}?)</(?:[\\w-]+:)?\\1>|\\s[\\w-]+:(${XML_NAMES})="([^"]{1,500})"`,
  'gs',
);
/** Of Office (ECMA-376) and OpenDocument files. */
const XML_PART = /^(docProps\/(core|app)\.xml|word\/(document|comments)\.xml|meta\.xml)$/;
const PART_BYTES_MAX = 8 * 1024 ** 2;
/** The bytes in front of EXIF data in JPEG and HEIF, in WebP and in PNG. A TIFF file is EXIF data from its first byte. */
const EXIF_START = /(?:Exif\0\0|EXIF.{4}|eXIf|^)(?=II\*\0|MM\0\*)/s;
/** A string of PDF (ISO 32000-1 §7.3.4) in parentheses or hexadecimal. */
const PDF_STRING = String.raw`(?:\(((?:\\.|[^\\()]|\([^\\()]{0,200}\)){0,500})\)|<([\da-f\s]{0,2000})>)`;
/** A hostile PDF has more. */
const STREAMS_MAX = 2_000;
const STREAM_BYTES_MAX = 1024 ** 2;
const REFERENCES_MAX = 10;
const TEXT_MAX = 80;

type Found = [field: string, value?: string];

/** Lists what a file names, such as `author "Jane Doe"` or `position`. @param zipped of `readZippedXml` */
export function listPersonalData(file: Buffer, zipped: readonly string[] = []): string[] {
  const start = file.toString('latin1', 0, 5);
  const found = [
    ...findXmp(file),
    ...findExif(file),
    ...zipped.flatMap(findInXml),
    ...(start === '%PDF-' ? findInPdf(file) : []),
    ...(start === '{\\rtf' ? findInRtf(file) : []),
  ];
  const texts = found.map(([field, value]) => (value === undefined ? field : `${field} "${value.slice(0, TEXT_MAX)}"`));
  return [...new Set(texts)];
}

/** XMP (ISO 16684) is the same text in pictures, PDF and the files of layout programs. */
function findXmp(file: Buffer): Found[] {
  const start = file.indexOf('<x:xmpmeta');
  const end = file.indexOf('</x:xmpmeta>', start);
  return start < 0 || end < 0 ? [] : findInXml(file.toString('utf8', start, Math.min(end, start + PART_BYTES_MAX)));
}

const findInXml = (xml: string): Found[] =>
  [...xml.matchAll(XML_FIELD)].flatMap(([, element, content, attribute, value]) => {
    const field = XML_FIELDS[element ?? attribute ?? ''] ?? '';
    const text = decodeXml((content ?? value ?? '').replace(/<[^>]*>/g, ' '));
    return nameFound(field, field === 'position' && text ? undefined : text);
  });

/** Nothing for a blank value; `undefined` says that there is one. */
function nameFound(field: string, value: unknown): Found[] {
  if (value === undefined) return [[field]];
  const text = typeof value === 'string' ? value.replace(/[\p{Cc}\s]+/gu, ' ').trim() : '';
  return text === '' ? [] : [[field, text]];
}

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));
const decodeXml = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole);

function findExif(file: Buffer): Found[] {
  const found = EXIF_START.exec(file.toString('latin1'));
  if (!found) return [];
  try {
    const { Image, Photo, GPSInfo } = readExif(file.subarray(found.index + found[0].length));
    return [
      ...nameFound('author', Image?.Artist ?? ''),
      ...nameFound('camera owner', Photo?.CameraOwnerName ?? ''),
      ...nameFound('position', GPSInfo?.GPSLatitude ? undefined : ''),
    ];
  } catch {
    return [];
  }
}

/** The parts of an Office or OpenDocument file that tell about people. */
export async function readZippedXml(file: FileHandle): Promise<string[]> {
  const { TextWriter } = await import('@zip.js/zip.js');
  const texts: string[] = [];
  try {
    const { zip } = await openZip(file);
    for await (const entry of zip.getEntriesGenerator())
      if (!entry.directory && XML_PART.test(entry.filename) && entry.uncompressedSize <= PART_BYTES_MAX)
        texts.push(await entry.getData(new TextWriter()));
    return texts;
  } catch (error) {
    if (!isZipError(error)) throw error;
    return [];
  }
}

/** The author of the document, also inside compressed objects (ISO 32000-1 §7.5.7) and behind a reference. */
function findInPdf(file: Buffer): Found[] {
  const text = file.toString('latin1');
  const compressed = findLast(text, '/ObjStm', STREAMS_MAX).flatMap((at) => {
    const head = /stream\r?\n/.exec(text.slice(at, at + 300));
    if (!head) return [];
    try {
      const bytes = file.subarray(at + head.index + head[0].length);
      return findPdfAuthors(inflateSync(bytes, { maxOutputLength: STREAM_BYTES_MAX }).toString('latin1'));
    } catch {
      return [];
    }
  });
  return [...findPdfAuthors(text), ...compressed];
}

function findPdfAuthors(text: string): Found[] {
  const references = findLast(text, '/Author', REFERENCES_MAX).map((at) =>
    /^\/Author\s+(\d+)\s+0\s+R/.exec(text.slice(at, at + 30)),
  );
  const objects = references.flatMap((reference) => (reference ? `|\\s${reference[1]}\\s+0\\s+obj\\s*` : []));
  const authors = new RegExp(`(?:/Author\\s*${objects.join('')})${PDF_STRING}`, 'gis');
  return [...text.matchAll(authors)].flatMap(([, literal, hex]) => {
    const bytes = hex === undefined ? readLiteral(literal ?? '') : Buffer.from(hex.replace(/\s/g, ''), 'hex');
    return nameFound('author', decodePdfString(bytes));
  });
}

/** Positions of a word, from the end. */
function findLast(text: string, word: string, max: number): number[] {
  const found: number[] = [];
  for (let at = text.lastIndexOf(word); at > 0 && found.length < max; at = text.lastIndexOf(word, at - 1))
    found.push(at);
  return found;
}

const readLiteral = (text: string): Buffer =>
  Buffer.from(
    text.replace(/\\([0-7]{1,3}|\r?\n|.)/gs, (_, escape: string) =>
      /^[0-7]/.test(escape)
        ? String.fromCharCode(Number.parseInt(escape, 8) & 255)
        : ({ n: '\n', r: '\r', t: '\t', '\n': '', '\r\n': '' }[escape] ?? escape),
    ),
    'latin1',
  );

function decodePdfString(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.toString(bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf' ? 'utf8' : 'latin1');
}

const findInRtf = (file: Buffer): Found[] =>
  [...file.toString('latin1').matchAll(/\{\\(author|operator) ([^{}]{1,500})\}/g)].flatMap(([, role, name]) =>
    nameFound(role === 'author' ? 'author' : 'last modified by', name),
  );
