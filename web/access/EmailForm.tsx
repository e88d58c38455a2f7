import { requestReset } from '@promenade/contract/access';
import { EMAIL_MAX } from '@promenade/contract/limits';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { TextField } from '../design/TextField.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { fieldErrors, focusFirst } from '../platform/fieldErrors.ts';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { accessErrorText } from './accessErrors.ts';

const words = { email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' } } as const;

interface Props {
  email: string;
  onEmail: (email: string) => void;
  submitLabel: string;
  /** Rejects with what the banner says. */
  send: () => Promise<unknown>;
  onSent: () => void;
  /** What the banner says before the first try. */
  failure?: ErrorText;
  /** More fields. */
  children?: ReactNode;
}

/** One address that a mail is sent to. */
export function EmailForm({ email, onEmail, submitLabel, send, onSent, failure: before, children }: Props) {
  const t = useText();
  const [error, setError] = useState<TextKey>();
  const [failure, setFailure] = useState(before);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const found = fieldErrors(requestReset.params, { email }, words);
    setError(found.email);
    setFailure(undefined);
    if (found.email) return focusFirst(event.currentTarget, found);
    setBusy(true);
    try {
      await send();
      onSent();
    } catch (refused) {
      setFailure(accessErrorText(refused));
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      {failure && (
        <Banner kind={failure.kind} title={t(failure.title)}>
          {t(failure.message)}
        </Banner>
      )}
      <TextField
        label={t('common.email')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={error && t(error)}
        autoFocus
      />
      {children}
      <Button type="submit" look="primary" size="large" wide busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}
