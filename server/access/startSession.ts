import type { Db } from '../platform/database/db.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { type Grant, grant, type Holder } from './grant.ts';
import { firstRefreshToken, hashOfRefresh, refreshExpiry } from './refreshTokens.ts';
import { type NewSession, putSession } from './sessionQueries.ts';

/** Who signs in, and what showed that they may. */
type Starting = Omit<Holder, 'sessionid'> & Pick<NewSession, 'accountid' | 'proof'>;

/** A session with its tokens; undefined when the account may no longer act, or the proof is over. */
export async function startSession(
  db: Db,
  secrets: Secrets,
  { accountid, proof, ...account }: Starting,
  now: Date,
): Promise<Grant | undefined> {
  const { username, publicdevice } = account;
  const token = firstRefreshToken();
  const expires = refreshExpiry(publicdevice, now);
  const session = { accountid, proof, username, publicdevice, hash: hashOfRefresh(token), expires };
  const sessionid = await putSession(db, session, now);
  return sessionid === undefined ? undefined : grant(secrets, { ...account, sessionid }, token, expires, now);
}
