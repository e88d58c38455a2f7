import { expect, test } from 'vitest';
import { createCache } from './cache.ts';

function testCache() {
  let seconds = 1_000;
  let loads = 0;
  const cache = createCache<number>(
    { max: 10, ttlMs: 10_000, name: 'numbers', metrics: undefined },
    () => new Date(seconds * 1_000),
  );
  return {
    ...cache,
    load: async () => ++loads,
    pass: (more: number) => {
      seconds += more;
    },
  };
}

test('a value is cached for each key until its time is over', async () => {
  const { get, load, pass } = testCache();
  expect(await get('a', load)).toBe(1);
  expect(await get('b', load)).toBe(2);
  pass(9);
  expect(await get('a', load)).toBe(1);
  pass(2);
  expect(await get('a', load)).toBe(3);
});

test('a value that is used near the end of its time is loaded again once, and nobody waits for it', async () => {
  const { get, load, pass } = testCache();
  expect(await get('a', load)).toBe(1);
  pass(8);
  const slow = Promise.withResolvers<number>();
  const loadSlowly = async () => (await load()) + (await slow.promise);
  expect(await Promise.all([get('a', loadSlowly), get('a', loadSlowly)])).toEqual([1, 1]);
  slow.resolve(40);
  await expect.poll(() => get('a', loadSlowly)).toBe(42);
  pass(9);
  expect(await get('a', load)).toBe(42);
});

test('what was cleared is not brought back by a load that began before', async () => {
  const { get, clear, load, pass } = testCache();
  await get('a', load);
  pass(8);
  const slow = Promise.withResolvers<number>();
  await get('a', () => slow.promise);
  clear();
  slow.resolve(7);
  await slow.promise;
  expect(await get('a', load)).toBe(2);
  expect(await get('a', load)).toBe(2);
});

test('calls at the same time share one load', async () => {
  const { get, load } = testCache();
  expect(await Promise.all([get('a', load), get('a', load)])).toEqual([1, 1]);
});

test('after it was cleared every key is loaded again, even one that was loading', async () => {
  const { get, clear, load } = testCache();
  const slow = Promise.withResolvers<number>();
  const first = get('1:all', () => slow.promise);
  clear();
  slow.resolve(7);
  expect(await first).toBe(7);
  expect(await get('1:all', load)).toBe(1);
});

test('a failure is not cached', async () => {
  const { get, load } = testCache();
  await expect(get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await get('a', load)).toBe(1);
});
