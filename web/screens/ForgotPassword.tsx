import { useState } from 'react';
import { Link } from 'react-router';
import { requestReset } from '../access/data.ts';
import { EmailForm } from '../access/EmailForm.tsx';
import { ResendButton } from '../access/ResendButton.tsx';
import { Button } from '../design/Button.tsx';
import { focusOnMount } from '../platform/focus.ts';
import { paths } from '../platform/paths.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Requests a mail that sets a new password. The confirmation is the same for known and unknown addresses. */
export function ForgotPassword() {
  const t = useText();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const send = () => requestReset(email.trim());
  if (!isSent) {
    return (
      <AuthShell title={t('forgot.title')}>
        <p className={styles.message}>{t('forgot.lead')}</p>
        <EmailForm
          email={email}
          onChange={setEmail}
          submitLabel={t('forgot.send')}
          send={send}
          onSent={() => setSent(true)}
        />
        <p className={styles.aside}>
          <Link to={paths.home} className={styles.link}>
            {t('forgot.sign-in')}
          </Link>
        </p>
        <SupportButton />
      </AuthShell>
    );
  }
  return (
    <AuthShell title={t('forgot.requested-title')}>
      <p ref={focusOnMount} tabIndex={-1} className={styles.message} role="status">
        {t('forgot.requested-message', { email: email.trim() })}
      </p>
      <ResendButton
        label={t('forgot.resend')}
        success={{ title: t('forgot.resent-title'), message: t('forgot.resent-message') }}
        send={send}
      />
      {site.supportEmail && (
        <p className={styles.aside}>
          {t('forgot.support')}{' '}
          <a href={`mailto:${site.supportEmail}`} className={styles.link}>
            {site.supportEmail}
          </a>
        </p>
      )}
      <Button variant="plain" className={styles.flush} onClick={() => setSent(false)}>
        {t('forgot.back')}
      </Button>
      <SupportButton />
    </AuthShell>
  );
}
