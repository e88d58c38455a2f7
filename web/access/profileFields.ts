import { type Profile, ProfileForm } from '@promenade/contract/profile';
import { COUNTRIES_WITH_STATES } from '@promenade/contract/signUp';
import { describeErrors, type FieldTexts, validateFields } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';

/** The editable fields in the order of the form (requirement A-PROFILE-04). */
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

export function getProfileForm(profile: Profile): ProfileForm {
  return Object.fromEntries(profileFields.map((field) => [field, profile[field]])) as ProfileForm;
}

const mandatory: FieldTexts = { empty: 'forms.mandatory-field', wrong: 'profile.refused' };
const optional: FieldTexts = { empty: 'profile.refused' };
const texts: Record<ProfileField, FieldTexts> = {
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

/** Checks the form before it is sent (requirements A-PROFILE-10 to A-PROFILE-15). */
export function validateProfile(form: ProfileForm): ProfileErrors {
  const lacksState = COUNTRIES_WITH_STATES.includes(form.country) && form.state.trim() === '';
  return validateFields(ProfileForm, form, texts, lacksState ? ['state'] : []);
}

/** Error texts of the fields that the server refused; fields that the form lacks are left out. */
export const getRefusedErrors = (form: ProfileForm, refusedFields: string[]): ProfileErrors =>
  describeErrors(refusedFields, { ...form }, texts);
