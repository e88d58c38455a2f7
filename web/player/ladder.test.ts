import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { makeLadder } from './ladder.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Counts the tries of so many seconds; each fails at once. */
function tries(ladder: ReturnType<typeof makeLadder>, again: Mock<() => void>, seconds: number): number {
  again.mockReset().mockImplementation(() => ladder.wait());
  vi.advanceTimersByTime(seconds * 1000);
  return again.mock.calls.length;
}

test('it is tried again after 4, 8, 15 and then every 30 seconds', () => {
  const again = vi.fn<() => void>();
  const ladder = makeLadder(again);
  ladder.wait();
  expect([4, 8, 15, 30, 30, 29].map((seconds) => tries(ladder, again, seconds))).toEqual([1, 1, 1, 1, 1, 0]);
});

test('a second wait changes nothing, bytes that come in put the next try off, rest ends it', () => {
  const again = vi.fn<() => void>();
  const ladder = makeLadder(again);
  ladder.startOver();
  expect(ladder.isWaiting()).toBe(false);
  ladder.wait();
  vi.advanceTimersByTime(3000);
  ladder.wait();
  ladder.startOver();
  expect(tries(ladder, again, 3)).toBe(0);
  expect(tries(ladder, again, 1)).toBe(1);
  ladder.rest();
  expect(tries(ladder, again, 60)).toBe(0);
});
