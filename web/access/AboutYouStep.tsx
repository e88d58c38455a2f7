import { EMAIL_MAX, LINE_MAX, PASSWORD_MAX } from '@promenade/contract/limits';
import { APPLICANT_ROLES, industries } from '@promenade/contract/signUp';
import { type ChangeEvent, useId } from 'react';
import { Checkbox } from '../design/Checkbox.tsx';
import { Select } from '../design/Select.tsx';
import { PasswordField, TextField } from '../design/TextField.tsx';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { PasswordRules } from './PasswordRules.tsx';
import type { SignUpDraft } from './signUpDraft.ts';
import type { SignUpErrors } from './signUpErrors.ts';

export interface StepProps {
  draft: SignUpDraft;
  errors: SignUpErrors;
  onChange: (changed: Partial<SignUpDraft>) => void;
}

type TextFieldName = {
  [Field in keyof SignUpDraft]: SignUpDraft[Field] extends string | undefined ? Field : never;
}[keyof SignUpDraft];

export function useStepInputs({ draft, errors, onChange }: StepProps) {
  const t = useText();
  return (field: TextFieldName) => ({
    name: field,
    value: draft[field],
    error: errors[field] && t(errors[field]),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange({ [field]: target.value }),
  });
}

/** Name, address and role. An invitation sets the address and asks for a password (requirement A-SIGNUP-16). */
export function AboutYouStep({ isInvited, ...step }: StepProps & { isInvited: boolean }) {
  const { draft, errors, onChange } = step;
  const t = useText();
  const rulesId = useId();
  const terms = site.termsUrl || site.companyUrl;
  const getInputProps = useStepInputs(step);
  const line = { maxLength: LINE_MAX, required: true };
  const password = {
    showLabel: t('common.show-password'),
    hideLabel: t('common.hide-password'),
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX,
    required: true,
  };
  return (
    <>
      <div className={styles.beside}>
        <TextField
          {...getInputProps('first_name')}
          {...line}
          label={t('signup.first-name')}
          autoComplete="given-name"
        />
        <TextField {...getInputProps('last_name')} {...line} label={t('signup.last-name')} autoComplete="family-name" />
      </div>
      <TextField
        {...getInputProps('email')}
        label={t('common.email')}
        type="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        readOnly={isInvited}
        required
      />
      <Select
        {...getInputProps('industry')}
        label={t('signup.industry')}
        options={industries.map((industry) => ({ value: industry, text: t(`signup.industry-${industry}`) }))}
        placeholder={t('signup.choose')}
        required
      />
      <Select
        {...getInputProps('role')}
        label={t('signup.role')}
        options={APPLICANT_ROLES.map((role) => ({ value: role, text: t(`signup.role-${role}`) }))}
        placeholder={t('signup.choose')}
        required
      />
      <TextField {...getInputProps('phone')} {...line} label={t('signup.phone')} type="tel" autoComplete="tel" />
      {isInvited && (
        <>
          <PasswordField
            {...getInputProps('password')}
            {...password}
            label={t('common.password')}
            aria-describedby={rulesId}
          />
          <PasswordRules id={rulesId} password={draft.password} />
          <PasswordField {...getInputProps('confirm_password')} {...password} label={t('signup.confirm-password')} />
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
