import { type Profile, ProfileForm } from '@promenade/contract/profile';
import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { type FieldWords, fieldErrors } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';

/** The fields that a person changes here, in the order of the form (A-PROFILE-04). */
export const profileFields = [
  'firstname',
  'lastname',
  'title',
  'company',
  'phone',
  'website',
  'country',
  'state',
  'city',
  'language',
  'format',
] as const;
export type ProfileField = (typeof profileFields)[number];
export type ProfileErrors = { [field in ProfileField]?: TextKey };

/** The part of a profile that the form holds. */
export function formOf(profile: Profile): ProfileForm {
  return Object.fromEntries(profileFields.map((field) => [field, profile[field]])) as ProfileForm;
}

const mandatory: FieldWords = { empty: 'forms.mandatory-field', wrong: 'profile.refused' };
const optional: FieldWords = { empty: 'profile.refused' };
const words: Record<ProfileField, FieldWords> = {
  firstname: mandatory,
  lastname: mandatory,
  title: mandatory,
  company: optional,
  phone: { empty: 'profile.phone-invalid' },
  website: { empty: 'profile.website-invalid' },
  country: mandatory,
  state: mandatory,
  city: optional,
  language: optional,
  format: optional,
};

/** What is wrong with the form before it is sent (A-PROFILE-10..15). */
export function profileErrors(form: ProfileForm): ProfileErrors {
  const found: ProfileErrors = fieldErrors(ProfileForm, form, words);
  const lacksState = COUNTRIES_WITH_STATES.includes(form.country) && form.state.trim() === '';
  return lacksState ? { ...found, state: mandatory.empty } : found;
}

/** The same words for what the server refused; fields that this form does not have are left out. */
export function refusedErrors(form: ProfileForm, refused: string[]): ProfileErrors {
  const said = profileFields
    .filter((field) => refused.includes(field))
    .map((field) => {
      const { empty, wrong = empty } = words[field];
      return [field, form[field].trim() === '' ? empty : wrong];
    });
  return Object.fromEntries(said) as ProfileErrors;
}
