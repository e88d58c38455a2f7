import { AboutCompany, AboutYou, missingAboutCompany, validateCode } from '@promenade/contract/signUp';
import { describeErrors, type FieldTexts, validateFields } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';
import { meetsRules } from './PasswordRules.tsx';
import { buildCompany, type SignUpDraft } from './signUpDraft.ts';

export type SignUpStep = 'you' | 'verify' | 'company';
export type SignUpErrors = { [field in keyof SignUpDraft | 'secondary_format' | 'additional_format']?: TextKey };

const required: FieldTexts = { empty: 'common.required', wrong: 'signup.check-field' };
const aboutYouTexts = {
  first_name: required,
  last_name: required,
  email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' },
  industry: required,
  role: required,
  phone: { empty: 'common.required', wrong: 'forms.phone' },
} satisfies Record<string, FieldTexts>;
const passwordTexts = {
  password: { empty: 'common.required', wrong: 'signup.password-weak' },
  confirm_password: { empty: 'common.required', wrong: 'signup.mismatch' },
} satisfies Record<string, FieldTexts>;
const termsTexts = { hasAcceptedTerms: { empty: 'error.terms-message' } } satisfies Record<string, FieldTexts>;
const codeTexts = {
  code: { empty: 'signup.code-invalid', wrong: 'signup.code-length' },
} satisfies Record<string, FieldTexts>;
const companyTexts = {
  group_owner: required,
  web_site: { empty: 'forms.url' },
  country: required,
  state: required,
  city: required,
  reporting: required,
  call_letter: required,
  primary_format: required,
  secondary_format: required,
  additional_format: required,
  media_type: required,
} satisfies Record<string, FieldTexts>;

/** Checks the first step; the passwords only with an invitation. */
export function validateAboutYouStep(draft: SignUpDraft, isInvited: boolean): SignUpErrors {
  const { password, confirm_password, hasAcceptedTerms } = draft;
  const invalid = [
    isInvited && !meetsRules(password) && 'password',
    isInvited && (confirm_password === '' || confirm_password !== password) && 'confirm_password',
    !hasAcceptedTerms && 'hasAcceptedTerms',
  ].filter((field) => field !== false);
  return validateFields(AboutYou, { ...draft }, { ...aboutYouTexts, ...passwordTexts, ...termsTexts }, invalid);
}

export const validateCodeStep = ({ email, code }: SignUpDraft): SignUpErrors =>
  validateFields(validateCode.body, { email, code }, codeTexts);

/** Checks the last step, in which some required fields depend on the industry and the country. */
export function validateCompanyStep(draft: SignUpDraft): SignUpErrors {
  const company = buildCompany(draft);
  return validateFields(AboutCompany, company, companyTexts, missingAboutCompany(draft.industry || 'other', company));
}

/** Error texts of the fields that the server refused, and the first step that has one; undefined when no step has. */
export function findRefusedStep(
  refusedFields: readonly string[],
  draft: SignUpDraft,
): { step: SignUpStep; errors: SignUpErrors } | undefined {
  const values = { ...draft, ...buildCompany(draft) };
  const aboutYou = describeErrors(refusedFields, values, { ...aboutYouTexts, ...passwordTexts });
  const errors = { ...aboutYou, ...describeErrors(refusedFields, values, companyTexts) };
  if (Object.keys(errors).length === 0) return undefined;
  return { step: Object.keys(aboutYou).length > 0 ? 'you' : 'company', errors };
}
