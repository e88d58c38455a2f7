import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import { type DeliveredTrack, Delivery, isPlainText } from '@promenade/contract/delivery';
import * as z from 'zod/mini';
import { DeliveryRefusal, SIDECAR_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { readDeliveryFile } from './deliveryFiles.ts';

export const SIDECAR = 'release.json';

/**
 * Reads `release.json`. Whatever is wrong with it refuses the whole release, because it may restrict the audience.
 * @param path of it; the files that it names are relative to its folder, those of the result to the root
 * @throws DeliveryRefusal with the path of the first invalid field
 */
export async function readSidecar(root: string, path = SIDECAR): Promise<Delivery> {
  const bytes = await readDeliveryFile(root, path, SIDECAR_BYTES_MAX).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof DeliveryRefusal) throw error;
    throw new DeliveryRefusal(`It cannot be read (${error.code ?? error.message}).`);
  });
  if (!isUtf8(bytes)) throw new DeliveryRefusal('It is not UTF-8 text.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new DeliveryRefusal('It is empty.');
  const document = parseJson(text);
  const duplicate = findDuplicateKey(text);
  if (duplicate !== undefined) throw new DeliveryRefusal(`It has "${duplicate}" twice.`);
  const parsed = Delivery.safeParse(document, { error: z.locales.en().localeError });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new DeliveryRefusal(`${formatPath(issue?.path ?? [])}: ${issue?.message ?? 'invalid'}.`);
  }
  // After the schema, which refuses deep documents: this function calls itself for each level.
  requireStorableText(document, []);
  return locateFiles(parsed.data, posix.dirname(path));
}

/** Files that the sidecar names, except audio and video. */
export const listNamedFiles = ({ cover, label, attachments = [], tracks = [] }: Delivery): string[] =>
  [cover, label?.logo, ...attachments.map(({ file }) => file), ...tracks.map(({ lyrics }) => lyrics)].filter(
    (path) => path !== undefined,
  );

/** Whether the sidecar names a file, however its letters are composed. */
export function createIsNamed(sidecar: Delivery): (path: string) => boolean {
  const named = new Set(listNamedFiles(sidecar).map((path) => path.normalize('NFC')));
  return (path) => named.has(path.normalize('NFC'));
}

function locateFiles({ tracks, cover, label, attachments, ...delivery }: Delivery, folder: string): Delivery {
  const locate = (file: string) => (folder === '.' ? file : posix.join(folder.normalize('NFC'), file));
  const logo = label?.logo;
  return {
    ...delivery,
    ...(cover !== undefined && { cover: locate(cover) }),
    ...(label && { label: { ...label, ...(logo !== undefined && { logo: locate(logo) }) } }),
    ...(attachments && { attachments: attachments.map((item) => ({ ...item, file: locate(item.file) })) }),
    ...(tracks && {
      tracks: normalizeTracks(
        tracks.map(({ lyrics, ...track }) => ({
          ...track,
          file: locate(track.file),
          ...(lyrics !== undefined && { lyrics: locate(lyrics) }),
        })),
      ),
    }),
  };
}

/** The same path in two spellings is one file; two entries may disagree about `stream_only`. */
function normalizeTracks(tracks: DeliveredTrack[]): DeliveredTrack[] {
  const files = new Map<string, number>();
  return tracks.map((track, index) => {
    const file = posix.normalize(track.file.normalize('NFC'));
    const other = files.get(file);
    if (other !== undefined)
      throw new DeliveryRefusal(`tracks[${index}].file: "${file}" is that of tracks[${other}], too.`);
    files.set(file, index);
    return { ...track, file };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeliveryRefusal(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function formatPath(path: readonly PropertyKey[]): string {
  const field = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return field.replace(/^\./, '') || 'The document';
}

/** Finds a key that one object has twice; `JSON.parse` takes the last one silently. Expects valid JSON. */
function findDuplicateKey(text: string): string | undefined {
  const objects: Set<string>[] = [];
  let key: string | undefined;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}:]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token !== ':') key = token;
    else if (key !== undefined) {
      const name = JSON.parse(key) as string;
      if (objects.at(-1)?.has(name)) return name;
      objects.at(-1)?.add(name);
    }
  }
  return undefined;
}

function requireStorableText(value: unknown, path: PropertyKey[]): void {
  if (typeof value === 'string' && !isPlainText(value))
    throw new DeliveryRefusal(`${formatPath(path)}: it contains a control character or half of a character.`);
  if (Array.isArray(value)) for (const [index, item] of value.entries()) requireStorableText(item, [...path, index]);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      requireStorableText(name, path);
      requireStorableText(item, [...path, name]);
    }
  }
}
