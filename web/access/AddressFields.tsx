import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { language, type TextKey, useText } from '../platform/text.ts';
import { countryOptions } from './placeNames.ts';
import { usePlaces } from './signUpData.ts';

/** Where somebody works; country and state as ISO codes, a state of other countries in free words. */
export interface Place {
  country: string;
  state: string;
  city: string;
}

interface Props {
  value: Place;
  errors: { [field in keyof Place]?: TextKey };
  onChange: (place: Place) => void;
}

/** Country, state and city; another country takes a state away that does not fit it (A-SIGNUP-32). */
export function PlaceFields({ value, errors, onChange }: Props) {
  const t = useText();
  const places = usePlaces();
  const states = places?.states[value.country] ?? [];
  const wordsOf = (field: keyof Place) => errors[field] && t(errors[field]);
  return (
    <>
      <Select
        label={t('place.country')}
        name="country"
        autoComplete="country"
        value={value.country}
        options={countryOptions(places?.countries ?? [value.country].filter(Boolean), language())}
        placeholder={t('place.choose-country')}
        onChange={(event) => onChange({ ...value, country: event.target.value, state: '' })}
        error={wordsOf('country')}
        required
      />
      {COUNTRIES_WITH_STATES.includes(value.country) ? (
        <Select
          label={t(value.country === 'CA' ? 'place.province' : 'place.state')}
          name="state"
          autoComplete="address-level1"
          value={value.state}
          options={states.map(({ code, name }) => ({ value: code, text: name }))}
          placeholder={t('place.choose-state')}
          onChange={(event) => onChange({ ...value, state: event.target.value })}
          error={wordsOf('state')}
          required
        />
      ) : (
        <TextField
          label={t('place.state-free')}
          name="state"
          autoComplete="address-level1"
          value={value.state}
          onChange={(event) => onChange({ ...value, state: event.target.value })}
          error={wordsOf('state')}
        />
      )}
      <TextField
        label={t('place.city')}
        name="city"
        autoComplete="address-level2"
        value={value.city}
        onChange={(event) => onChange({ ...value, city: event.target.value })}
        error={wordsOf('city')}
      />
    </>
  );
}
