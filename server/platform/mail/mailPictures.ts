import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** A picture that travels in a mail: readers who are not signed in here could not fetch it. */
export interface MailPicture {
  /** What the HTML names it by. */
  cid: string;
  filename: string;
  contentType: 'image/jpeg';
  content: Buffer;
}

/** What the HTML of a mail names a JPEG of storage by. */
export const cidOf = (key: string): string => `${basename(key, '.jpg')}@pictures`;

/** Reads pictures from storage; one that is no longer there is left out. */
export async function readPictures(storage: Storage, keys: readonly string[]): Promise<MailPicture[]> {
  const pictures: MailPicture[] = [];
  for (const key of keys) {
    if (!(await storage.stat(key))) continue;
    const content = await buffer(await storage.read(key));
    pictures.push({ cid: cidOf(key), filename: basename(key), contentType: 'image/jpeg', content });
  }
  return pictures;
}

/** The HTML of a mail for a browser: its pictures stand in it themselves. */
export function withPictures(html: string, pictures: readonly MailPicture[]): string {
  return pictures.reduce(
    (shown, { cid, contentType, content }) =>
      shown.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  );
}
