import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { Refusal } from '../platform/http/refusal.ts';
import { atMost } from '../platform/process/limits.ts';

/** The library declares this as an ambient const enum, which type stripping cannot resolve. */
const ARGON2ID: Algorithm.Argon2id = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A valid hash of the same cost that no password matches: 16 bytes of salt and 32 of hash, all zero. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

// Limited per process, so that a flood of sign-ins leaves a core and threads for streaming.
const runLimited = atMost(availableParallelism() > 2 ? 2 : 1, 32, () => new Refusal('BUSY'));

/** Hashes with Argon2id in PHC format; takes about 30 ms of one core. @throws BUSY when too many calls are waiting */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(normalize(password), COST));
}

/**
 * Compares a password with a hash. Without a hash it takes the same time and returns false.
 * @throws BUSY when too many calls are waiting
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const isMatch = await runLimited(() => verify(passwordHash ?? DUMMY_HASH, normalize(password)));
  return isMatch && typeof passwordHash === 'string';
}

/** NFC, because some keyboards type é as one character and some as two. */
const normalize = (password: string): string => password.normalize('NFC');
