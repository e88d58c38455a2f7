import * as z from 'zod/mini';
import { Password, Relationship } from './access.ts';
import { Email } from './email.ts';
import { Line, oneLine, Phone, RequiredLine, Website } from './fields.ts';
import { EMAIL_MAX, LINE_MAX, PASSWORD_MAX, URL_MAX, VERIFICATION_CODE_DIGITS } from './limits.ts';
import { route } from './route.ts';

export const industries = ['radio', 'press-publicity-media', 'other'] as const;
export const Industry = z.enum(industries);
export type Industry = z.infer<typeof Industry>;

/** Options of the form; the server accepts any role (requirement A-SIGNUP-10). */
export const APPLICANT_ROLES = ['radio', 'press', 'other'] as const;

/** Charts that a radio station reports to (requirement A-ENUM-08). */
export const reportSources = [
  'None',
  'BDS',
  'CMJ',
  'FMQB',
  'HITS',
  'Music Row',
  'Mediabase',
  'Texas Music Chart',
  'Other',
] as const;

/** Radio formats (requirements A-ENUM-09, A-ENUM-10). */
export const reportFormats = [
  'Active Rock',
  'Adult Album Alternative',
  'Adult Contemporary',
  'Adult Hits',
  'Adult Standards',
  'Alternative',
  'Americana',
  'Bluegrass',
  'Blues',
  'Children',
  'Christian AC',
  'Christian Rock',
  'Classic Country',
  'Classic Hits',
  'Classic Rock',
  'Classical',
  'College',
  'Contemporary Hit Radio',
  'Country',
  'Dance',
  'Electronic',
  'Folk',
  'Gospel',
  'Hip-Hop',
  'Hot AC',
  'Jazz',
  'Latin',
  'Mainstream Rock',
  'Metal',
  'Modern AC',
  'Oldies',
  'Public Radio',
  'Rhythmic',
  'Smooth Jazz',
  'Soft AC',
  'Texas Country',
  'Top 40',
  'Urban',
  'Urban AC',
  'Other',
] as const;

export const mediaTypes = ['Newspaper', 'Magazine', 'Online/Blogger', 'Street Press', 'Freelance', 'Other'] as const;

/** Countries whose forms require a state or province (requirements A-SIGNUP-31, A-PROFILE-12). */
export const COUNTRIES_WITH_STATES: readonly string[] = ['CA', 'US'];

export const AboutYou = z.object({
  first_name: RequiredLine,
  last_name: RequiredLine,
  email: Email,
  industry: Industry,
  role: RequiredLine,
  phone: Phone,
});
export type AboutYou = z.infer<typeof AboutYou>;

/** Some fields depend on other answers: see `missingAboutCompany`. */
export const AboutCompany = z.object({
  group_owner: RequiredLine,
  web_site: z._default(Website, ''),
  /** ISO 3166-1 alpha-2. */
  country: RequiredLine,
  /** Subdivision of ISO 3166-2 for `COUNTRIES_WITH_STATES`, else free text. */
  state: z._default(Line, ''),
  city: RequiredLine,
  reporting: z._default(z.union([z.literal(''), z.enum(reportSources)]), ''),
  call_letter: z._default(Line, ''),
  primary_format: z.enum(reportFormats, 'This field is required'),
  secondary_format: z._default(z.union([z.literal(''), z.enum(reportFormats)]), ''),
  additional_format: z._default(z.union([z.literal(''), z.enum(reportFormats)]), ''),
  media_type: z._default(z.union([z.literal(''), z.enum(mediaTypes)]), ''),
});
export type AboutCompany = z.infer<typeof AboutCompany>;

/** Lists empty fields that country or industry require (requirements A-SIGNUP-31, A-SIGNUP-33). */
export function missingAboutCompany(
  industry: Industry,
  company: Pick<AboutCompany, 'country' | 'state' | 'reporting' | 'call_letter'>,
): ('state' | 'reporting' | 'call_letter')[] {
  const required = [
    ...(COUNTRIES_WITH_STATES.includes(company.country) ? (['state'] as const) : []),
    ...(industry === 'radio' ? (['reporting', 'call_letter'] as const) : []),
  ];
  return required.filter((field) => company[field] === '');
}

