import { type SubmitEvent, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { focusFirst } from '../platform/fieldErrors.ts';
import { useText } from '../platform/text.ts';
import styles from './NetworkForm.module.css';

/** What an invitation does, and the terms that come first (A-NETWORK-12). */
export function InviteIntro({ onContinue, onCancel }: { onContinue: () => void; onCancel: () => void }) {
  const t = useText();
  const [isAccepted, setAccepted] = useState(false);
  const [hasTried, setTried] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAccepted) return onContinue();
    setTried(true);
    focusFirst(event.currentTarget, { terms: true });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.lead}>{t('invite.intro-message')}</p>
      <Checkbox
        label={t('invite.terms')}
        name="terms"
        checked={isAccepted}
        aria-invalid={(hasTried && !isAccepted) || undefined}
        onChange={(event) => setAccepted(event.target.checked)}
      />
      {hasTried && !isAccepted && (
        <p className={styles.error} role="alert">
          {t('invite.terms-error')}
        </p>
      )}
      <div className={styles.answers}>
        <Button look="plain" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" look="primary">
          {t('invite.continue')}
        </Button>
      </div>
    </form>
  );
}
