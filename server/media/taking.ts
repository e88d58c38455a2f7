import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/process/secrets.ts';

// A taking is one download of a file by one account. Files that are taken home carry its id: 128 random bits and an
// HMAC of them, so that an invented id is recognised. The ledger knows whose it is (requirements decision 33).

const TAKING_BYTES = 16;
const SIGNATURE_BYTES = 16;
const PREFIX = 'promenade:';
/** An id is 53 characters: it fits into the 64 of the `UFID` frame and of the user field of `cart`. */
export const TAKING_ID = new RegExp(`${PREFIX}([\\w-]{43})`, 'g');
export const TAKING_ID_LENGTH = PREFIX.length + 43;

export const createTaking = (): Buffer => randomBytes(TAKING_BYTES);

/** The taking of a download without a token: equal for all ranges of one file in one session. */
export const deriveTaking = (secrets: Secrets, ...facts: string[]): Buffer =>
  hmac(secrets, 'taking-seed', facts.join('\n'), TAKING_BYTES);

export const formatTakingId = (secrets: Secrets, taking: Buffer): string =>
  PREFIX + Buffer.concat([taking, sign(secrets, taking)]).toString('base64url');

/** Takes the characters after the prefix. */
export function parseTakingId(secrets: Secrets, text: string): { taking: Buffer; isSigned: boolean } {
  const bytes = Buffer.from(text, 'base64url');
  const [taking, signature] = [bytes.subarray(0, TAKING_BYTES), bytes.subarray(TAKING_BYTES)];
  return { taking, isSigned: timingSafeEqual(signature, sign(secrets, taking)) };
}

const sign = (secrets: Secrets, taking: Buffer) => hmac(secrets, 'taking', taking, SIGNATURE_BYTES);

const hmac = (secrets: Secrets, purpose: string, content: Buffer | string, bytes: number): Buffer =>
  createHmac('sha256', secrets.getKey(purpose)).update(content).digest().subarray(0, bytes);
