import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryRefused } from './refused.ts';
import { ownPath } from './scan.ts';

/**
 * The place of a file that a delivery names, once it is certain that it is a plain file of that delivery and no link on the way.
 * @throws DeliveryRefused
 */
export async function locateOwn(
  root: string,
  named: string,
  bytesMax: number,
): Promise<{ path: string; place: string; bytes: number }> {
  const path = ownPath(root, named);
  if (!path) throw new DeliveryRefused('It does not lie in the folder of the delivery.');
  const place = join(root, path);
  const found = await lstat(place).catch(() => undefined);
  if (!found?.isFile()) throw new DeliveryRefused('There is no such file.');
  if ((await realpath(place)) !== join(await realpath(root), path))
    throw new DeliveryRefused('Links are not followed.');
  if (found.size > bytesMax) throw new DeliveryRefused(`It is larger than ${Math.round(bytesMax / 1024)} KiB.`);
  return { path, place, bytes: found.size };
}

/** @throws DeliveryRefused */
export async function readOwn(root: string, named: string, bytesMax: number): Promise<Buffer> {
  const { place } = await locateOwn(root, named, bytesMax);
  return readFile(place);
}

/** UTF-8 or UTF-16 where the bytes are that, else Latin-1. */
export function decodeText(bytes: Buffer): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  if (wide) return new TextDecoder(wide).decode(bytes).normalize('NFC');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC');
  } catch {
    return new TextDecoder('windows-1252').decode(bytes).normalize('NFC');
  }
}
