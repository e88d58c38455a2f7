import { EMAIL_MAX, LINE_MAX, PASSWORD_MAX } from '@promenade/contract/limits';
import { type Industry, industries, ROLE_OPTIONS } from '@promenade/contract/signUp';
import { useId } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { PasswordField } from '../design/PasswordField.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { PasswordRules } from './PasswordRules.tsx';
import type { SignUpDraft } from './signUpDraft.ts';
import type { SignUpErrors } from './signUpErrors.ts';

/** What every step of the sign-up is given. */
export interface StepProps {
  draft: SignUpDraft;
  errors: SignUpErrors;
  onChange: (changed: Partial<SignUpDraft>) => void;
}

interface Props extends StepProps {
  isInvited: boolean;
}

/** Who somebody is; an invitation names the address and asks for a password (A-SIGNUP-16). */
export function AboutYouStep({ draft, errors, onChange, isInvited }: Props) {
  const t = useText();
  const rulesId = useId();
  const terms = site.termsUrl || site.companyUrl;
  const errorOf = (field: keyof SignUpErrors) => errors[field] && t(errors[field]);
  const line = (field: 'first_name' | 'last_name' | 'phone' | 'email' | 'password' | 'confirm_password') => ({
    name: field,
    value: draft[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    maxLength: LINE_MAX,
    required: true,
  });
  const toggle = { showLabel: t('common.show-password'), hideLabel: t('common.hide-password') };
  return (
    <>
      <div className={styles.beside}>
        <TextField {...line('first_name')} label={t('signup.first-name')} autoComplete="given-name" />
        <TextField {...line('last_name')} label={t('signup.last-name')} autoComplete="family-name" />
      </div>
      <TextField
        {...line('email')}
        label={t('common.email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        readOnly={isInvited}
      />
      <Select
        label={t('signup.industry')}
        name="industry"
        value={draft.industry}
        options={industries.map((industry) => ({ value: industry, text: t(`signup.industry-${industry}`) }))}
        placeholder={t('signup.choose')}
        onChange={(event) => onChange({ industry: event.target.value as Industry | '' })}
        error={errorOf('industry')}
        required
      />
      <Select
        label={t('signup.role')}
        name="role"
        value={draft.role}
        options={ROLE_OPTIONS.map((role) => ({ value: role, text: t(`signup.role-${role}`) }))}
        placeholder={t('signup.choose')}
        onChange={(event) => onChange({ role: event.target.value })}
        error={errorOf('role')}
        required
      />
      <TextField {...line('phone')} label={t('signup.phone')} type="tel" autoComplete="tel" />
      {isInvited && (
        <>
          <PasswordField
            {...line('password')}
            {...toggle}
            label={t('common.password')}
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
            aria-describedby={rulesId}
          />
          <PasswordRules id={rulesId} password={draft.password} />
          <PasswordField
            {...line('confirm_password')}
            {...toggle}
            label={t('signup.confirm-password')}
            autoComplete="new-password"
            maxLength={PASSWORD_MAX}
          />
        </>
      )}
      <div className={styles.group}>
        <Checkbox
          label={t('signup.terms')}
          name="hasAcceptedTerms"
          checked={draft.hasAcceptedTerms}
          onChange={(event) => onChange({ hasAcceptedTerms: event.target.checked })}
          aria-invalid={Boolean(errors.hasAcceptedTerms) || undefined}
        />
        {terms && (
          <a href={terms} target="_blank" rel="noopener" className={styles.link}>
            {t('signup.terms-link')}
          </a>
        )}
      </div>
    </>
  );
}
