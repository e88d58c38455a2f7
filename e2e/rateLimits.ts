import { withDatabase } from './database.ts';

/** Forgets all attempts and mails, as if their time had passed. */
export const clearRateLimits = () => withDatabase((db) => db.deleteFrom('rate_limits').execute());
