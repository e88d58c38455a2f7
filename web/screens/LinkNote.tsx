import { useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { useText } from '../platform/text.ts';
import { isLinkExpired, parseLinkToken } from '../platform/tokens.ts';

/** Says above the sign-in form what a mailed link is about, before it is used: who asks, and for which address. */
export function LinkNote({ token }: { token: string }) {
  const [now] = useState(Date.now);
  const t = useText();
  const link = parseLinkToken(token);
  if (!link) return null;
  const { kind, email, account, inviter_name, inviter_email = '' } = link;
  const isExpired = isLinkExpired(link, now);
  if (kind === 'invitation') {
    const name = inviter_name || inviter_email;
    return isExpired ? (
      <Banner kind="error" title={t('signup.expired-title')}>
        {t('invitation.expired-ask', { name })}
      </Banner>
    ) : (
      <Banner kind="info" title={t('invitation.question', { name })} isNameFirst>
        {t('invitation.sign-in', { email })}
      </Banner>
    );
  }
  if (kind !== 'merge' && kind !== 'split') return null;
  return isExpired ? (
    <Banner kind="error" title={t('invitation.link-expired-title')}>
      {t(`invitation.${kind}-expired`, { email })}
    </Banner>
  ) : (
    <Banner kind="info" title={t(`invitation.${kind}`, { email })}>
      {account && t('invitation.account', { account })}
    </Banner>
  );
}
