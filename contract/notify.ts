import * as z from 'zod/mini';
import { MailFrequency } from './profile.ts';
import { route } from './route.ts';

/** IANA name: `Europe/Berlin`. */
const TimeZone = z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,60}$/));

/** Sent at the start of a session; mails arrive in the local morning (requirements decision 17). */
export const timeZone = route({
  method: 'PUT',
  path: '/notifications/timezone',
  summary: 'Sets the time zone of this account.',
  body: z.object({ timezone: TimeZone }),
});

const TokenParams = z.object({ token: z.string().check(z.maxLength(2_000)) });

/** Changes nothing, because mail scanners open every link. Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const subscription = route({
  method: 'GET',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Returns address and mail frequency of the account of an unsubscribe link.',
  params: TokenParams,
  answer: z.object({ email: z.string(), mailpref: MailFrequency }),
});

/** Mail programs post this too (RFC 8058). Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const unsubscribe = route({
  method: 'POST',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Ends the release mails of an account.',
  params: TokenParams,
  answer: z.object({ email: z.string(), mailpref: MailFrequency }),
});
