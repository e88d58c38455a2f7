import { createHmac, randomBytes } from 'node:crypto';
import { formatShortToken, parseShortToken } from '../platform/http/tokens.ts';
import type { Secrets } from '../platform/process/secrets.ts';

// A taking is one download of a file by one account. Files that are taken home carry its id: 128 random bits and an
// HMAC of them, so that an invented id is recognised. The ledger knows whose it is (requirements decision 33).

const TAKING_BYTES = 16;
const PREFIX = 'promenade:';
/** An id is 53 characters: it fits into the 64 of the `UFID` frame and of the user field of `cart`. */
export const TAKING_ID = new RegExp(`${PREFIX}([\\w-]{43})`, 'g');
export const TAKING_ID_LENGTH = PREFIX.length + 43;

export const createTaking = (): Buffer => randomBytes(TAKING_BYTES);

/** The taking of a download without a token: equal for all ranges of one file in one session. */
export const deriveTaking = (secrets: Secrets, ...facts: string[]): Buffer =>
  createHmac('sha256', secrets.getKey('taking-seed')).update(facts.join('\n')).digest().subarray(0, TAKING_BYTES);

export const formatTakingId = (secrets: Secrets, taking: Buffer): string =>
  PREFIX + formatShortToken(secrets, 'taking', taking);

/** Takes the characters after the prefix. */
export function parseTakingId(secrets: Secrets, text: string): { taking: Buffer; isSigned: boolean } {
  const { random, isSigned } = parseShortToken(secrets, 'taking', text);
  return { taking: random, isSigned };
}
