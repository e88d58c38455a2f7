import type { Callers } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import type { World } from '../platform/world.ts';
import { endLinks, takeLink } from './linkQueries.ts';
import { hashOfLink, readLink } from './links.ts';
import { hashPassword } from './passwords.ts';
import { updateAccount } from './queries.ts';
import { putSessionEnds } from './sessionQueries.ts';

/**
 * Sets the password of a link's account, once; every session and every other such link of the account ends.
 * @throws INVALID_TOKEN (malformed, forged), TOKEN_EXPIRED (also used or replaced), BUSY
 */
export async function setPassword(
  { db, secrets, callers }: Pick<World, 'db' | 'secrets'> & { callers: Callers },
  { token, password }: { token: string; password: string },
  now: Date,
): Promise<undefined> {
  const link = await readLink(secrets, ['reset', 'welcome'], token, now);
  const passwordHash = await hashPassword(password);
  const ended = await db.transaction().execute(async (db) => {
    const accountid = await takeLink(db, hashOfLink(link.jti), now);
    if (accountid === undefined) throw new Refusal('TOKEN_EXPIRED');
    await updateAccount(db, accountid, { password_hash: passwordHash });
    await endLinks(db, accountid, now);
    return putSessionEnds(db, accountid, now);
  });
  callers.forget(ended);
}
