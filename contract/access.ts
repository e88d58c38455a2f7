import * as z from 'zod/mini';
import { Email } from './email.ts';
import { LINE_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { route } from './route.ts';

const SPECIAL = /[@$!%*#?&^;:"+=\-\\.]/;

/** Checked by the server and shown as a live checklist (requirements A-RESET-15 to 18). */
export const passwordRules = {
  length: (password: string) => password.length >= PASSWORD_MIN,
  number: (password: string) => /\d/.test(password),
  special: (password: string) => SPECIAL.test(password),
} as const;
export type PasswordRule = keyof typeof passwordRules;

export const Password = z.string().check(
  z.maxLength(PASSWORD_MAX),
  z.refine(
    (password) => Object.values(passwordRules).every((isMet) => isMet(password)),
    'Does not meet the password rules',
  ),
);

/** Headers of the same names repeat them (requirements decision 1). */
export const Tokens = z.object({ 'access-token': z.string(), 'refresh-token': z.string() });
export type Tokens = z.infer<typeof Tokens>;

/**
 * `username` is the address in use, `exp` is in seconds since 1970. `operator`, `told`,
 * `haslabels` and `bounced` are set only when true; `told`: the account was told what labels see of it; `haslabels`: it
 * works for one; `bounced`: mails to its address came back.
 */
export const AccessClaims = z.object({
  playerid: z.string(),
  email: z.string(),
  fullname: z.string(),
  username: z.string(),
  exp: z.number(),
  verified: z.boolean(),
  label_staff: z.boolean(),
  operator: z.optional(z.boolean()),
  told: z.optional(z.boolean()),
  haslabels: z.optional(z.boolean()),
  bounced: z.optional(z.boolean()),
});
export type AccessClaims = z.infer<typeof AccessClaims>;

export const Relationship = z.enum(['industry-contact', 'coworker', 'other']);
export type Relationship = z.infer<typeof Relationship>;

/** `email` is the proof of an address, exchanged for a typed code and never mailed. */
export const LinkKind = z.enum(['reset', 'welcome', 'merge', 'split', 'email', 'invitation']);
export type LinkKind = z.infer<typeof LinkKind>;

/** Claims of a mailed link that the browser reads without a call (requirements decision 14, A-SESSION-20). */
export const LinkClaims = z.object({
  kind: LinkKind,
  /** Recipient; for merge and split the address to add or remove. */
  email: z.string(),
  welcome_email: z.boolean(),
  /** Seconds since 1970. */
  exp: z.number(),
  /** Only of merge and split: the address that the account was signed in with. */
  account: z.optional(z.string()),
  /** The next four only of an invitation. */
  inviter_email: z.optional(z.string()),
  inviter_id: z.optional(z.string()),
  inviter_name: z.optional(z.string()),
  relationship: z.optional(Relationship),
});
export type LinkClaims = z.infer<typeof LinkClaims>;

/** Marker of the specified calls; its value is ignored (requirement A-API-05). */
const Flag = z.optional(z.string().check(z.maxLength(LINE_MAX)));

export const signIn = route({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  summary: 'Signs in with email and password.',
  refuses: ['INVALID_CREDENTIALS', 'VERIFICATION_PENDING', 'TOO_MANY_REQUESTS'],
  body: z.object({
    username: Email,
    password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)),
    publicdevice: z._default(z.boolean(), false),
  }),
  answer: Tokens,
});

/** Also reads the token from a header of the same name (requirement A-API-09). */
export const refresh = route({
  method: 'PUT',
  path: '/auth/refresh',
  access: 'public',
  summary: 'Exchanges a refresh token for a new pair of tokens.',
  refuses: ['UNAUTHENTICATED'],
  body: z._default(z.object({ 'refresh-token': z.optional(z.string()) }), {}),
  answer: Tokens,
});

export const signOut = route({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the session with all its tokens.',
});

export const requestSignInLink = route({
  method: 'POST',
  path: '/auth/login-email',
  access: 'public',
  summary: 'Mails a link that signs in without a password, once and within 15 minutes.',
  refuses: ['INVALID_EMAIL', 'EMAIL_UNKNOWN', 'ACCOUNT_INACTIVE', 'TOO_MANY_REQUESTS'],
  body: z.object({
    /** Validated by the rule, which refuses with INVALID_EMAIL. */
    email: z.string().check(z.maxLength(LINE_MAX * 2)),
    publicdevice: z._default(z.boolean(), false),
    flag: Flag,
  }),
});

/** Changes nothing, because mail scanners open links. */
export const signInLink = route({
  method: 'POST',
  path: '/auth/login-email/link',
  access: 'public',
  summary: 'Tells whom the token of a mailed link signs in, and whether it still does.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED'],
  body: z.object({ token: z.string() }),
  answer: z.object({
    data: z.object({ email: z.string(), publicdevice: z.boolean(), state: z.enum(['open', 'used', 'expired']) }),
  }),
});

export const exchangeSignInLink = route({
  method: 'POST',
  path: '/auth/pwdless',
  access: 'public',
  summary: 'Signs in with the token of a mailed link.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ACCOUNT_INACTIVE'],
  body: z.object({ token: z.string(), flag: Flag }),
  answer: Tokens,
});

/** Answers the same for unknown addresses (requirement A-RESET-08). */
export const requestReset = route({
  method: 'GET',
  path: '/auth/reset/:email',
  access: 'public',
  summary: 'Mails a link that sets a new password, if the address has an account.',
  refuses: ['TOO_MANY_REQUESTS', 'CROSS_SITE'],
  params: z.object({ email: Email }),
});

/** Ends every session of the account. */
export const setPassword = route({
  method: 'PUT',
  path: '/auth/chgpwdreset',
  access: 'public',
  summary: 'Sets a new password with the token of a reset or welcome link.',
  refuses: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'TOO_MANY_REQUESTS'],
  body: z.object({ password: Password, token: z.string() }),
});

export const endSessions = route({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Ends all sessions of the account.',
});
