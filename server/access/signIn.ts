import type { signIn as route } from '@promenade/contract/access';
import type { RouteInput } from '@promenade/contract/route';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Cookies } from '../platform/http/caller.ts';
import { coarsenNetwork } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type BrowserCookie, createBrowserCookie, findKnownBrowsers } from './knownBrowsers.ts';
import { verifyPassword } from './passwords.ts';
import { type SessionInput, type SessionTokens, startSession } from './sessions.ts';
import { countSignIn } from './signInLimits.ts';
import { findSignInAccount, upsertKnownNetwork } from './signInQueries.ts';

type Body = RouteInput<typeof route>['body'];

/** From where somebody signs in. */
export interface SignInClient {
  network: string;
  cookies: Cookies;
}

/** `browser` is missing on a public computer. */
export type SignIn = SessionTokens & { browser?: BrowserCookie };

/**
 * Signs in with any address of an account (requirements decision 15). Only the correct password reveals that an account
 * is under review; a disabled account looks unknown. Limits apply before hashing.
 */
export async function signIn(context: AppContext, body: Body, client: SignInClient, now: Date): Promise<SignIn> {
  const { db } = context;
  const { username, password, publicdevice } = body;
  const { network, cookies } = client;
  const browsers = await findKnownBrowsers(context, cookies, now);
  const account = await findSignInAccount(db, username, network);
  const browserid = account && browsers.get(account.playerid);
  const attempt = { username, network, browserid, isKnownNetwork: account?.isKnownNetwork ?? false };
  const refund = await countSignIn(db, attempt, now);
  const isCorrect = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !isCorrect || account.status === 'disabled') throw new Refusal('INVALID_CREDENTIALS');
  await refund();
  if (account.status === 'pending') throw new Refusal('VERIFICATION_PENDING');
  const input = { ...account, username, publicdevice, proof: { passwordHash: account.password_hash } };
  const started = await db.transaction().execute((db) => startKnownSession({ ...context, db }, input, client, now));
  if (!started) throw new Refusal('INVALID_CREDENTIALS');
  return started;
}

/**
 * Starts a session and remembers browser and network, except on a public computer. Must run in a transaction. Undefined
 * when the account is not active or its proof is outdated.
 */
export async function startKnownSession(
  context: Pick<AppContext, 'secrets'> & { db: Db },
  input: SessionInput,
  { network, cookies }: SignInClient,
  now: Date,
): Promise<SignIn | undefined> {
  const { db, secrets } = context;
  const { accountid, playerid, username, publicdevice, proof } = input;
  const session = await startSession(db, secrets, input, now);
  if (!session) return undefined;
  await insertAudit(db, {
    at: now,
    actor: playerid,
    action: 'account.sign-in',
    subject: playerid,
    after: {
      email: username,
      by: proof === 'link' ? 'link' : 'password',
      publicdevice,
      network: coarsenNetwork(network),
    },
  });
  if (publicdevice) return session;
  await upsertKnownNetwork(db, accountid, network, now);
  const browsers = await findKnownBrowsers(context, cookies, now);
  return { ...session, browser: await createBrowserCookie(context, playerid, browsers.get(playerid), now) };
}
