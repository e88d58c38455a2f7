import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { focusOnMount } from '../platform/focus.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { rememberSignInLink } from './authentication.ts';
import { requestSignInLink } from './data.ts';
import { EmailForm } from './EmailForm.tsx';
import { ResendButton } from './ResendButton.tsx';

interface Props {
  initialEmail?: string;
  /** Shown before the first submission. */
  initialError?: ErrorText;
  onBack: () => void;
}

/** Requests a mailed sign-in link, then shows where it was sent (requirement A-STATE-15). */
export function SignInLinkForm({ initialEmail = '', initialError, onBack }: Props) {
  const t = useText();
  const [fields, setFields] = useState({ email: initialEmail, publicdevice: false });
  const [isSent, setSent] = useState(false);
  const send = async () => {
    await requestSignInLink(fields);
    if (!fields.publicdevice) rememberSignInLink(fields.email);
  };
  const backButton = (
    <Button variant="plain" onClick={onBack}>
      {t('magic.back')}
    </Button>
  );
  if (isSent) {
    return (
      <section className={styles.form} aria-labelledby="magic-sent">
        <div className={styles.words} role="status">
          <h2 id="magic-sent" ref={focusOnMount} tabIndex={-1} className={styles.heading}>
            {t('magic.sent-title')}
          </h2>
          <p className={styles.lead}>{t('magic.sent-message', { email: fields.email.trim() })}</p>
          <p className={styles.lead}>{t('magic.sent-here')}</p>
        </div>
        <ResendButton
          label={t('magic.resend')}
          success={{ title: t('magic.resent-title'), message: t('magic.resent-message') }}
          send={send}
        />
        <div className={styles.choices}>
          <Button variant="plain" onClick={() => setSent(false)}>
            {t('magic.other')}
          </Button>
          {backButton}
        </div>
      </section>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{t('magic.lead')}</p>
      <EmailForm
        email={fields.email}
        onChange={(email) => setFields({ ...fields, email })}
        submitLabel={t('magic.send')}
        send={send}
        onSent={() => setSent(true)}
        initialError={initialError}
      >
        <Checkbox
          label={t('signin.public')}
          hint={t('signin.public-hint')}
          name="publicdevice"
          checked={fields.publicdevice}
          onChange={(event) => setFields({ ...fields, publicdevice: event.target.checked })}
        />
      </EmailForm>
      <div className={styles.choices}>{backButton}</div>
    </div>
  );
}
