import * as z from 'zod/mini';
import { Email } from './email.ts';
import { AudioFormat, Line, Phone, Website } from './fields.ts';
import { PASSWORD_MAX, URL_MAX } from './limits.ts';
import { route } from './route.ts';

/** How often release mails are sent. */
export const mailFrequencies = ['none', 'daily', 'weekly', 'per-release'] as const;
export const MailFrequency = z.enum(mailFrequencies);
export type MailFrequency = z.infer<typeof MailFrequency>;

export const Profile = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  website: z.string(),
  title: z.string(),
  company: z.string(),
  /** ISO 3166-1 alpha-2, or empty. */
  country: z.string(),
  /** What became of a country that is not the approved one and would give packages: it waits for an operator, or was refused. */
  countrycheck: z.nullable(z.enum(['waiting', 'refused'])),
  state: z.string(),
  city: z.string(),
  language: z.string(),
  /** The address that receives notifications. */
  mailto: z.string(),
  mailpref: MailFrequency,
  /** All addresses of the account, the one in use first. */
  emails: z.array(z.string()),
  format: AudioFormat,
});
export type Profile = z.infer<typeof Profile>;

export const profile = route({
  method: 'GET',
  path: '/profile',
  summary: 'Returns the profile of the calling account.',
  answer: Profile,
});

/** Reports count what the account hears and opens from then on. Repeating it changes nothing. */
export const confirmTold = route({
  method: 'POST',
  path: '/profile/told',
  summary: 'Stores that this account knows what labels see of it.',
});

const MANDATORY = 'This field is mandatory';
const Mandatory = z.pipe(Line, z.string().check(z.minLength(1, MANDATORY)));

/** Accepts an empty text or the schema, with the message of this form (requirements A-PROFILE-13, A-PROFILE-14). */
const optional = (schema: typeof Phone, message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => text.trim() === '' || schema.safeParse(text).success, message)),
    z.transform((text: string) => text.trim()),
  );

/** `state` is required for `COUNTRIES_WITH_STATES`, checked by the server (requirements A-PROFILE-10 to 15). */
export const ProfileForm = z.object({
  firstname: Mandatory,
  lastname: Mandatory,
  title: Mandatory,
  company: z._default(Line, ''),
  phone: z._default(optional(Phone, 'Invalid phone number'), ''),
  website: z._default(optional(Website, 'Must be a valid URL'), ''),
  country: Mandatory,
  state: z._default(Line, ''),
  city: z._default(Line, ''),
  language: z._default(Line, 'en'),
  format: z._default(Profile.shape.format, 'mp3'),
});
export type ProfileForm = z.infer<typeof ProfileForm>;

/** `ProfileForm` without its checks: the server accepts an unchanged form that was never filled in. */
const SubmittedForm = z.extend(ProfileForm, {
  firstname: Line,
  lastname: Line,
  title: Line,
  phone: z._default(Line, ''),
  website: z._default(z.string().check(z.maxLength(URL_MAX)), ''),
  country: Line,
});

/** Ignores `emails`; `track` is another name of `per-release` (requirement A-ENUM-07). */
export const saveProfile = route({
  method: 'POST',
  path: '/profile',
  summary: 'Replaces the profile except its addresses.',
  body: z.extend(SubmittedForm, {
    mailto: Email,
    mailpref: z.pipe(
      z.enum([...mailFrequencies, 'track']),
      z.transform((pref): MailFrequency => (pref === 'track' ? 'per-release' : pref)),
    ),
  }),
  answer: Profile,
});

/** `email` requests a mailed link, `token` uses it (requirements decision 24). */
const EmailOrToken = z.union([z.object({ token: z.string() }), z.object({ email: Email })]);

/** `password` is needed when the sign-in is older than ten minutes. */
const MergeRequest = z.object({ email: Email, password: z.optional(z.string().check(z.maxLength(PASSWORD_MAX))) });

export const merge = route({
  method: 'POST',
  path: '/profile/merge',
  summary: 'Adds another address to this account: mails a link to it, or uses that link.',
  refuses: ['EMAIL_ASSOCIATED', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_REQUESTS', 'INVALID_TOKEN', 'TOKEN_EXPIRED'],
  body: z.union([z.object({ token: z.string() }), MergeRequest]),
});

export const split = route({
  method: 'POST',
  path: '/profile/split',
  summary: 'Removes an address of this account: mails a link to the address in use, or uses that link.',
  refuses: ['NOT_YOUR_EMAIL', 'ONLY_EMAIL', 'EMAIL_IN_USE', 'TOO_MANY_REQUESTS', 'INVALID_TOKEN', 'TOKEN_EXPIRED'],
  body: EmailOrToken,
});

const LinkQuery = z.object({ token: z.string() });
const LinkState = z.object({ data: z.object({ valid: z.boolean(), email: z.string() }) });

export const mergeLink = route({
  method: 'GET',
  path: '/profile/merge',
  summary: 'Tells whether this account can still use a merge link, and its address.',
  refuses: ['INVALID_TOKEN'],
  query: LinkQuery,
  answer: LinkState,
});

/** Changes nothing. */
export const splitLink = route({
  method: 'GET',
  path: '/profile/split',
  summary: 'Tells whether this account can still use a split link, and its address.',
  refuses: ['INVALID_TOKEN'],
  query: LinkQuery,
  answer: LinkState,
});
