import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** A picture attached to a mail, because recipients are not signed in and cannot fetch it. */
export interface MailPicture {
  /** Content-ID, which the HTML refers to. */
  cid: string;
  filename: string;
  contentType: 'image/jpeg';
  content: Buffer;
}

/** The Content-ID of a JPEG by its storage key. */
export const contentId = (key: string): string => `${basename(key, '.jpg')}@pictures`;

/** Loads pictures by storage key; missing ones are left out. */
export async function loadPictures(storage: Storage, keys: readonly string[]): Promise<MailPicture[]> {
  const pictures: MailPicture[] = [];
  for (const key of keys) {
    if (!(await storage.stat(key))) continue;
    const content = await buffer(await storage.read(key));
    pictures.push({ cid: contentId(key), filename: basename(key), contentType: 'image/jpeg', content });
  }
  return pictures;
}

/** A mail in a browser may not run scripts or load anything; its links open new tabs. */
export const mailViewHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
};

export const renderMailView = async (storage: Storage, mail: { html: string; pictures: string[] }): Promise<string> =>
  inlinePictures(mail.html, await loadPictures(storage, mail.pictures)).replace(
    '<head>',
    '<head><base target="_blank">',
  );

/** Replaces `cid:` references by data URLs, for a browser. */
export function inlinePictures(html: string, pictures: readonly MailPicture[]): string {
  return pictures.reduce(
    (result, { cid, contentType, content }) =>
      result.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  );
}
