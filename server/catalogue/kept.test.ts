import { expect, test } from 'vitest';
import { keep } from './kept.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

/** Counts how often it was found. */
function counting() {
  let found = 0;
  return async () => ++found;
}

test('an answer is kept for twenty seconds, for one account and one question', async () => {
  const kept = keep<number>();
  const find = counting();
  expect(await kept.get(1, 'all', find, at(0))).toBe(1);
  expect(await kept.get(1, 'all', find, at(15.6))).toBe(1);
  expect(await kept.get(2, 'all', find, at(15.6))).toBe(2);
  expect(await kept.get(1, 'others', find, at(15.6))).toBe(3);
  expect(await kept.get(1, 'all', find, at(20))).toBe(4);
});

test('asked again near its end, it is found anew without anybody waiting', async () => {
  const kept = keep<number>();
  const find = counting();
  await kept.get(1, 'all', find, at(0));
  expect(await kept.get(1, 'all', find, at(18))).toBe(1);
  expect(await kept.get(1, 'all', find, at(18.4))).toBe(2);
  expect(await kept.get(1, 'all', find, at(32))).toBe(2);
});

test('what is forgotten is found anew, even when it was being found meanwhile', async () => {
  const kept = keep<number>();
  const slow = Promise.withResolvers<number>();
  const first = kept.get(1, 'all', () => slow.promise, at(0));
  kept.forget(1);
  expect(await kept.get(1, 'all', async () => 7, at(0))).toBe(7);
  slow.resolve(5);
  expect(await first).toBe(5);
  expect(await kept.get(1, 'all', async () => 9, at(1))).toBe(7);
});

test('a failure is not kept', async () => {
  const kept = keep<number>();
  await expect(kept.get(1, 'all', () => Promise.reject(new Error('away')), at(0))).rejects.toThrow('away');
  expect(await kept.get(1, 'all', async () => 3, at(0))).toBe(3);
});
