import * as contract from '@promenade/contract/access';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { PasswordField, TextField } from '../design/TextField.tsx';
import { getErrorText, getRefusalCode, getRefusalText } from '../platform/errorText.ts';
import { validateFields } from '../platform/fieldErrors.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { completeSignIn } from './authentication.ts';
import { signIn } from './data.ts';
import { ErrorBanner } from './ErrorBanner.tsx';

interface Props {
  /** Awaited before the screen changes: loads the next screen. */
  ready?: () => Promise<unknown>;
  /** Switches to the mailed link, with the address typed so far. */
  onLink?: (email: string) => void;
}

const fieldTexts = {
  username: { empty: 'signin.email-required', wrong: 'signin.email-invalid' },
  password: { empty: 'signin.password-invalid' },
} as const;

export function SignInForm({ ready, onLink }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const { submit, isBusy, failure, errors } = useSubmit({
    validate: () => validateFields(contract.signIn.body, readFields(form.current), fieldTexts),
    send: async () => {
      const fields = readFields(form.current);
      const [tokens] = await Promise.all([signIn(fields), ready?.()]);
      completeSignIn(tokens, fields.publicdevice);
    },
  });
  // Neither field is wrong when the server is busy or counts too many attempts.
  const isRefused = getRefusalText(failure) !== undefined && getRefusalCode(failure) !== 'TOO_MANY_REQUESTS';

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      {failure !== undefined && <ErrorBanner text={getErrorText(failure)} />}
      <TextField
        label={t('common.email')}
        name="username"
        type="email"
        autoComplete="username"
        spellCheck={false}
        error={errors.username && t(errors.username)}
        isInvalid={isRefused}
      />
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('common.show-password')}
        hideLabel={t('common.hide-password')}
        error={errors.password && t(errors.password)}
        isInvalid={isRefused}
      />
      <Link to={paths.forgotPassword} className={styles.link}>
        {t('signin.forgot')}
      </Link>
      <Checkbox label={t('signin.public')} hint={t('signin.public-hint')} name="publicdevice" />
      <Button type="submit" variant="primary" size="large" fullWidth busy={isBusy}>
        {t('signin.submit')}
      </Button>
      {onLink && (
        <Button size="large" fullWidth onClick={() => onLink(readFields(form.current).username)}>
          {t('signin.magic')}
        </Button>
      )}
    </form>
  );
}

/** Reads the input elements: some password managers fill them without an event. */
function readFields(form: HTMLFormElement | null) {
  const data = new FormData(form ?? undefined);
  const getText = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: getText('username'), password: getText('password'), publicdevice: data.has('publicdevice') };
}
