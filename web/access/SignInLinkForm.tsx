import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { requestLoginLink } from './data.ts';
import { EmailForm } from './EmailForm.tsx';
import { rememberLoginLink } from './loginLink.ts';
import { Resend } from './Resend.tsx';

interface Props {
  /** Filled in already. */
  email?: string;
  /** What the banner says before the first try. */
  failure?: ErrorText;
  onBack: () => void;
}

/** Asks for a mail that signs in; then says where it went (A-STATE-15). */
export function MagicLinkForm({ email: known = '', failure, onBack }: Props) {
  const t = useText();
  const [fields, setFields] = useState({ email: known, publicdevice: false });
  const [isEmailSent, setEmailSent] = useState(false);
  const send = async () => {
    await requestLoginLink(fields);
    rememberLoginLink(fields.email);
  };
  const back = (
    <Button look="plain" onClick={onBack}>
      {t('magic.back')}
    </Button>
  );
  if (isEmailSent) {
    return (
      <section className={styles.form} aria-labelledby="magic-sent">
        <div className={styles.words} role="status">
          <h2 id="magic-sent" ref={focus} tabIndex={-1} className={styles.heading}>
            {t('magic.sent-title')}
          </h2>
          <p className={styles.lead}>{t('magic.sent-message', { email: fields.email.trim() })}</p>
          <p className={styles.lead}>{t('magic.sent-here')}</p>
        </div>
        <Resend
          label={t('magic.resend')}
          done={{ title: t('magic.resent-title'), message: t('magic.resent-message') }}
          send={send}
        />
        <div className={styles.choices}>
          <Button look="plain" onClick={() => setEmailSent(false)}>
            {t('magic.other')}
          </Button>
          {back}
        </div>
      </section>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{t('magic.lead')}</p>
      <EmailForm
        email={fields.email}
        onEmail={(email) => setFields({ ...fields, email })}
        submitLabel={t('magic.send')}
        send={send}
        onSent={() => setEmailSent(true)}
        failure={failure}
      >
        <Checkbox
          label={t('signin.public')}
          hint={t('signin.public-hint')}
          name="publicdevice"
          checked={fields.publicdevice}
          onChange={(event) => setFields({ ...fields, publicdevice: event.target.checked })}
        />
      </EmailForm>
      <div className={styles.choices}>{back}</div>
    </div>
  );
}

/** The form that had the focus is gone. */
const focus = (heading: HTMLElement | null) => heading?.focus();
