import type { ErrorCode } from '@promenade/contract/errors';
import { expect } from 'vitest';
import { countAttempt, perHour } from '../platform/http/rateLimit.ts';
import { refused } from './client.ts';
import type { TestServer } from './testServer.ts';

/** Expects this refusal of each call. */
export async function expectRefused(code: ErrorCode, ...answers: Promise<unknown>[]): Promise<void> {
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject(refused(code));
}

/** Counts as many attempts as a limit allows in an hour. */
export async function useUp({ db, now }: TestServer, action: string, subject: string, max: number): Promise<void> {
  for (let count = 0; count < max; count++) await countAttempt(db, [perHour(action, subject, max)], now());
}
