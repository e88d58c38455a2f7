import type { AppContext } from '../platform/context.ts';
import type { NewMail } from '../platform/mail/mail.ts';
import type { MailRelease } from '../platform/mail/mailingText.ts';
import type { Reader } from './readerQueries.ts';
import type { ToldRelease } from './releaseQueries.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** More than that are counted: nobody reads on, and each cover weighs. */
const SHOWN_MAX = 30;

/** The mail that tells an account of releases: one of them large, several one below the other. */
export async function releaseMail(
  { secrets, storage, address: { url } }: Pick<AppContext, 'secrets' | 'storage' | 'address'>,
  { playerid, email, language, mailpref }: Reader,
  releases: readonly ToldRelease[],
  now: Date,
): Promise<NewMail> {
  const [only, ...others] = releases;
  const isOne = only !== undefined && others.length === 0;
  const px = isOne ? 500 : 160;
  const shown = releases.slice(0, SHOWN_MAX);
  const token = await unsubscribeToken(secrets, playerid, now);
  const addressOf = (releaseid: string) => `${url}/releases/releaseInfo/${releaseid}`;
  return {
    kind: isOne ? 'release' : 'releases',
    to: email,
    language,
    ...(isOne && { url: addressOf(only.releaseid) }),
    mailing: {
      releases: await Promise.all(
        shown.map(async ({ releaseid, cover_hash, ...release }): Promise<MailRelease> => {
          const key = `covers/${cover_hash}-${px}.jpg`;
          const picture = cover_hash !== null && (await storage.stat(key)) ? key : undefined;
          return { ...release, url: addressOf(releaseid), picture };
        }),
      ),
      more: { count: releases.length - shown.length, url: `${url}/releases` },
      why: mailpref === 'none' ? 'per-release' : mailpref,
      email,
      settings: `${url}/account/settings-preferences`,
      stop: `${url}/unsubscribe/${token}`,
      oneClick: `${url}/api/notifications/unsubscribe/${token}`,
    },
  };
}
