import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, type TextKey, useText } from '../platform/text.ts';
import { useCountries } from './signUpData.ts';

/** `country` and `state` are ISO codes; the state of a country without a list of states is free text. */
interface Address {
  country: string;
  state: string;
  city: string;
}

interface Props {
  value: Address;
  errors: { [field in keyof Address]?: TextKey };
  onChange: (address: Address) => void;
}

/** Country, state and city; another country clears the state (requirement A-SIGNUP-32). */
export function AddressFields({ value, errors, onChange }: Props) {
  const t = useText();
  const list = useCountries();
  const states = list?.states[value.country] ?? [];
  const getInputProps = (field: keyof Address) => ({
    name: field,
    value: value[field],
    error: errors[field] && t(errors[field]),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...value, ...(field === 'country' && { state: '' }), [field]: target.value }),
  });
  return (
    <>
      <Select
        {...getInputProps('country')}
        label={t('place.country')}
        autoComplete="country"
        options={getCountryOptions(list?.countries ?? [value.country].filter(Boolean), getLanguage())}
        placeholder={t('place.choose-country')}
        required
      />
      {COUNTRIES_WITH_STATES.includes(value.country) ? (
        <Select
          {...getInputProps('state')}
          label={t(value.country === 'CA' ? 'place.province' : 'place.state')}
          autoComplete="address-level1"
          options={states.map(({ code, name }) => ({ value: code, text: name }))}
          placeholder={t('place.choose-state')}
          required
        />
      ) : (
        <TextField {...getInputProps('state')} label={t('place.state-free')} autoComplete="address-level1" />
      )}
      <TextField {...getInputProps('city')} label={t('place.city')} autoComplete="address-level2" />
    </>
  );
}

/** Sorted by name in this language. */
function getCountryOptions(codes: string[], locale: string): { value: string; text: string }[] {
  const collator = new Intl.Collator(locale);
  return codes
    .map((code) => ({ value: code, text: getCountryName(code, locale) }))
    .sort((a, b) => collator.compare(a.text, b.text));
}
