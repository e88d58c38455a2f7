import { useId, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { PasswordField, TextField } from '../design/TextField.tsx';
import { getApiError, getErrorText } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { endSession } from '../platform/session.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { setPassword } from './data.ts';
import { ErrorBanner } from './ErrorBanner.tsx';
import { meetsRules, PasswordRules } from './PasswordRules.tsx';

/**
 * Shows the confirmation even when the call failed, except for an expired link (requirement A-RESET-22) and for failures
 * after which the person can try again (requirements decision 44).
 */
const RESET_CONFIRM_ALWAYS = true;
const RETRY_CODES: readonly unknown[] = ['TOO_MANY_REQUESTS', 'BUSY', 'NO_ANSWER'];

interface Props {
  /** Address of the account, from the link. */
  email: string;
  token: string;
  submitLabel: string;
  onDone: () => void;
  onExpired: () => void;
}

export function SetPasswordForm({ email, token, submitLabel, onDone, onExpired }: Props) {
  const t = useText();
  const rulesId = useId();
  const [password, setNewPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [touched, setTouched] = useState({ password: false, confirm: false });
  const confirmError = getConfirmError(password, confirm);
  const toggle = { showLabel: t('common.show-password'), hideLabel: t('common.hide-password') };
  const { submit, isBusy, failure } = useSubmit({
    validate: () => {
      setTouched({ password: true, confirm: true });
      return { ...(!meetsRules(password) && { password }), ...(confirmError && { confirm }) };
    },
    send: async () => {
      try {
        await setPassword({ password, token });
        // The server has ended every session of the account, including the one of this browser.
        endSession({ keepsState: true });
        onDone();
      } catch (reason) {
        const code = getApiError(reason)?.code;
        if (code === 'TOKEN_EXPIRED') return onExpired();
        if (RETRY_CODES.includes(code)) throw reason;
        logError('Could not set the password', reason);
        if (RESET_CONFIRM_ALWAYS) onDone();
      }
    },
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {failure !== undefined && <ErrorBanner text={getErrorText(failure)} />}
      <TextField
        label={t('common.email')}
        name="username"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <PasswordField
        label={t('reset.new')}
        name="password"
        autoComplete="new-password"
        value={password}
        aria-describedby={rulesId}
        onChange={(event) => setNewPassword(event.target.value)}
        onBlur={() => setTouched({ ...touched, password: true })}
        error={touched.password && password === '' ? t('common.required') : undefined}
        {...toggle}
      />
      <PasswordRules id={rulesId} password={password} />
      <PasswordField
        label={t('reset.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        onBlur={() => setTouched({ ...touched, confirm: true })}
        error={touched.confirm && confirmError ? t(confirmError) : undefined}
        {...toggle}
      />
      <Button type="submit" variant="primary" size="large" fullWidth busy={isBusy} disabled={!meetsRules(password)}>
        {submitLabel}
      </Button>
    </form>
  );
}

function getConfirmError(password: string, confirm: string): TextKey | undefined {
  if (confirm === '') return 'common.required';
  return confirm === password ? undefined : 'reset.mismatch';
}
