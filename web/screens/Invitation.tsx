import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { setConnectionToken } from '../platform/connectionToken.ts';
import { paths } from '../platform/paths.ts';
import { useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { isLinkExpired, parseLinkToken } from '../platform/tokens.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';

/** Asks a signed-in person before an invitation is accepted, which the next session start does. */
export function Invitation({ token }: { token: string }) {
  const t = useText();
  const navigate = useNavigate();
  const signedInEmail = useTokenClaims()?.username ?? '';
  const [now] = useState(Date.now);
  const link = parseLinkToken(token);
  const leave = () => void navigate(paths.releases, { replace: true });
  const accept = () => {
    setConnectionToken(token);
    leave();
  };
  if (!link) return null;
  const { email, inviter_name, inviter_email = '' } = link;
  const name = inviter_name || inviter_email;
  if (isLinkExpired(link, now)) {
    return (
      <AuthShell title={t('invitation.title')}>
        <Banner kind="error" title={t('signup.expired-title')}>
          {t('invitation.expired-ask', { name })}
        </Banner>
        <Button variant="primary" size="large" fullWidth onClick={leave}>
          {t('release.to-releases')}
        </Button>
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t('invitation.title')}>
      <div className={styles.words}>
        <p className={styles.question}>{t('invitation.question', { name })}</p>
        <p className={styles.message}>{t('invitation.for', { email })}</p>
        <p className={styles.message}>{t('invitation.signed-in', { email: signedInEmail })}</p>
      </div>
      <Button variant="primary" size="large" fullWidth onClick={accept}>
        {t('invitation.accept')}
      </Button>
      <Button size="large" fullWidth onClick={leave}>
        {t('invitation.later')}
      </Button>
    </AuthShell>
  );
}
