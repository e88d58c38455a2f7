import * as z from 'zod/mini';
import { EMAIL_MAX, LINE_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { route } from './route.ts';

/** Trimmed and lower-cased: two spellings of one address are one account. */
export const Email = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(EMAIL_MAX)),
    z.transform((text: string) => text.trim().toLowerCase()),
  ),
  z.email(),
);

const SPECIAL = /[@$!%*#?&^;:"+=\-\\.]/;

/** The live checklist of the browser and the check of the server are this one list (A-RESET-15..18). */
export const passwordRules = {
  length: (password: string) => password.length >= PASSWORD_MIN,
  number: (password: string) => /\d/.test(password),
  special: (password: string) => SPECIAL.test(password),
} as const;
export type PasswordRule = keyof typeof passwordRules;

export const Password = z.string().check(
  z.maxLength(PASSWORD_MAX),
  z.refine(
    (password) => Object.values(passwordRules).every((holds) => holds(password)),
    'Does not meet the password rules',
  ),
);

/** The tokens of a session; the headers of the same names repeat them (decision 1). */
export const Tokens = z.object({ 'access-token': z.string(), 'refresh-token': z.string() });
export type Tokens = z.infer<typeof Tokens>;

/** Claims of the access token; `username` is the address in use, `exp` seconds since 1970 (A-SESSION-18). */
export const AccessClaims = z.object({
  playerid: z.string(),
  email: z.string(),
  fullname: z.string(),
  username: z.string(),
  exp: z.number(),
  verified: z.boolean(),
  label_staff: z.boolean(),
  /** Only where it is true. */
  operator: z.optional(z.boolean()),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** Relationship of an invited person to who invites (A-ENUM-01..03). */
export const Relationship = z.enum(['industry-contact', 'coworker', 'other']);
export type Relationship = z.infer<typeof Relationship>;

/** What a mailed link is for. `email` is the proof of an address that a typed code earned; it is never mailed. */
export const LinkKind = z.enum(['sign-in', 'reset', 'welcome', 'merge', 'split', 'email', 'invitation']);
export type LinkKind = z.infer<typeof LinkKind>;

/** Claims of a mailed link that the browser shows before it asks the server (decision 14, A-SESSION-20). */
export const LinkClaims = z.object({
  kind: LinkKind,
  /** Whom it was mailed to; of merge and split the address that comes or goes. */
  email: z.string(),
  welcome_email: z.boolean(),
  /** Seconds since 1970. */
  exp: z.number(),
  /** Of a sign-in link: whether the session it starts is one on a public computer. */
  publicdevice: z.optional(z.boolean()),
  /** Of an invitation. */
  inviter_email: z.optional(z.string()),
  inviter_id: z.optional(z.string()),
  inviter_name: z.optional(z.string()),
  relationship: z.optional(Relationship),
});
export type LinkClaims = z.infer<typeof LinkClaims>;

/** What the calls of the passwordless link carry as their marker; any value, or none, is as good (A-API-05). */
const Flag = z.optional(z.string().check(z.maxLength(LINE_MAX)));

/** Refuses: INVALID_CREDENTIALS, VERIFICATION_PENDING. */
export const signIn = route({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Signs in with email and password.',
  body: z.object({
    username: Email,
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
    publicdevice: z._default(z.boolean(), false),
  }),
  answer: Tokens,
});

/** The token comes in the body, or in a header of the same name (A-API-09). Refuses: UNAUTHENTICATED. */
export const refresh = route({
  method: 'PUT',
  path: '/auth/refresh',
  access: 'public',
  summary: 'Exchanges a refresh token for a new pair of tokens; the old one ends.',
  body: z._default(z.object({ 'refresh-token': z.optional(z.string()) }), {}),
  answer: Tokens,
});

export const signOut = route({
  method: 'POST',
  path: '/auth/logout',
  access: 'player',
  summary: 'Ends the session of the access token, its refresh and media tokens too.',
});

/** Mails a link that signs in. Refuses: INVALID_EMAIL, EMAIL_UNKNOWN, ACCOUNT_INACTIVE, TOO_MANY_REQUESTS. */
export const requestLoginLink = route({
  method: 'POST',
  path: '/auth/login-email',
  access: 'public',
  summary: 'Mails a link that signs in without a password, good once and for 15 minutes.',
  body: z.object({
    /** Read by the rule, which has its own refusal for a bad one. */
    email: z.string().check(z.maxLength(LINE_MAX * 2)),
    publicdevice: z._default(z.boolean(), false),
    flag: Flag,
  }),
});

/** Refuses: INVALID_TOKEN, TOKEN_EXPIRED, ACCOUNT_INACTIVE. */
export const exchangeLink = route({
  method: 'POST',
  path: '/auth/pwdless',
  access: 'public',
  summary: 'Signs in with the token of a mailed link, once.',
  body: z.object({ token: z.string(), flag: Flag }),
  answer: Tokens,
});

/** The same answer whether or not the address has an account (A-RESET-08). Refuses: VALIDATION, TOO_MANY_REQUESTS. */
export const requestReset = route({
  method: 'GET',
  path: '/auth/reset/:email',
  access: 'public',
  summary: 'Mails a link that sets a new password to the account of this address, if there is one.',
  params: z.object({ email: Email }),
});

/** Ends every session of the account. Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const setPassword = route({
  method: 'PUT',
  path: '/auth/chgpwdreset',
  access: 'public',
  summary: 'Sets a new password with the token of a reset or welcome link.',
  body: z.object({ password: Password, token: z.string() }),
});

export const endSessions = route({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'player',
  summary: 'Signs the account out everywhere: every session, every media token.',
});
