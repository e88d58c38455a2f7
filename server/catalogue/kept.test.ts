import { expect, test } from 'vitest';
import { keep } from './kept.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

/** Counts how often it was found. */
function counting(what = 'all') {
  let found = 0;
  return { what, find: async () => ++found };
}

test('an answer is kept for one account and one question until there is doubt, and for twenty seconds then', async () => {
  const kept = keep<number>();
  const all = counting();
  expect(await kept.get(1, all, at(0))).toBe(1);
  expect(await kept.get(2, all, at(0))).toBe(2);
  expect(await kept.get(1, { ...all, what: 'others' }, at(0))).toBe(3);
  expect(await kept.get(1, all, at(500))).toBe(1);
  kept.doubt();
  expect(await kept.get(1, all, at(500))).toBe(4);
  kept.doubt();
  expect(await kept.get(1, all, at(515.6))).toBe(4);
  expect(await kept.get(1, all, at(520))).toBe(5);
  expect(await kept.get(1, all, at(1120))).toBe(6);
});

test('what grows old by itself is kept for twenty seconds', async () => {
  const kept = keep<number>();
  const unheard = { ...counting(), lasts: false };
  await kept.get(1, unheard, at(0));
  expect(await kept.get(1, unheard, at(15.9))).toBe(1);
  expect(await kept.get(1, unheard, at(20))).toBe(2);
});

test('doubt while it is being found counts', async () => {
  const kept = keep<number>();
  const slow = Promise.withResolvers<number>();
  const first = kept.get(1, { what: 'all', find: () => slow.promise }, at(0));
  kept.doubt();
  slow.resolve(5);
  expect(await first).toBe(5);
  expect(await kept.get(1, counting(), at(20))).toBe(1);
});

test('asked again near its end, it is found anew without anybody waiting', async () => {
  const kept = keep<number>();
  const all = counting();
  await kept.get(1, all, at(0));
  kept.doubt();
  expect(await kept.get(1, all, at(18))).toBe(1);
  await expect.poll(() => kept.get(1, all, at(18.4))).toBe(2);
  expect(await kept.get(1, all, at(600))).toBe(2);
});

test('what is found anew beside is found one after the other', async () => {
  const kept = keep<string>();
  const slow = Promise.withResolvers<void>();
  const done: string[] = [];
  const renewed = (what: string, until?: Promise<void>) => async () => {
    done.push(`${what} begins`);
    await until;
    done.push(`${what} ends`);
    return what;
  };
  for (const what of ['one', 'other']) await kept.get(1, { what, find: async () => 'old', lasts: false }, at(0));
  await kept.get(1, { what: 'one', find: renewed('one', slow.promise), lasts: false }, at(18));
  await kept.get(1, { what: 'other', find: renewed('other'), lasts: false }, at(18));
  await expect.poll(() => done).toEqual(['one begins']);
  slow.resolve();
  await expect.poll(() => done).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
});

test('what is forgotten is found anew, even when it was being found meanwhile', async () => {
  const kept = keep<number>();
  const slow = Promise.withResolvers<number>();
  const first = kept.get(1, { what: 'all', find: () => slow.promise }, at(0));
  kept.forget(1);
  expect(await kept.get(1, { what: 'all', find: async () => 7 }, at(0))).toBe(7);
  slow.resolve(5);
  expect(await first).toBe(5);
  expect(await kept.get(1, { what: 'all', find: async () => 9 }, at(1))).toBe(7);
});

test('a failure is not kept', async () => {
  const kept = keep<number>();
  const away = { what: 'all', find: () => Promise.reject(new Error('away')) };
  await expect(kept.get(1, away, at(0))).rejects.toThrow('away');
  expect(await kept.get(1, { what: 'all', find: async () => 3 }, at(0))).toBe(3);
});
