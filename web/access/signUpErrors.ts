import { AboutCompany, AboutYou, missingAboutCompany, validateCode } from '@promenade/contract/signUp';
import { type FieldWords, fieldErrors } from '../platform/fieldErrors.ts';
import type { TextKey } from '../platform/text.ts';
import { meetsRules } from './PasswordRules.tsx';
import { companyOf, type SignUpDraft } from './signUpDraft.ts';

export type SignUpStep = 'you' | 'verify' | 'company';
export type SignUpErrors = { [field in keyof SignUpDraft | 'secondary_format' | 'additional_format']?: TextKey };

const required: FieldWords = { empty: 'common.required', wrong: 'signup.check-field' };
const youWords = {
  first_name: required,
  last_name: required,
  email: { empty: 'signin.email-required', wrong: 'signin.email-invalid' },
  industry: required,
  role: required,
  phone: { empty: 'common.required', wrong: 'forms.phone' },
} satisfies Record<string, FieldWords>;
const passwordWords = {
  password: { empty: 'common.required', wrong: 'signup.password-weak' },
  confirm_password: { empty: 'common.required', wrong: 'signup.mismatch' },
} satisfies Record<string, FieldWords>;
const codeWords = {
  code: { empty: 'signup.code-invalid', wrong: 'signup.code-length' },
} satisfies Record<string, FieldWords>;
const companyWords = {
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
} satisfies Record<string, FieldWords>;

/** What is wrong with the first step, in the order of its fields; the passwords only where an invitation asks them. */
export function aboutYouErrors(draft: SignUpDraft, isInvited: boolean): SignUpErrors {
  const { password, confirm_password, hasAcceptedTerms } = draft;
  const found: SignUpErrors = fieldErrors(AboutYou, { ...draft }, youWords);
  if (isInvited && !meetsRules(password)) found.password = said(passwordWords.password, password);
  if (isInvited && (confirm_password === '' || confirm_password !== password))
    found.confirm_password = said(passwordWords.confirm_password, confirm_password);
  if (!hasAcceptedTerms) found.hasAcceptedTerms = 'error.terms-message';
  return found;
}

/** What is wrong with the code before it is sent. */
export const codeErrors = (draft: SignUpDraft): SignUpErrors =>
  fieldErrors(validateCode.body, { email: draft.email, code: draft.code }, codeWords);

/** What is wrong with the last step; some fields depend on the industry and the country. */
export function companyErrors(draft: SignUpDraft): SignUpErrors {
  const company = companyOf(draft);
  const missing: string[] = missingAboutCompany(draft.industry || 'other', company);
  const found: SignUpErrors = fieldErrors(AboutCompany, company, companyWords);
  const inOrder = Object.keys(companyWords) as (keyof typeof companyWords)[];
  const errors: SignUpErrors = {};
  for (const field of inOrder) {
    const words = found[field] ?? (missing.includes(field) ? 'common.required' : undefined);
    if (words) errors[field] = words;
  }
  return errors;
}

/** Fields that the server refused, in words, and the first step that holds one; undefined when no step does. */
export function refusedStep(
  fields: readonly string[],
  draft: SignUpDraft,
): { step: SignUpStep; errors: SignUpErrors } | undefined {
  const values: Record<string, unknown> = { ...draft, ...companyOf(draft) };
  const errorsOf = (words: Record<string, FieldWords>): SignUpErrors =>
    Object.fromEntries(
      Object.entries(words)
        .filter(([field]) => fields.includes(field))
        .map(([field, word]) => [field, said(word, values[field])]),
    );
  const you = errorsOf({ ...youWords, ...passwordWords });
  const company = errorsOf(companyWords);
  const errors = { ...you, ...company };
  if (Object.keys(errors).length === 0) return undefined;
  return { step: Object.keys(you).length > 0 ? 'you' : 'company', errors };
}

const said = ({ empty, wrong = empty }: FieldWords, value: unknown): TextKey => (value ? wrong : empty);
