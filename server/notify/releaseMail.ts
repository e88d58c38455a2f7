import { releaseUrl, toMailRelease } from '../catalogue/mailedRelease.ts';
import type { MailedRelease } from '../catalogue/mailedReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { NewMail } from '../platform/mail/mail.ts';
import type { Mailing } from '../platform/mail/mailText.ts';
import type { Announcement } from './announcementQueries.ts';
import type { MailRecipient } from './recipientQueries.ts';
import { createUnsubscribeToken } from './unsubscribe.ts';

/** Most releases that a mail shows; it counts the others ("and 12 more"). */
const RELEASES_MAX = 30;

interface MailOptions {
  /** Default: how often the recipient is mailed. */
  reason?: Mailing['reason'];
  /** Of a single release that is mailed at once. */
  words?: Announcement | undefined;
}

/** A single release is shown large, several as a list. */
export async function buildReleaseMail(
  context: Pick<AppContext, 'secrets' | 'storage' | 'address'>,
  recipient: MailRecipient,
  releases: readonly MailedRelease[],
  now: Date,
  { reason = recipient.mailpref === 'none' ? 'per-release' : recipient.mailpref, words }: MailOptions = {},
): Promise<NewMail & { mailing: Mailing }> {
  const { secrets, address } = context;
  const { url } = address;
  const { email, language } = recipient;
  const [first] = releases;
  const isSingle = releases.length === 1;
  const coverPx = isSingle ? 500 : 160;
  const listed = releases.slice(0, RELEASES_MAX);
  const hasOneOwner = releases.every(({ ownerid }) => ownerid === first?.ownerid);
  const token = await createUnsubscribeToken(secrets, recipient, now, (hasOneOwner && first?.ownerid) || undefined);
  return {
    kind: isSingle ? 'release' : 'releases',
    to: email,
    language,
    releaseids: releases.map(({ id }) => id),
    ...(isSingle && first && { url: releaseUrl(address, first.releaseid) }),
    ...(reason === 'per-release' && words && { subject: words.subject, quote: words.message }),
    mailing: {
      releases: await Promise.all(listed.map((release) => toMailRelease(context, release, coverPx))),
      more: { count: releases.length - listed.length, url: `${url}/releases` },
      reason,
      email,
      ...(hasOneOwner && first?.owner && { label: first.owner }),
      settingsUrl: `${url}/account/settings-preferences`,
      unsubscribeUrl: `${url}/unsubscribe/${token}`,
      oneClickUrl: `${url}/api/notifications/unsubscribe/${token}`,
    },
  };
}
