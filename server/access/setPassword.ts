import type { AppContext } from '../platform/context.ts';
import type { Callers } from '../platform/http/caller.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { endLinks } from './linkQueries.ts';
import { consumeLink, readLink } from './links.ts';
import { hashPassword } from './passwords.ts';
import { updateAccount } from './queries.ts';
import { putSessionEnds } from './sessionQueries.ts';

/**
 * Sets the password of a link's account, once; every session and every other such link of the account ends.
 * @throws INVALID_TOKEN (malformed, forged), TOKEN_EXPIRED (also used or replaced), TOO_MANY_REQUESTS, BUSY
 */
export async function setPassword(
  { db, secrets, callers }: Pick<AppContext, 'db' | 'secrets'> & { callers: Callers },
  { token, password, network }: { token: string; password: string; network: string },
  now: Date,
): Promise<undefined> {
  await spend(db, [perHour('set-password', network, 60)], now);
  const link = await readLink(secrets, ['reset', 'welcome'], token, now);
  const passwordHash = await hashPassword(password);
  const ended = await db.transaction().execute(async (db) => {
    const accountid = await consumeLink(db, link.jti, now);
    await updateAccount(db, accountid, { password_hash: passwordHash });
    await endLinks(db, accountid, now);
    return putSessionEnds(db, accountid, now);
  });
  callers.forget(ended);
}
