import { basename, extname } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import type { ReleaseDraft } from '../catalogue/releaseDraft.ts';
import { safeName } from '../platform/storage/fileName.ts';
import type { Importing } from './importing.ts';
import { hashFile } from './inspect.ts';
import { ATTACHMENT_BYTES_MAX, LYRICS_BYTES_MAX, PICTURE_BYTES_MAX, PROMO_BYTES_MAX } from './limits.ts';
import { decodeText, locateOwn, readOwn } from './ownFile.ts';
import { cleanPromo, placePromo } from './promo.ts';
import { byName, type DeliveredFolder } from './scan.ts';
import { storeDelivered } from './storeFile.ts';

/** Runs a step that may be refused without ending the release; `undefined` then. */
export type Attempt = <T>(path: string, step: () => Promise<T>) => Promise<T | undefined>;

const PICTURE_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
};
const TYPES: Record<string, string> = {
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

/** Files for the listener: those in `attachments/` and those that the sidecar lists, its titles first. */
export async function storeAttachments(
  { storage }: Importing,
  folder: DeliveredFolder,
  sidecar: Delivery,
  attempt: Attempt,
): Promise<ReleaseDraft['attachments']> {
  const listed = sidecar.attachments ?? [];
  const others = folder.attachments.filter((path) => !listed.some(({ file }) => file === path)).toSorted(byName);
  const stored: ReleaseDraft['attachments'] = [];
  for (const { file, title } of [...listed, ...others.map((path) => ({ file: path, title: undefined }))]) {
    const attachment = await attempt(file, async () => {
      const { path, place } = await locateOwn(folder.root, file, ATTACHMENT_BYTES_MAX);
      const filename = safeName(basename(path));
      const hash = await hashFile(place);
      const type = TYPES[extname(filename).toLowerCase()] ?? 'application/octet-stream';
      const kept = await storeDelivered(storage, place, hash, `files/${hash}/${filename}`, type);
      return { ...kept, filename, title: title ?? filename.slice(0, filename.length - extname(filename).length) };
    });
    if (attachment) stored.push(attachment);
  }
  return stored;
}

/** The promotional text, made harmless, with the pictures of the delivery that it shows. */
export async function storePromo(
  { storage }: Importing,
  folder: DeliveredFolder,
  attempt: Attempt,
): Promise<Pick<ReleaseDraft, 'promoinfo' | 'promoPictures'>> {
  const { promo, root } = folder;
  const html =
    promo === null
      ? undefined
      : await attempt(promo, async () => decodeText(await readOwn(root, promo, PROMO_BYTES_MAX)));
  if (html === undefined) return { promoinfo: () => '', promoPictures: [] };
  const held = new Set([...folder.images, ...folder.attachments]);
  const clean = cleanPromo(html, root, (path) => held.has(path) && extname(path).toLowerCase() in PICTURE_TYPES);
  const promoPictures: ReleaseDraft['promoPictures'] = [];
  for (const [name, path] of clean.pictures) {
    const picture = await attempt(path, async () => {
      const { place } = await locateOwn(root, path, PICTURE_BYTES_MAX);
      const hash = await hashFile(place);
      const type = PICTURE_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
      return storeDelivered(storage, place, hash, `files/${hash}/${name}`, type);
    });
    if (picture) promoPictures.push({ name, file: picture.file, media_type: picture.media_type });
  }
  return { promoinfo: (releaseid) => placePromo(clean.html, releaseid), promoPictures };
}

/** Words of a track: the file the sidecar names, else `lyrics/<name of the audio file>.txt`, else its tag. */
export async function readLyrics(
  folder: DeliveredFolder,
  track: { path: string; lyrics: string; lyricsFile: string | null },
  attempt: Attempt,
): Promise<string> {
  const bare = (path: string) => basename(path, extname(path)).toLowerCase();
  const file =
    track.lyricsFile ?? folder.lyrics.find((path) => bare(path) === bare(track.path) && /\.(txt|lrc)$/i.test(path));
  if (!file) return track.lyrics;
  const text = await attempt(file, async () => decodeText(await readOwn(folder.root, file, LYRICS_BYTES_MAX)));
  return (
    text
      ?.replace(/\r\n?/g, '\n')
      .replace(/^\uFEFF/, '')
      .trim() ?? track.lyrics
  );
}
