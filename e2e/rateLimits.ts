import { inject } from 'vitest';
import { openDb } from '../server/platform/database/db.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';

/** Forgets all attempts and mails, as if their time had passed. */
export async function clearRateLimits(): Promise<void> {
  const { connection, leave } = await joinEmbeddedPostgres(inject('dataDir'));
  const { db, close } = openDb(connection, 1);
  await db.deleteFrom('rate_limits').execute();
  await close();
  await leave();
}
