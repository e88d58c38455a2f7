import * as z from 'zod/mini';

/** A day, such as `2026-12-24`. PostgreSQL has no year 0. */
export const Day = z.iso
  .date('must be a day, such as 2026-11-27')
  .check(z.regex(/^(?!0000)/, 'must have a year from 0001 on'));
