import type { LinkClaims } from '@promenade/contract/access';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { requestReset } from '../access/data.ts';
import { ResendButton } from '../access/ResendButton.tsx';
import { SetPasswordForm } from '../access/SetPasswordForm.tsx';
import { Banner } from '../design/Banner.tsx';
import { buttonClass } from '../design/Button.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { isLinkExpired, parseLinkToken } from '../platform/tokens.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

type Stage = 'form' | 'done' | 'expired';

/** Target of the link in a reset or welcome mail, with or without a session (requirement A-ROUTE-36). */
export function SetPassword() {
  const t = useText();
  const { token = '' } = useParams();
  const link = getPasswordLink(parseLinkToken(token));
  const [now] = useState(Date.now);
  const isTooOld = link !== undefined && isLinkExpired(link, now);
  const [stage, setStage] = useState<Stage>(isTooOld ? 'expired' : 'form');
  const kind = link?.welcome_email ? 'set' : 'reset';
  if (stage === 'done') {
    return (
      <AuthShell title={t(`reset.${kind}-done-title`)}>
        <p className={styles.message} role="status">
          {t(`reset.${kind}-done-message`)}
        </p>
        <Link to={paths.home} className={buttonClass({ variant: 'primary', size: 'large' })}>
          {t('reset.sign-in')}
        </Link>
        <SupportButton />
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t(`reset.${kind}-title`)}>
      {!link && (
        <>
          <Banner kind="error" title={t('error.generic-title')}>
            {t('error.generic-message')}
          </Banner>
          <Link to={paths.forgotPassword} className={buttonClass({ variant: 'primary', size: 'large' })}>
            {t('reset.new-link')}
          </Link>
        </>
      )}
      {stage === 'expired' && (
        <Banner kind="error" title={t('reset.expired-title')}>
          <p>{t('reset.expired-message')}</p>
          <p>{t(isTooOld ? 'reset.expired-hint' : 'reset.used-hint')}</p>
        </Banner>
      )}
      {link && stage === 'expired' && (
        <ResendButton
          label={t('reset.new-link')}
          success={{ title: t('reset.new-link-title'), message: t('reset.new-link-message', { email: link.email }) }}
          send={() => requestReset(link.email)}
          variant="primary"
        />
      )}
      {stage === 'expired' && (
        <p className={styles.aside}>
          <Link to={paths.home} className={styles.link}>
            {t('reset.sign-in')}
          </Link>
        </p>
      )}
      {link && stage === 'form' && (
        <SetPasswordForm
          email={link.email}
          token={token}
          submitLabel={t(`reset.${kind}-title`)}
          onDone={() => setStage('done')}
          onExpired={() => setStage('expired')}
        />
      )}
      <SupportButton />
    </AuthShell>
  );
}

/** Ignores the tokens of other mailed links. */
const getPasswordLink = (link: LinkClaims | undefined) =>
  link?.kind === 'reset' || link?.kind === 'welcome' ? link : undefined;
