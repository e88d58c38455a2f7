import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { LYRICS_BYTES_MAX, PICTURE_BYTES_MAX, PROMO_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { resolvePromoPictures, sanitizePromo } from '../../catalogue/document/promoHtml.ts';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import { endingOf } from '../folders/fileKinds.ts';
import { drawPromoPicture } from '../pictures/pictures.ts';
import { decodeHtml, decodeText, readDeliveryFile } from '../read/deliveryFiles.ts';
import { SIDECAR } from '../read/sidecar.ts';
import type { ReadDelivery } from './readDelivery.ts';
import { PICTURE_TYPES } from './storeAttachments.ts';

/** `promoImages`: the delivered pictures that the text shows. */
export async function storePromo({
  run: { storage, warn },
  folder: { promo: promoFile, sidecar, root, images, attachments, promoImages },
  sidecar: { promo: text },
  attempt,
}: ReadDelivery): Promise<{ promo: Pick<ReleaseDraft, 'promoinfo' | 'promoPictures'>; promoImages: string[] }> {
  const files = [...images, ...attachments, ...promoImages].filter((path) => endingOf(path) in PICTURE_TYPES);
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
  if (endingOf(path) !== '.txt') return decodeHtml(bytes);
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
  { folder, attempt }: ReadDelivery,
  track: { path: string; lyrics: string; lyricsText: string | undefined; lyricsFile: string | null },
  delivered: string | undefined,
): Promise<string> {
  if (track.lyricsText !== undefined) return track.lyricsText;
  const file = track.lyricsFile ?? delivered;
  if (!file) return track.lyrics;
  const text = await attempt(file, async () => decodeText(await readDeliveryFile(folder.root, file, LYRICS_BYTES_MAX)));
  return text === undefined ? track.lyrics : cleanLines(text);
}
