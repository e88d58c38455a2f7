import { isUtf8 } from 'node:buffer';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import sniffEncoding from 'html-encoding-sniffer';
import { DeliveryRefusal, formatBytes, resolveDeliveryPath } from '../../catalogue/document/deliveryRules.ts';

/** Finds a plain file of the delivery; neither the file nor a folder above it may be a link. */
export async function resolveDeliveryFile(
  root: string,
  named: string,
  bytesMax: number,
): Promise<{ path: string; absolutePath: string }> {
  const resolved = resolveDeliveryPath(root, named);
  const path = resolved && (await findSpelling(root, resolved));
  if (!path) throw new DeliveryRefusal('The file is outside the folder of the delivery.');
  const absolutePath = join(root, path);
  const stats = await lstat(absolutePath).catch(() => undefined);
  if (!stats?.isFile()) throw new DeliveryRefusal('There is no such file.');
  if ((await realpath(absolutePath)) !== join(await realpath(root), path))
    throw new DeliveryRefusal('Links are not followed.');
  if (stats.size > bytesMax) throw new DeliveryRefusal(`The file is larger than ${formatBytes(bytesMax)}.`);
  return { path, absolutePath };
}

/** One name may be composed on disk and decomposed where it is written, or the reverse (NFC, NFD). */
async function findSpelling(root: string, path: string): Promise<string> {
  let found = '';
  for (const name of path.split('/')) {
    const isThere = await lstat(join(root, found, name)).catch(() => undefined);
    const names = isThere ? [] : await readdir(join(root, found)).catch(() => []);
    found = join(found, names.find((other) => other.normalize('NFC') === name.normalize('NFC')) ?? name);
  }
  return found;
}

export async function readDeliveryFile(root: string, named: string, bytesMax: number): Promise<Buffer> {
  return readFile((await resolveDeliveryFile(root, named, bytesMax)).absolutePath);
}

/** Decodes HTML in the encoding that it declares (WHATWG), else as `decodeText` does. */
export function decodeHtml(bytes: Buffer): string {
  const encoding = sniffEncoding(bytes, { defaultEncoding: isUtf8(bytes) ? 'utf-8' : 'windows-1252' });
  return decodeText(bytes, encoding === 'replacement' ? 'utf-8' : encoding);
}

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252; gives NFC.
 * @throws DeliveryRefusal for text that cannot be stored
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  try {
    const text = decoderFor(bytes, encoding).decode(bytes).normalize('NFC');
    if (!text.includes('\0')) return text;
  } catch {
    throw new DeliveryRefusal('It is not valid UTF-16.');
  }
  throw new DeliveryRefusal('It contains NUL characters.');
}

function decoderFor(bytes: Buffer, encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252'): TextDecoder {
  // Only `fatal` refuses surrogates without a partner.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder(encoding);
}
