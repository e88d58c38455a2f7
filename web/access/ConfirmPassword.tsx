import { PasswordField } from '../design/TextField.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';

interface Props {
  value: string;
  onChange: (password: string) => void;
  error?: string;
}

/** The field that appears when the server asks for the password. */
export function ConfirmPassword({ value, onChange, error }: Props) {
  const t = useText();
  return (
    <>
      <p className={styles.soft} role="status">
        {t('emails.password-message')}
      </p>
      <PasswordField
        label={t('common.password')}
        name="password"
        autoComplete="current-password"
        showLabel={t('common.show-password')}
        hideLabel={t('common.hide-password')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        autoFocus
      />
    </>
  );
}

export const isPasswordNeeded = (failure: unknown): boolean => getRefusalCode(failure) === 'REAUTHENTICATION_REQUIRED';
