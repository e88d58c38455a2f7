import { requestReset } from '@promenade/contract/access';
import { EMAIL_MAX } from '@promenade/contract/limits';
import type { ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { TextField } from '../design/TextField.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { validateFields } from '../platform/fieldErrors.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { accessErrorText, ErrorBanner } from './ErrorBanner.tsx';

const fieldTexts = { email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' } } as const;

interface Props {
  email: string;
  onChange: (email: string) => void;
  submitLabel: string;
  send: () => Promise<unknown>;
  onSent: () => void;
  /** Shown before the first submission. */
  initialError?: ErrorText;
  /** More fields. */
  children?: ReactNode;
}

/** Form with one address that a mail is sent to. */
export function EmailForm({ email, onChange, submitLabel, send, onSent, initialError, children }: Props) {
  const t = useText();
  const { submit, isBusy, failure, errors, hasTried } = useSubmit({
    validate: () => validateFields(requestReset.params, { email }, fieldTexts),
    send: () => send().then(onSent),
  });
  const errorText = failure === undefined ? !hasTried && initialError : accessErrorText(failure);
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      {errorText && <ErrorBanner text={errorText} />}
      <TextField
        label={t('common.email')}
        name="email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        value={email}
        onChange={(event) => onChange(event.target.value)}
        error={errors.email && t(errors.email)}
        autoFocus
      />
      {children}
      <Button type="submit" variant="primary" size="large" fullWidth busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
