import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_CODE_SECONDS,
  VERIFICATION_CODES_PER_DAY,
} from '@promenade/contract/limits';
import type { RouteInput } from '@promenade/contract/route';
import type { validateCode as validateRoute } from '@promenade/contract/signUp';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { consumeRateLimits, perHour, type RateLimit } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { consumeAttempt, deleteCode, upsertCode } from './codeQueries.ts';
import { createLink } from './links.ts';
import { consumeMailAllowance } from './mailAllowance.ts';
import { findAccount } from './queries.ts';

type Body = RouteInput<typeof validateRoute>['body'];

const codesPerDay = (email: string): RateLimit => ({
  action: 'code-day',
  subject: email,
  max: VERIFICATION_CODES_PER_DAY,
  windowSeconds: 24 * 3600,
});
const CHECKS_PER_NETWORK = 30;
const CODES_PER_NETWORK = 30;
const ATTEMPTS_PER_NETWORK = 60;

export async function checkEmail(db: Db, email: string, network: string, now: Date): Promise<undefined> {
  await consumeRateLimits(db, [perHour('check email', network, CHECKS_PER_NETWORK)], now);
  await requireUnregisteredEmail(db, email);
}

/** Mails a new code that replaces the previous one. */
export async function sendCode(context: AppContext, email: string, network: string, now: Date): Promise<undefined> {
  const { db, secrets, jobs } = context;
  await consumeRateLimits(db, [perHour('code network', network, CODES_PER_NETWORK)], now);
  await requireUnregisteredEmail(db, email);
  await consumeMailAllowance(db, email, now);
  await consumeRateLimits(db, [codesPerDay(email)], now);
  const code = String(randomInt(10 ** VERIFICATION_CODE_DIGITS)).padStart(VERIFICATION_CODE_DIGITS, '0');
  const expires = new Date(now.getTime() + VERIFICATION_CODE_SECONDS * 1000);
  await db.transaction().execute(async (db) => {
    await upsertCode(db, { email, hash: hashCode(secrets, email, code), expires_at: expires });
    await queueMail({ db, jobs }, { kind: 'code', to: email, code, expires }, now);
  });
}

/** Exchanges a code for a proof of the address. */
export async function validateCode({ db, secrets }: AppContext, { email, code }: Body, network: string, now: Date) {
  await consumeRateLimits(db, [perHour('code try', network, ATTEMPTS_PER_NETWORK)], now);
  // Outside the transaction, so that a wrong attempt stays counted.
  const hash = await consumeAttempt(db, email, now);
  if (!hash) throw new Refusal('CODE_EXPIRED');
  if (!timingSafeEqual(hash, hashCode(secrets, email, code))) throw new Refusal('INVALID_CODE');
  const email_token = await db.transaction().execute(async (db) => {
    if (!(await deleteCode(db, email, hash))) throw new Refusal('CODE_EXPIRED');
    return createLink(db, secrets, { kind: 'email', email, accountid: null }, now);
  });
  return { data: { email_token } };
}

async function requireUnregisteredEmail(db: Db, email: string): Promise<void> {
  if (await findAccount(db, email)) throw new Refusal('CHECK_EMAIL_FAILED');
}

/** Keyed, because the 100,000 possible codes could be found from a plain hash. */
const hashCode = (secrets: Secrets, email: string, code: string): Buffer =>
  createHmac('sha256', secrets.getKey('code')).update(`${email} ${code}`).digest();
