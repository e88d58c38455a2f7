import * as z from 'zod/mini';
import { ReleaseState } from '../label.ts';
import { route } from '../route.ts';
import { Day } from './day.ts';

// The days of the releases of all labels that an account works for: when they are available, their impact date, their end.

export const CalendarRelease = z.object({
  releaseid: z.uuid(),
  title: z.string(),
  artist: z.string(),
  label: z.nullable(z.string()),
  labelid: z.nullable(z.uuid()),
  state: ReleaseState,
  mayedit: z.boolean(),
  /** ISO instants, UTC; `available` is null for a draft without a date. */
  available: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  /** `YYYY-MM-DD` */
  impact: z.nullable(z.string()),
});
export type CalendarRelease = z.infer<typeof CalendarRelease>;

/** At most 1,000 releases with a day in the range, and the 100 newest drafts without any. */
export const calendar = route({
  method: 'GET',
  path: '/label/calendar',
  summary: 'Lists the releases that have a day within a range, and drafts without one.',
  query: z.object({ from: Day, to: Day }),
  answer: z.object({ items: z.array(CalendarRelease), undated: z.array(CalendarRelease) }),
});

export const CalendarFeed = z.object({
  /** ISO instants, UTC; `since` is null without a feed, `used` before its first use. */
  since: z.nullable(z.string()),
  used: z.nullable(z.string()),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const calendarFeed = route({
  method: 'GET',
  path: '/profile/calendar-feed',
  summary: 'Tells whether the calling account has a calendar feed.',
  answer: CalendarFeed,
});

/** The only answer with the address; the former one ends. */
export const makeCalendarFeed = route({
  method: 'POST',
  path: '/profile/calendar-feed',
  summary: 'Makes the calendar feed of the calling account, which calendar programs subscribe to.',
  refuses: ['TOO_MANY_REQUESTS'],
  answer: z.object({ url: z.string() }),
});

export const endCalendarFeed = route({
  method: 'DELETE',
  path: '/profile/calendar-feed',
  summary: 'Ends the calendar feed of the calling account.',
});

/** Whoever has the address reads it; every other method is METHOD_NOT_ALLOWED. An address that ended is NOT_FOUND. */
export const calendarFile = route({
  method: 'GET',
  path: '/label/calendar/:token.ics',
  access: 'public',
  summary: 'Returns the days of all releases as a calendar (RFC 5545).',
  refuses: ['NOT_FOUND', 'METHOD_NOT_ALLOWED'],
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  file: 'text/calendar',
});
