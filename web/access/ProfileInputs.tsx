import { LINE_MAX, URL_MAX } from '@promenade/contract/limits';
import type { ProfileForm } from '@promenade/contract/profile';
import type { ChangeEvent } from 'react';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useLanguages } from './accountData.ts';
import { PlaceFields } from './PlaceFields.tsx';
import type { ProfileErrors, ProfileField } from './profileFields.ts';

interface Props {
  values: ProfileForm;
  errors: ProfileErrors;
  onChange: (values: ProfileForm) => void;
}

/** What a browser calls the fields that are one line of text, and how many characters they take. */
const lines = {
  firstname: { autoComplete: 'given-name', required: true, autoFocus: true },
  lastname: { autoComplete: 'family-name', required: true },
  title: { autoComplete: 'organization-title', required: true },
  company: { autoComplete: 'organization' },
  phone: { autoComplete: 'tel', type: 'tel' },
  website: { autoComplete: 'url', inputMode: 'url', maxLength: URL_MAX },
} as const;

/** Every field of the profile that can be changed. */
export function ProfileInputs({ values, errors, onChange }: Props) {
  const t = useText();
  const offered = useLanguages();
  // What was chosen elsewhere stays to be seen, and left, when it is no longer on offer.
  const languages = offered.some(({ code }) => code === values.language)
    ? offered
    : [{ code: values.language, name: values.language }, ...offered];
  const wordsOf = (field: ProfileField) => errors[field] && t(errors[field]);
  const labelOf = (key: TextKey, isRequired: boolean) =>
    isRequired ? t(key) : t('profile.optional', { field: t(key) });
  const changed = (field: ProfileField) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange({ ...values, [field]: event.target.value });
  return (
    <div className={styles.fields}>
      {(Object.keys(lines) as (keyof typeof lines)[]).map((field) => (
        <TextField
          key={field}
          label={labelOf(`profile.${field}`, 'required' in lines[field])}
          name={field}
          maxLength={LINE_MAX}
          {...lines[field]}
          value={values[field]}
          onChange={changed(field)}
          error={wordsOf(field)}
        />
      ))}
      <PlaceFields value={values} errors={errors} onChange={(place) => onChange({ ...values, ...place })} />
      <Select
        label={t('profile.language')}
        name="language"
        value={values.language}
        options={languages.map(({ code, name }) => ({ value: code, text: name }))}
        onChange={changed('language')}
        error={wordsOf('language')}
      />
      <Select
        label={t('profile.format')}
        name="format"
        value={values.format}
        options={(['mp3', 'wav'] as const).map((format) => ({ value: format, text: t(`profile.format-${format}`) }))}
        onChange={changed('format')}
        error={wordsOf('format')}
      />
    </div>
  );
}
