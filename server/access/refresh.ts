import { REFRESH_GRACE_MS } from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Callers } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { type Grant, grant, type Holder } from './grant.ts';
import { hashOfRefresh, refreshExpiry, successorOf } from './refreshTokens.ts';
import {
  lockSessionOf,
  markRotated,
  prolongSession,
  putRefreshToken,
  putSessionEnd,
  rotatedAt,
} from './sessionQueries.ts';

/**
 * Exchanges a refresh token for its successor. Within the grace of 30 s everyone who shows the same token gets the same
 * successor (a second tab, a lost answer); later than that it was stolen, and the session ends (decision 4).
 * @throws UNAUTHENTICATED
 */
export async function refresh(
  { db, secrets, callers }: Pick<AppContext, 'db' | 'secrets'> & { callers: Callers },
  token: string | undefined,
  now: Date,
): Promise<Grant> {
  const found = token && (await db.transaction().execute((db) => exchange(db, secrets, token, now)));
  if (!found) throw new Refusal('UNAUTHENTICATED');
  if (!found.successor) {
    callers.forget([found.holder.sessionid]);
    throw new Refusal('UNAUTHENTICATED');
  }
  return grant(secrets, found.holder, found.successor, refreshExpiry(found.holder.publicdevice, now), now);
}

/** Undefined: no live session. Without `successor`: the session ended by this. */
async function exchange(
  db: Db,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<{ holder: Holder; successor?: string } | undefined> {
  const holder = await lockSessionOf(db, hashOfRefresh(token), now);
  if (!holder) return undefined;
  const rotated = await rotatedAt(db, hashOfRefresh(token));
  if (!rotated) return { holder, successor: await rotate(db, secrets, holder, token, now) };
  if (now.getTime() - rotated.getTime() <= REFRESH_GRACE_MS)
    return { holder, successor: await newest(db, secrets, token) };
  await putSessionEnd(db, holder.sessionid, now);
  return { holder };
}

async function rotate(
  db: Db,
  secrets: Secrets,
  { sessionid, publicdevice }: Holder,
  token: string,
  now: Date,
): Promise<string> {
  const successor = successorOf(secrets, token);
  await markRotated(db, hashOfRefresh(token), now);
  await putRefreshToken(db, sessionid, hashOfRefresh(successor), now);
  await prolongSession(db, sessionid, refreshExpiry(publicdevice, now));
  return successor;
}

/** Within the grace a successor may have been exchanged itself: an ended one would make its holder look like a thief. */
async function newest(db: Db, secrets: Secrets, token: string): Promise<string> {
  const successor = successorOf(secrets, token);
  return (await rotatedAt(db, hashOfRefresh(successor))) ? newest(db, secrets, successor) : successor;
}
