import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import { sanitizeFileName } from '../../platform/storage/fileName.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { decodeHtml, decodeText, readDeliveryFile, resolveDeliveryFile } from '../read/deliveryFiles.ts';
import { compareNames } from '../read/folderTree.ts';
import { resolvePromoPictures, sanitizePromo } from '../read/promoHtml.ts';
import type { DeliveryFolder } from '../read/scan.ts';
import { SIDECAR } from '../read/sidecar.ts';
import { ATTACHMENT_BYTES_MAX, LYRICS_BYTES_MAX, PICTURE_BYTES_MAX, PROMO_BYTES_MAX } from '../run/deliveryRules.ts';
import type { Attempt, ImportRun } from '../run/importRun.ts';
import { hashFile, storeDeliveredFile } from '../storedFiles/storeFile.ts';
import { listPersonalData } from './personalData.ts';
import { drawPromoPicture } from './pictures.ts';
import { findUserData } from './videoUserData.ts';

const PICTURE_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};
const MEDIA_TYPES: Record<string, string> = {
  ...PICTURE_TYPES,
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.zip': 'application/zip',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.rtf': 'application/rtf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.mid': 'audio/midi',
};

const extensionOf = (path: string) => extname(path).toLowerCase();

/** Stores the files of the sidecar's list, then the others, by name. */
export async function storeAttachments(
  { storage, warn }: ImportRun,
  folder: DeliveryFolder,
  listed: { file: string; title?: string | undefined }[],
  others: readonly string[],
  attempt: Attempt,
): Promise<ReleaseDraft['attachments']> {
  const attachments: ReleaseDraft['attachments'] = [];
  const unlisted = others.toSorted(compareNames).map((path) => ({ file: path, title: undefined }));
  for (const { file, title } of [...listed, ...unlisted]) {
    const attachment = await attempt(file, async () => {
      const { absolutePath } = await resolveDeliveryFile(folder.root, file, ATTACHMENT_BYTES_MAX);
      const { warning, ...stored } = await storeAttachment(storage, absolutePath);
      if (warning) warn(join(folder.root, file), warning);
      return { ...stored, title: title ?? stored.title };
    });
    if (attachment) attachments.push(attachment);
  }
  return attachments;
}

/** Its file name is its title. `warning`: a sentence about what is in it. */
export async function storeAttachment(
  storage: Storage,
  path: string,
): Promise<ReleaseDraft['attachments'][number] & { warning: string | undefined }> {
  const filename = sanitizeFileName(basename(path));
  const hash = await hashFile(path);
  const type = MEDIA_TYPES[extensionOf(filename)] ?? 'application/octet-stream';
  const stored = await storeDeliveredFile(storage, path, hash, `files/${hash}/${filename}`, type);
  const personal = await readPersonalData(path);
  const warning =
    personal.length > 0 ? `It goes out as delivered, with personal data in it: ${personal.join(', ')}.` : undefined;
  return { ...stored, filename, title: basename(filename, extname(filename)), warning };
}

async function readPersonalData(path: string): Promise<string[]> {
  if (/\.(mp4|m4v|mov|webm)$/i.test(path))
    return (await findUserData(path)).length > 0 ? ['user data of a video, such as position and author'] : [];
  const file = await open(path, 'r');
  try {
    return listPersonalData(await readAt(file, 0, PICTURE_BYTES_MAX));
  } finally {
    await file.close();
  }
}

/** `promoImages`: the delivered pictures that the text shows. */
export async function storePromo(
  { storage, warn }: ImportRun,
  { promo: promoFile, sidecar, root, images, attachments, promoImages }: DeliveryFolder,
  { promo: text }: Delivery,
  attempt: Attempt,
): Promise<{ promo: Pick<ReleaseDraft, 'promoinfo' | 'promoPictures'>; promoImages: string[] }> {
  const files = [...images, ...attachments, ...promoImages].filter((path) => extensionOf(path) in PICTURE_TYPES);
  const fold = (path: string) => path.normalize('NFC').toLowerCase();
  const byName = new Map([
    ...files.map((path) => [fold(path), path] as const),
    ...files.map((path) => [path, path] as const),
  ]);
  const promo = text === undefined ? promoFile : (sidecar ?? SIDECAR);
  const findPicture = (path: string) => byName.get(path) ?? byName.get(fold(path));
  const read = async (path: string) => text ?? readPressText(path, await readDeliveryFile(root, path, PROMO_BYTES_MAX));
  const sanitize = async (path: string) => sanitizePromo(await read(path), root, findPicture, dirname(path));
  const sanitized = promo && (await attempt(promo, () => sanitize(promo)));
  if (!sanitized) return { promo: { promoinfo: () => '', promoPictures: [] }, promoImages: [] };
  const [first, ...others] = sanitized.missing;
  if (first) {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    warn(
      join(root, promo),
      `It shows pictures that are not in the delivery, or of another kind: ${first.slice(0, 100)}${more}.`,
    );
  }
  const promoPictures: ReleaseDraft['promoPictures'] = [];
  for (const [name, source] of sanitized.pictures) {
    const picture = await attempt(typeof source === 'string' ? source : promo, async () => {
      const bytes = typeof source === 'string' ? await readDeliveryFile(root, source, PICTURE_BYTES_MAX) : source;
      const drawn = await drawPromoPicture(bytes);
      const file = `files/${createHash('sha256').update(drawn.picture).digest('hex')}/${name}`;
      await storage.put(file, drawn.picture);
      return { name, file, media_type: drawn.mediaType };
    });
    if (picture) promoPictures.push(picture);
  }
  const promoinfo = (releaseid: string) =>
    resolvePromoPictures(sanitized.html, (name) => `/api/promo/${releaseid}/${name}`);
  return {
    promo: { promoinfo, promoPictures },
    promoImages: [...sanitized.pictures.values()].filter((source) => typeof source === 'string'),
  };
}

/** Of a plain text, blank lines separate the paragraphs. */
function readPressText(path: string, bytes: Buffer): string {
  if (extensionOf(path) !== '.txt') return decodeHtml(bytes);
  const paragraphs = cleanLines(decodeText(bytes)).split(/\n[ \t]*\n\s*/);
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return paragraphs.map((text) => `<p>${escape(text).replaceAll('\n', '<br>')}</p>`).join('\n');
}

const cleanLines = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    .trim();

/** Takes the text of the sidecar, else reads the file that it names, else the one of the delivery, else the tag. */
export async function readLyrics(
  folder: DeliveryFolder,
  track: { path: string; lyrics: string; lyricsText: string | undefined; lyricsFile: string | null },
  delivered: string | undefined,
  attempt: Attempt,
): Promise<string> {
  if (track.lyricsText !== undefined) return track.lyricsText;
  const file = track.lyricsFile ?? delivered;
  if (!file) return track.lyrics;
  const text = await attempt(file, async () => decodeText(await readDeliveryFile(folder.root, file, LYRICS_BYTES_MAX)));
  return text === undefined ? track.lyrics : cleanLines(text);
}
