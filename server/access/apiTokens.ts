import { createHash, randomBytes } from 'node:crypto';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import { API_TOKEN_PREFIX, type createApiToken as route } from '@promenade/contract/tokens';
import { insertAudit } from '../platform/audit/audit.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { DAY_MS } from '../platform/process/days.ts';
import { deleteApiToken, findTokenCaller, insertApiToken, setTokenUsed } from './apiTokenQueries.ts';
import { requireFreshSignIn } from './freshSignIn.ts';

const USED_MS = 60_000;

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function createApiToken(
  db: Db,
  caller: Caller,
  { name, days, password }: RouteInput<typeof route>['body'],
  now: Date,
): Promise<RouteAnswer<typeof route>> {
  const { accountid, playerid } = caller;
  await consumeRateLimits(db, [perHour('api-token', String(accountid), 10)], now);
  await requireFreshSignIn(db, caller, password, now);
  const token = API_TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const expires = new Date(now.getTime() + days * DAY_MS);
  const made = await db.transaction().execute(async (db) => {
    const inserted = await insertApiToken(db, { accountid, name, hash: hashToken(token), expires }, now);
    if (!inserted) throw new Refusal('API_TOKENS_NOT_ALLOWED');
    const after = { ...inserted, name, expires };
    await insertAudit(db, { at: now, actor: playerid, action: 'token.create', subject: playerid, after });
    return inserted;
  });
  return { ...made, name, created: now.toISOString(), expires: expires.toISOString(), used: null, token };
}

export async function revokeApiToken(
  db: Db,
  { accountid, playerid }: Caller,
  tokenid: string,
  now: Date,
): Promise<undefined> {
  await db.transaction().execute(async (db) => {
    const name = await deleteApiToken(db, accountid, tokenid);
    if (name === undefined) throw new Refusal('API_TOKEN_NOT_FOUND');
    const before = { tokenid, name };
    await insertAudit(db, { at: now, actor: playerid, action: 'token.revoke', subject: playerid, before });
  });
}

/** Looked up at each request, so that a revoked token ends at once on every node. */
export async function findCallerOfToken(db: Db, token: string, now: Date): Promise<Caller | undefined> {
  const hash = hashToken(token);
  const found = await findTokenCaller(db, hash, now);
  if (!found) return undefined;
  const { used_at, ...caller } = found;
  if (!used_at || now.getTime() - used_at.getTime() > USED_MS) await setTokenUsed(db, hash, now);
  return { ...caller, sessionid: '', publicdevice: false, isMachine: true };
}
