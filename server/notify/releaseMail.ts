import { releaseUrl, toMailRelease } from '../catalogue/mailedRelease.ts';
import type { MailedRelease } from '../catalogue/mailedReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { NewMail } from '../platform/mail/mail.ts';
import type { Mailing } from '../platform/mail/mailText.ts';
import type { MailRecipient } from './recipientQueries.ts';
import { createUnsubscribeToken } from './unsubscribe.ts';

/** Most releases that a mail shows; it counts the others ("and 12 more"). */
const RELEASES_MAX = 30;

/** A single release is shown large, several as a list. `reason` defaults to how often the recipient is mailed. */
export async function buildReleaseMail(
  context: Pick<AppContext, 'secrets' | 'storage' | 'address'>,
  recipient: MailRecipient,
  releases: readonly MailedRelease[],
  now: Date,
  reason: Mailing['reason'] = recipient.mailpref === 'none' ? 'per-release' : recipient.mailpref,
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
