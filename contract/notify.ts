import * as z from 'zod/mini';
import { TimeZone } from './fields.ts';
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
