import { VERIFICATION_CODE_DIGITS } from '@promenade/contract/limits';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import type { StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { ResendButton } from './ResendButton.tsx';
import { sendCode } from './signUpData.ts';
import { codeErrorText } from './submitStep.ts';

/** Asks for the code that was mailed to the address. */
export function CodeStep({ draft, errors, onChange, onResent }: StepProps & { onResent: () => void }) {
  const t = useText();
  if (draft.email_token !== '')
    return <p className={styles.lead}>{t('signup.code-verified', { email: draft.email.trim() })}</p>;
  return (
    <>
      <p className={styles.lead}>{t('signup.code-sent', { email: draft.email.trim() })}</p>
      <TextField
        label={t('signup.code')}
        name="code"
        className={styles.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        // No maxLength: it would cut off a pasted "123 456" before the space is removed.
        value={draft.code}
        onChange={(event) =>
          onChange({ code: event.target.value.replaceAll(/\D/g, '').slice(0, VERIFICATION_CODE_DIGITS) })
        }
        error={errors.code && t(errors.code)}
        required
      />
      <ResendButton
        label={t('signup.resend')}
        success={{ title: t('signup.resent-title'), message: t('signup.resent-message') }}
        send={async () => {
          await sendCode(draft.email);
          onResent();
        }}
        getErrorText={codeErrorText}
      />
    </>
  );
}
