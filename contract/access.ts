import * as z from 'zod/mini';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
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
});
export type AccessClaims = z.infer<typeof AccessClaims>;

/** Claims of a mailed link that the browser shows before it asks the server (decision 14). */
export const LinkClaims = z.object({
  kind: z.enum(['reset', 'welcome']),
  email: z.string(),
  welcome_email: z.boolean(),
  exp: z.number(),
});
export type LinkClaims = z.infer<typeof LinkClaims>;

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

/** Ends every session of the account. Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const setPassword = route({
  method: 'PUT',
  path: '/auth/chgpwdreset',
  access: 'public',
  summary: 'Sets a new password with the token of a reset or welcome link.',
  body: z.object({ password: Password, token: z.string() }),
});

export const Profile = z.object({
  firstname: z.string(),
  lastname: z.string(),
  phone: z.string(),
  website: z.string(),
  title: z.string(),
  company: z.string(),
  country: z.string(),
  state: z.string(),
  city: z.string(),
  language: z.string(),
  /** The address that receives notifications. */
  mailto: z.string(),
  mailpref: z.enum(['none', 'daily', 'weekly', 'per-release']),
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
