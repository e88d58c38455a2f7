import * as z from 'zod/mini';
import { MailFrequency } from './profile.ts';
import { route } from './route.ts';

/** A time zone by its IANA name, `Europe/Berlin`. */
const TimeZone = z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,60}$/));

/** What the browser says at the start of a session, so that mails come in the morning there (decision 17). */
export const timeZone = route({
  method: 'PUT',
  path: '/notifications/timezone',
  access: 'player',
  summary: 'Says in which time zone this account lives.',
  body: z.object({ timezone: TimeZone }),
});

const OfToken = z.object({ token: z.string().check(z.maxLength(2_000)) });

/** Changes nothing: mail scanners open every link. Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const subscription = route({
  method: 'GET',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Whose release mails a link of a mail is about, and how often they come now.',
  params: OfToken,
  answer: z.object({ email: z.string(), mailpref: MailFrequency }),
});

/** Also what a mail program posts by itself (RFC 8058). Doing so again changes nothing. Refuses: INVALID_TOKEN, TOKEN_EXPIRED. */
export const unsubscribe = route({
  method: 'POST',
  path: '/notifications/unsubscribe/:token',
  access: 'public',
  summary: 'Ends the release mails of an account.',
  params: OfToken,
  answer: z.object({ email: z.string(), mailpref: MailFrequency }),
});
