import type { AppContext } from '../platform/context.ts';
import type { NewMail } from '../platform/mail/mail.ts';
import type { MailRelease } from '../platform/mail/mailText.ts';
import type { MailRecipient } from './recipientQueries.ts';
import type { MailedRelease } from './releaseQueries.ts';
import { createUnsubscribeToken } from './unsubscribe.ts';

/** Most releases that a mail shows; it counts the others ("and 12 more"). */
const RELEASES_MAX = 30;

/** A single release is shown large, several as a list. */
export async function buildReleaseMail(
  { secrets, storage, address: { url } }: Pick<AppContext, 'secrets' | 'storage' | 'address'>,
  recipient: MailRecipient,
  releases: readonly MailedRelease[],
  now: Date,
): Promise<NewMail> {
  const { email, language, mailpref } = recipient;
  const [first] = releases;
  const isSingle = releases.length === 1;
  const coverPx = isSingle ? 500 : 160;
  const listed = releases.slice(0, RELEASES_MAX);
  const token = await createUnsubscribeToken(secrets, recipient, now);
  const releaseUrl = (releaseid: string) => `${url}/releases/releaseInfo/${releaseid}`;
  return {
    kind: isSingle ? 'release' : 'releases',
    to: email,
    language,
    ...(isSingle && first && { url: releaseUrl(first.releaseid) }),
    mailing: {
      releases: await Promise.all(
        listed.map(async ({ releaseid, cover_hash, ...release }): Promise<MailRelease> => {
          const key = `covers/${cover_hash}-${coverPx}.jpg`;
          const picture = cover_hash !== null && (await storage.stat(key)) ? key : undefined;
          return { ...release, url: releaseUrl(releaseid), picture };
        }),
      ),
      more: { count: releases.length - listed.length, url: `${url}/releases` },
      reason: mailpref === 'none' ? 'per-release' : mailpref,
      email,
      settingsUrl: `${url}/account/settings-preferences`,
      unsubscribeUrl: `${url}/unsubscribe/${token}`,
      oneClickUrl: `${url}/api/notifications/unsubscribe/${token}`,
    },
  };
}
