import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { atMost } from './atMost.ts';

/** The library declares Argon2id as an ambient const enum, which stripped types cannot read. */
const ARGON2ID: Algorithm.Argon2id = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Well-formed and of the same cost, but no password has it: 16 bytes of salt and 32 of hash, all zero. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

// Per process, because it guards the processors: a flood of sign-ins must not hold up the sound.
const inTurn = atMost(2, 32);

/**
 * Argon2id in PHC form, about 30 ms of one core.
 * @throws BUSY when too many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), COST));
}

/**
 * Does the same work where there is no account or no password yet (`null`, `undefined`), and answers false.
 * @throws BUSY when too many wait already
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const right = await inTurn(() => verify(passwordHash ?? NOBODY, composed(password)));
  return right && typeof passwordHash === 'string';
}

/** One keyboard sends é as one character, another as two. */
const composed = (password: string): string => password.normalize('NFC');
