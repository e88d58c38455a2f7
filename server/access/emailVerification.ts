import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import {
  VERIFICATION_CODE_DIGITS,
  VERIFICATION_CODE_SECONDS,
  VERIFICATION_CODES_PER_HOUR,
} from '@promenade/contract/limits';
import type { AppContext } from '../platform/context.ts';
import { perHour, spend } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { queueMail } from '../platform/mail/mail.ts';
import type { Secrets } from '../platform/process/secrets.ts';
import { putCode, takeCode, tryCode } from './codeQueries.ts';
import { makeLink } from './links.ts';
import { requireNewEmail } from './signUpEmail.ts';

const CODES_PER_NETWORK = 30;
const TRIES_PER_NETWORK = 60;

/**
 * Mails a new code to an address without an account; the one before it is over.
 * @throws CHECK_EMAIL_FAILED, TOO_MANY_REQUESTS
 */
export async function sendCode(
  { db, secrets, jobs }: Pick<AppContext, 'db' | 'secrets' | 'jobs'>,
  email: string,
  network: string,
  now: Date,
): Promise<undefined> {
  const perAddress = perHour('code address', email, VERIFICATION_CODES_PER_HOUR);
  await spend(db, [perAddress, perHour('code network', network, CODES_PER_NETWORK)], now);
  await requireNewEmail(db, email);
  const code = String(randomInt(10 ** VERIFICATION_CODE_DIGITS)).padStart(VERIFICATION_CODE_DIGITS, '0');
  const expires = new Date(now.getTime() + VERIFICATION_CODE_SECONDS * 1000);
  await db.transaction().execute(async (db) => {
    await putCode(db, { email, hash: hashOfCode(secrets, email, code), expires_at: expires });
    await queueMail({ db, jobs }, { kind: 'code', to: email, code }, now);
  });
}

/**
 * The proof of an address, for the code that was mailed to it.
 * @throws INVALID_CODE, CODE_EXPIRED (also after five wrong tries, or when none was sent), TOO_MANY_REQUESTS
 */
export async function validateCode(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { email, code }: { email: string; code: string },
  network: string,
  now: Date,
): Promise<{ data: { email_token: string } }> {
  await spend(db, [perHour('code try', network, TRIES_PER_NETWORK)], now);
  // Outside of a transaction: a wrong try stays counted.
  const kept = await tryCode(db, email, now);
  if (!kept) throw new Refusal('CODE_EXPIRED');
  if (!timingSafeEqual(kept, hashOfCode(secrets, email, code))) throw new Refusal('INVALID_CODE');
  const email_token = await db.transaction().execute(async (db) => {
    if (!(await takeCode(db, email, kept))) throw new Refusal('CODE_EXPIRED');
    return makeLink(db, secrets, { kind: 'email', email, accountid: null }, now);
  });
  return { data: { email_token } };
}

/** With a key, because there are so few codes that a plain hash of one is the code itself. */
const hashOfCode = (secrets: Secrets, email: string, code: string): Buffer =>
  createHmac('sha256', secrets.key('code')).update(`${email} ${code}`).digest();