export const checkEmail = route({
  method: 'POST',
  path: '/accounts/player/signup/check-accounts-by-email',
  access: 'public',
  summary: 'Refuses an address that has an account.',
  refuses: ['CHECK_EMAIL_FAILED', 'TOO_MANY_REQUESTS'],
  body: z.object({ email: Email }),
});

export const sendCode = route({
  method: 'POST',
  path: '/accounts/player/signup/send-email-verification-code',
  access: 'public',
  summary: 'Mails a code of five digits, valid for 15 minutes and five attempts.',
  refuses: ['CHECK_EMAIL_FAILED', 'TOO_MANY_REQUESTS'],
  body: z.object({ email: Email }),
});

export const validateCode = route({
  method: 'POST',
  path: '/accounts/player/signup/validate-email-verification-code',
  access: 'public',
  summary: 'Exchanges a mailed code for a proof of the address.',
  refuses: ['INVALID_CODE', 'CODE_EXPIRED', 'TOO_MANY_REQUESTS'],
  body: z.object({
    email: Email,
    code: z
      .string()
      .check(z.regex(new RegExp(`^\\d{${VERIFICATION_CODE_DIGITS}}$`), 'Verification code must be 5 digits long')),
  }),
  answer: z.object({ data: z.object({ email_token: z.string() }) }),
});

/**
 * `email_token` or `token` is a proof of the address or an invitation; the latter needs `password` (A-SIGNUP-40).
 */
export const confirmSignUp = route({
  method: 'POST',
  path: '/accounts/player/signup/confirm-signup',
  once: true,
  access: 'public',
  summary: 'Applies for an account; an invited co-worker gets it at once.',
  refuses: ['TERMS_NOT_ACCEPTED', 'INVALID_EMAIL_TOKEN', 'EMAIL_TAKEN', 'SIGNUP_FAILED', 'TOO_MANY_REQUESTS'],
  body: z.extend(z.extend(AboutYou, AboutCompany.shape), {
    hasAcceptedTerms: z.boolean(),
    email_token: z.optional(z.string()),
    token: z.optional(z.string()),
    password: z.optional(z.union([Password, z.literal('')])),
    confirm_password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))),
    language: z._default(Line, 'en'),
    inviter_email: z.optional(z.string().check(z.maxLength(EMAIL_MAX))),
    inviter_id: z.optional(z.string().check(z.maxLength(LINE_MAX))),
    inviter_relationship: z.optional(z.union([Relationship, z.literal('')])),
    sign_up_page_url: z.optional(z.pipe(z.string().check(z.maxLength(URL_MAX)), oneLine)),
  }),
});

/** The two halves of an application are joined by `email` (requirements decision 24). */
export const recipientForm1 = route({
  method: 'POST',
  path: '/newrecipient/recipient_form1',
  once: true,
  access: 'public',
  summary: 'Stores the first half of an application, about the person.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: AboutYou,
  answer: z.object({}),
});

export const recipientForm2 = route({
  method: 'POST',
  path: '/newrecipient/recipient_form2',
  once: true,
  access: 'public',
  summary: 'Stores the second half of an application, about the company.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: z.extend(AboutCompany, { email: Email }),
  answer: z.object({}),
});

/** Country names come from the browser in the language of the page. */
export const countries = route({
  method: 'GET',
  path: '/places',
  access: 'public',
  summary: 'Lists countries by ISO 3166-1 code, and the states of those that require one.',
  answer: z.object({
    data: z.object({
      countries: z.array(z.string()),
      /** By country, sorted by name. */
      states: z.record(z.string(), z.array(z.object({ code: z.string(), name: z.string() }))),
    }),
  }),
});
