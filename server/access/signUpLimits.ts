import type { Limit } from '../platform/rateLimit.ts';

/** A limit within an hour; sign-up tells whether an address has an account, so its limits are the hardest. */
export const perHour = (what: string, subject: string, most: number): Limit => ({
  what,
  subject,
  most,
  withinSeconds: 3600,
});
