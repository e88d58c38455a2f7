import { AudioFormat } from '@promenade/contract/fields';
import { LINE_MAX, URL_MAX } from '@promenade/contract/limits';
import type { Profile, ProfileForm as ProfileFormValues } from '@promenade/contract/profile';
import { type ChangeEvent, useState } from 'react';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { listRefusedFields } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { setLanguage } from '../platform/settingsStore.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { navigateOrAsk, useNavigationBlocker, useUnloadWarning } from '../platform/unsavedChanges.ts';
import { useUnsavedQuestion } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './Account.module.css';
import { AddressFields } from './AddressFields.tsx';
import { useLanguages, useSaveProfile } from './accountData.ts';
import {
  getProfileForm,
  getRefusedErrors,
  type ProfileErrors,
  type ProfileField,
  profileFields,
  validateProfile,
} from './profileFields.ts';

/** Edits the profile and asks before unsaved changes are lost. */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const t = useText();
  // The cache shows a save before the server has confirmed it: changes are relative to the values at the start.
  const [initial] = useState(() => getProfileForm(profile));
  const [values, setValues] = useState(initial);
  const { mutateAsync } = useSaveProfile();
  const { submit, isBusy, errors } = useSubmit<ProfileErrors>({
    validate: () => validateProfile(values),
    send: async () => {
      await mutateAsync(values);
      notify({ category: 'profileUpdated' });
      if (values.language !== initial.language)
        setLanguage(values.language).catch((failure: unknown) =>
          logError('Could not load the texts of the chosen language', failure),
        );
      onDone();
    },
    errorsOf: (failure) => {
      notifyFailure(failure);
      return getRefusedErrors(values, listRefusedFields(failure));
    },
  });
  useNavigationBlocker(profileFields.some((field) => values[field] !== initial[field]));
  useUnloadWarning();

  return (
    <form className={styles.panel} noValidate aria-label={t('profile.edit')} onSubmit={submit}>
      <ProfileInputs values={values} errors={errors} onChange={setValues} />
      <DialogButtons
        confirm={t('profile.save')}
        cancel={t('common.cancel')}
        busy={isBusy}
        className={styles.save}
        onCancel={() => navigateOrAsk(onDone)}
      />
      <UnsavedChangesDialog />
    </form>
  );
}

interface InputsProps {
  values: ProfileFormValues;
  errors: ProfileErrors;
  onChange: (values: ProfileFormValues) => void;
}

/** HTML attributes of the one-line fields, in their order. */
const textFields = {
  firstname: { autoComplete: 'given-name', required: true, autoFocus: true },
  lastname: { autoComplete: 'family-name', required: true },
  title: { autoComplete: 'organization-title', required: true },
  company: { autoComplete: 'organization' },
  phone: { autoComplete: 'tel', type: 'tel' },
  website: { autoComplete: 'url', inputMode: 'url', maxLength: URL_MAX },
} as const;

function ProfileInputs({ values, errors, onChange }: InputsProps) {
  const t = useText();
  const available = useLanguages();
  // The stored language stays selectable when it is no longer available.
  const languages = available.some(({ code }) => code === values.language)
    ? available
    : [{ code: values.language, name: values.language }, ...available];
  const getLabel = (key: TextKey, isRequired: boolean) =>
    isRequired ? t(key) : t('profile.optional', { field: t(key) });
  const getInputProps = (field: ProfileField) => ({
    name: field,
    value: values[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ ...values, [field]: target.value }),
    error: errors[field] && t(errors[field]),
  });
  return (
    <div className={styles.fields}>
      {(Object.keys(textFields) as (keyof typeof textFields)[]).map((field) => (
        <TextField
          key={field}
          label={getLabel(`profile.${field}`, 'required' in textFields[field])}
          maxLength={LINE_MAX}
          {...textFields[field]}
          {...getInputProps(field)}
        />
      ))}
      <AddressFields value={values} errors={errors} onChange={(address) => onChange({ ...values, ...address })} />
      <Select
        label={t('profile.language')}
        options={languages.map(({ code, name }) => ({ value: code, text: name }))}
        {...getInputProps('language')}
      />
      <Select
        label={t('profile.format')}
        options={AudioFormat.options.map((format) => ({ value: format, text: t(`profile.format-${format}`) }))}
        {...getInputProps('format')}
      />
    </div>
  );
}

function UnsavedChangesDialog() {
  const question = useUnsavedQuestion();
  return question && <ConfirmDialog {...question} />;
}
