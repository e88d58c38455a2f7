import type { AppContext } from '../platform/context.ts';
import type { MailRelease } from '../platform/mail/mailText.ts';
import type { MailedRelease } from './mailedReleaseQueries.ts';

/** The address of the page that opens a release. */
export const releaseUrl = ({ url }: AppContext['address'], releaseid: string): string =>
  `${url}/releases/releaseInfo/${releaseid}`;

/** The release as a mail shows it, with its cover of 160 or 500 pixels if there is one. */
export async function toMailRelease(
  { storage, address }: Pick<AppContext, 'storage' | 'address'>,
  { releaseid, cover_hash, ...release }: MailedRelease,
  coverPx: 160 | 500,
): Promise<MailRelease> {
  const key = `covers/${cover_hash}-${coverPx}.jpg`;
  const picture = cover_hash !== null && (await storage.stat(key)) ? key : undefined;
  return { ...release, url: releaseUrl(address, releaseid), picture };
}
