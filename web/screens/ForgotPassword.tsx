import { useState } from 'react';
import { Link } from 'react-router';
import { requestReset } from '../access/data.ts';
import { EmailForm } from '../access/EmailForm.tsx';
import { Resend } from '../access/Resend.tsx';
import { Button } from '../design/Button.tsx';
import { paths } from '../platform/paths.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AuthShell.module.css';
import { AuthShell } from './AuthShell.tsx';
import { SupportButton } from './SupportButton.tsx';

/** Asks for a mail that sets a new password; then says that it was asked for, whoever the address belongs to. */
export function ForgotPassword() {
  const t = useText();
  const [email, setEmail] = useState('');
  const [isEmailSent, setEmailSent] = useState(false);
  const send = () => requestReset(email.trim());
  if (!isEmailSent) {
    return (
      <AuthShell title={t('forgot.title')}>
        <p className={styles.message}>{t('forgot.lead')}</p>
        <EmailForm
          email={email}
          onEmail={setEmail}
          submitLabel={t('forgot.send')}
          send={send}
          onSent={() => setEmailSent(true)}
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
      <p ref={focus} tabIndex={-1} className={styles.message} role="status">
        {t('forgot.requested-message', { email: email.trim() })}
      </p>
      <Resend
        label={t('forgot.resend')}
        done={{ title: t('forgot.resent-title'), message: t('forgot.resent-message') }}
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
      <Button look="plain" className={styles.flush} onClick={() => setEmailSent(false)}>
        {t('forgot.back')}
      </Button>
      <SupportButton />
    </AuthShell>
  );
}

/** The form that had the focus is gone. */
const focus = (words: HTMLElement | null) => words?.focus();
