import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { PasswordField } from '../design/PasswordField.tsx';
import { TextField } from '../design/TextField.tsx';
import { refusalCode } from '../platform/errorText.ts';
import { logged } from '../platform/logged.ts';
import { endSession } from '../platform/session.ts';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { setPassword } from './data.ts';
import { meetsRules, PasswordRules } from './PasswordRules.tsx';

/** The confirmation shows even when the call failed; an expired link is the exception (A-RESET-22). */
const RESET_CONFIRM_ALWAYS = true;

interface Props {
  /** Whose password, as the link says. */
  email: string;
  token: string;
  submitLabel: string;
  onDone: () => void;
  onExpired: () => void;
}

/** A new password, twice. */
export function SetPasswordForm({ email, token, submitLabel, onDone, onExpired }: Props) {
  const t = useText();
  const rulesId = useId();
  const [password, setNew] = useState('');
  const [confirm, setConfirm] = useState('');
  const [left, setLeft] = useState({ password: false, confirm: false });
  const [isBusy, setBusy] = useState(false);
  const confirmError = confirmErrorOf(password, confirm);
  const toggle = { showLabel: t('common.show-password'), hideLabel: t('common.hide-password') };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setLeft({ password: true, confirm: true });
    if (isBusy || !meetsRules(password) || confirmError) return;
    setBusy(true);
    try {
      await setPassword({ password, token });
      // The server has ended every session of the account, this browser's too.
      endSession();
      onDone();
    } catch (refused) {
      setBusy(false);
      if (refusalCode(refused) === 'TOKEN_EXPIRED') return onExpired();
      logged('The password could not be set', refused);
      if (RESET_CONFIRM_ALWAYS) onDone();
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
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
        onChange={(event) => setNew(event.target.value)}
        onBlur={() => setLeft({ ...left, password: true })}
        error={left.password && password === '' ? t('common.required') : undefined}
        {...toggle}
      />
      <PasswordRules id={rulesId} password={password} />
      <PasswordField
        label={t('reset.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={confirm}
        onChange={(event) => setConfirm(event.target.value)}
        onBlur={() => setLeft({ ...left, confirm: true })}
        error={left.confirm && confirmError ? t(confirmError) : undefined}
        {...toggle}
      />
      <Button type="submit" look="primary" size="large" wide busy={isBusy} disabled={!meetsRules(password)}>
        {submitLabel}
      </Button>
    </form>
  );
}

function confirmErrorOf(password: string, confirm: string): TextKey | undefined {
  if (confirm === '') return 'common.required';
  return confirm === password ? undefined : 'reset.mismatch';
}
