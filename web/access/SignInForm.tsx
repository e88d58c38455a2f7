import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { Checkbox } from '../design/Checkbox.tsx';
import { PasswordField } from '../design/PasswordField.tsx';
import { TextField } from '../design/TextField.tsx';
import { type ErrorText, errorText, refusalCode } from '../platform/errorText.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { signIn } from './data.ts';
import { enter } from './enter.ts';
import { type SignInErrors, type SignInFields, signInErrors } from './signIn.ts';

interface Props {
  /** Awaited before the screen changes, so that the next one is ready when it shows. */
  ready?: () => Promise<unknown>;
  /** Asks for a mailed link instead, with the address as far as it is typed. */
  onMagic?: (email: string) => void;
}

type Failure = ErrorText & { marksFields: boolean };

/** Email, password, and whether others use this computer. */
export function SignInForm({ ready, onMagic }: Props) {
  const t = useText();
  const [errors, setErrors] = useState<SignInErrors>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const fields = read(form);
    const found = signInErrors(fields);
    setErrors(found);
    setFailure(undefined);
    if (found.username || found.password) return focus(form, found.username ? 'username' : 'password');
    setBusy(true);
    try {
      const [tokens] = await Promise.all([signIn(fields), ready?.()]);
      enter(tokens, fields.publicdevice);
    } catch (refused) {
      setFailure({ ...errorText(refused), marksFields: refusalCode(refused) !== undefined });
      setBusy(false);
    }
  };
  const isMarked = failure?.marksFields ?? false;
  const wordsOf = (field: keyof SignInErrors) => errors[field] && t(errors[field]);

  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-busy={isBusy}>
      {failure && (
        <Banner kind={failure.kind} title={t(failure.title)}>
          {t(failure.message)}
        </Banner>
      )}
      <TextField
        label={t('common.email')}
        name="username"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        error={wordsOf('username')}
        marked={isMarked}
      />
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('common.show-password')}
        hideLabel={t('common.hide-password')}
        error={wordsOf('password')}
        marked={isMarked}
      />
      <Link to={paths.forgotPassword} className={styles.link}>
        {t('signin.forgot')}
      </Link>
      <Checkbox label={t('signin.public')} hint={t('signin.public-hint')} name="publicdevice" />
      <Button type="submit" look="primary" size="large" wide busy={isBusy}>
        {t('signin.submit')}
      </Button>
      {onMagic && (
        <Button size="large" wide onClick={({ currentTarget: { form } }) => onMagic(form ? read(form).username : '')}>
          {t('signin.magic')}
        </Button>
      )}
    </form>
  );
}

function read(form: HTMLFormElement): SignInFields {
  const data = new FormData(form);
  return {
    username: words(data.get('username')),
    password: words(data.get('password')),
    publicdevice: data.get('publicdevice') !== null,
  };
}

const words = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '');

function focus(form: HTMLFormElement, name: string): void {
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
