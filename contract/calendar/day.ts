import * as z from 'zod/mini';

/** A day of the calendar: `2026-12-24`. PostgreSQL has no year 0. */
export const Day = z.iso.date().check(z.refine((day) => !day.startsWith('0000'), 'There is no year 0'));
