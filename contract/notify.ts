import * as z from 'zod/mini';
import { TimeZone } from './fields.ts';
import { LINE_MAX, URL_MAX } from './limits.ts';
import { route } from './route.ts';

/** Browsers subscribe with it; the subscription is stored by `registerDevice`. */
export const pushKey = route({
  method: 'GET',
  path: '/notifications/key',
  summary: 'Tells the public key of this service for Web Push (RFC 8292).',
  answer: z.object({ key: z.string() }),
});

/** Sent at the start of a session; mails arrive in the local morning (requirements decision 17). */
export const timeZone = route({
  method: 'PUT',
  path: '/notifications/timezone',
  summary: 'Sets the time zone of this account.',
  body: z.object({ timezone: TimeZone }),
});

const PushKey = z.base64url().check(z.maxLength(LINE_MAX));

/** The body is a Web Push subscription with a public https address, whose port is 443. */
export const registerDevice = route({
  method: 'POST',
  path: '/notifications/device',
  summary: 'Stores the push subscription of this browser, until its session ends.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: z.object({
    endpoint: z.url({ normalize: true }).check(z.maxLength(URL_MAX)),
    expirationTime: z.optional(z.nullable(z.number())),
    keys: z.optional(z.object({ p256dh: PushKey, auth: PushKey })),
  }),
  answer: z.object({}),
});
