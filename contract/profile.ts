import * as z from 'zod/mini';
import { Email } from './access.ts';
import { Line, Phone, Website } from './fields.ts';
import { LINE_MAX, URL_MAX } from './limits.ts';
import { route } from './route.ts';

/** How often release mails come. */
export const mailFrequencies = ['none', 'daily', 'weekly', 'per-release'] as const;
export const MailFrequency = z.enum(mailFrequencies);
export type MailFrequency = z.infer<typeof MailFrequency>;
/** What the browser sends for a mail per release; `track` means the same to the server (A-ENUM-07). */
export const MAILPREF_PER_RELEASE = 'per-release' satisfies MailFrequency;

export const Profile = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  website: z.string(),
  title: z.string(),
  company: z.string(),
  /** ISO 3166-1 alpha-2, or empty. */
  country: z.string(),
  state: z.string(),
  city: z.string(),
  language: z.string(),
  /** The address that receives notifications. */
  mailto: z.string(),
  mailpref: MailFrequency,
  /** Every address of the account, the one in use first. */
  emails: z.array(z.string()),
  format: z.enum(['wav', 'mp3']),
});
export type Profile = z.infer<typeof Profile>;

export const profile = route({
  method: 'GET',
  path: '/profile',
  access: 'player',
  summary: 'The whole profile of the calling account.',
  answer: Profile,
});

const MANDATORY = 'This field is mandatory';
const Mandatory = z.pipe(Line, z.string().check(z.minLength(1, MANDATORY)));

/** Empty, or as `schema` wants it; this form says it in words of its own (A-PROFILE-13, A-PROFILE-14). */
const optional = (schema: typeof Phone, message: string) =>
  z.pipe(
    z.string().check(z.refine((text) => text.trim() === '' || schema.safeParse(text).success, message)),
    z.transform((text: string) => text.trim()),
  );

/** The form of the profile; `state` is asked for where `COUNTRIES_WITH_STATES` holds the country (A-PROFILE-10..15). */
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

/** The same fields before `ProfileForm` has judged them. */
const Given = z.extend(ProfileForm, {
  firstname: Line,
  lastname: Line,
  title: Line,
  phone: z._default(Line, ''),
  website: z._default(z.string().check(z.maxLength(URL_MAX)), ''),
  country: Line,
});

/**
 * The addresses change by merge and split only: `emails` is not looked at. A form that is as it was is not judged again:
 * who never filled it in can still say where mails go. Refuses: VALIDATION by field.
 */
export const saveProfile = route({
  method: 'POST',
  path: '/profile',
  access: 'player',
  summary: 'Replaces the whole profile, addresses left out.',
  body: z.extend(Given, {
    mailto: Email,
    mailpref: z.pipe(
      z.enum([...mailFrequencies, 'track']),
      z.transform((pref): MailFrequency => (pref === 'track' ? MAILPREF_PER_RELEASE : pref)),
    ),
  }),
  answer: Profile,
});

/** With `email` a link is mailed, with `token` the link is used (decision 24). */
const StartOrConfirm = z.union([z.object({ token: z.string() }), z.object({ email: Email })]);

/** Refuses: EMAIL_ASSOCIATED, TOO_MANY_REQUESTS; with `token` INVALID_TOKEN, TOKEN_EXPIRED, EMAIL_ASSOCIATED. */
export const merge = route({
  method: 'POST',
  path: '/profile/merge',
  access: 'player',
  summary: 'Links another address to this account: mails a link to it, or uses that link.',
  body: StartOrConfirm,
});

/** Refuses: NOT_YOUR_EMAIL, ONLY_EMAIL, EMAIL_IN_USE, TOO_MANY_REQUESTS; with `token` also INVALID_TOKEN, TOKEN_EXPIRED. */
export const split = route({
  method: 'POST',
  path: '/profile/split',
  access: 'player',
  summary: 'Unlinks an address of this account: mails a link to the address in use, or uses that link.',
  body: StartOrConfirm,
});

const LinkQuery = z.object({ token: z.string() });
const LinkState = z.object({ data: z.object({ valid: z.boolean(), email: z.string() }) });

/** Changes nothing. Refuses: INVALID_TOKEN. */
export const mergeLink = route({
  method: 'GET',
  path: '/profile/merge',
  access: 'player',
  summary: 'Whether a link that merges is still good for this account, and which address it names.',
  query: LinkQuery,
  answer: LinkState,
});

/** Changes nothing. Refuses: INVALID_TOKEN. */
export const splitLink = route({
  method: 'GET',
  path: '/profile/split',
  access: 'player',
  summary: 'Whether a link that splits is still good for this account, and which address it names.',
  query: LinkQuery,
  answer: LinkState,
});

/** Names of countries are the browser's, in the language that is spoken; these are the codes that forms offer. */
export const places = route({
  method: 'GET',
  path: '/places',
  access: 'public',
  summary: 'Countries by ISO 3166-1 code, and the states and provinces of those that have to be named.',
  answer: z.object({
    data: z.object({
      countries: z.array(z.string()),
      /** By country, by name. */
      states: z.record(z.string(), z.array(z.object({ code: z.string(), name: z.string() }))),
    }),
  }),
});

const Key = z.base64url().check(z.maxLength(LINE_MAX));

/** A Web Push subscription, as the browser makes it; what else comes is not kept. */
export const registerDevice = route({
  method: 'POST',
  path: '/notifications/device',
  access: 'player',
  summary: 'Keeps where this browser can be told something.',
  body: z.object({
    endpoint: z.url({ normalize: true }).check(z.maxLength(URL_MAX)),
    expirationTime: z.optional(z.nullable(z.number())),
    keys: z.optional(z.object({ p256dh: Key, auth: Key })),
  }),
  answer: z.object({}),
});
