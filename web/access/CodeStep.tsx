import { VERIFICATION_CODE_DIGITS } from '@promenade/contract/limits';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import type { StepProps } from './AboutYouStep.tsx';
import styles from './AccessForm.module.css';
import { codeFailure } from './leaveStep.ts';
import { Resend } from './Resend.tsx';
import { sendCode } from './signUpData.ts';

interface Props extends StepProps {
  /** A new code is on its way: what was said about the last one is over. */
  onResent: () => void;
}

/** Proves the address with the digits that were mailed to it. */
export function CodeStep({ draft, errors, onChange, onResent }: Props) {
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
        // Not by maxLength: that would cut a pasted "123 45" before its blank is taken out.
        value={draft.code}
        onChange={(event) =>
          onChange({ code: event.target.value.replaceAll(/\D/g, '').slice(0, VERIFICATION_CODE_DIGITS) })
        }
        error={errors.code && t(errors.code)}
        required
      />
      <Resend
        label={t('signup.resend')}
        done={{ title: t('signup.resent-title'), message: t('signup.resent-message') }}
        send={async () => {
          await sendCode(draft.email);
          onResent();
        }}
        textOf={codeFailure}
      />
    </>
  );
}
