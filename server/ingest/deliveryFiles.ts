import { isUtf8 } from 'node:buffer';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Delivery } from '@promenade/contract/delivery';
import * as z from 'zod/mini';
import { DeliveryRefusal, SIDECAR_BYTES_MAX } from './deliveryRules.ts';

/**
 * Resolves a path that a sidecar or promo page names to a path below the delivery, with `/`. Gives undefined for paths
 * outside of it and for hidden files. Does not check for links.
 */
export function resolveDeliveryPath(root: string, named: string): string | undefined {
  if (named.includes('\0') || named.includes('\\')) return undefined;
  const path = relative(root, resolve(root, named)).split(sep).join('/');
  const isForbidden = path === '' || path.startsWith('/') || path.split('/').some((part) => part.startsWith('.'));
  return isForbidden ? undefined : path;
}

/** Finds a plain file of the delivery; neither the file nor a folder above it may be a link. */
export async function resolveDeliveryFile(
  root: string,
  named: string,
  bytesMax: number,
): Promise<{ path: string; absolutePath: string }> {
  const path = resolveDeliveryPath(root, named);
  if (!path) throw new DeliveryRefusal('The file is outside the folder of the delivery.');
  const absolutePath = join(root, path);
  const stats = await lstat(absolutePath).catch(() => undefined);
  if (!stats?.isFile()) throw new DeliveryRefusal('There is no such file.');
  if ((await realpath(absolutePath)) !== join(await realpath(root), path))
    throw new DeliveryRefusal('Links are not followed.');
  if (stats.size > bytesMax) throw new DeliveryRefusal(`The file is larger than ${Math.round(bytesMax / 1024)} KiB.`);
  return { path, absolutePath };
}

export async function readDeliveryFile(root: string, named: string, bytesMax: number): Promise<Buffer> {
  return readFile((await resolveDeliveryFile(root, named, bytesMax)).absolutePath);
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252; gives NFC. */
export function decodeText(bytes: Buffer): string {
  return decoderFor(bytes).decode(bytes).normalize('NFC');
}

function decoderFor(bytes: Buffer): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

/**
 * Reads `release.json`. An invalid one refuses the whole release, because it may restrict the audience.
 * @throws DeliveryRefusal with the path of the first invalid field
 */
export async function readSidecar(root: string, path: string): Promise<Delivery> {
  const text = (await readDeliveryFile(root, path, SIDECAR_BYTES_MAX)).toString('utf8').replace(/^\uFEFF/, '');
  const parsed = Delivery.safeParse(parseJson(text), { error: z.locales.en().localeError });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('') ?? '';
  throw new DeliveryRefusal(`${field.replace(/^\./, '') || 'The document'}: ${issue?.message ?? 'invalid'}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DeliveryRefusal(`It is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
