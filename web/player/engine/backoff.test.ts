import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { createBackoff } from './backoff.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Counts the retries within some seconds; each fails immediately. */
function countRetries(backoff: ReturnType<typeof createBackoff>, retry: Mock<() => void>, seconds: number): number {
  retry.mockReset().mockImplementation(() => backoff.schedule());
  vi.advanceTimersByTime(seconds * 1000);
  return retry.mock.calls.length;
}

test('retries run after 4, 8, 15 and then every 30 seconds', () => {
  const retry = vi.fn<() => void>();
  const backoff = createBackoff(retry);
  backoff.schedule();
  expect([4, 8, 15, 30, 30, 29].map((seconds) => countRetries(backoff, retry, seconds))).toEqual([1, 1, 1, 1, 1, 0]);
});

test('scheduling twice changes nothing, a restart postpones the retry, a cancel ends it', () => {
  const retry = vi.fn<() => void>();
  const backoff = createBackoff(retry);
  backoff.restart();
  expect(backoff.isPending()).toBe(false);
  backoff.schedule();
  vi.advanceTimersByTime(3000);
  backoff.schedule();
  backoff.restart();
  expect(countRetries(backoff, retry, 3)).toBe(0);
  expect(countRetries(backoff, retry, 1)).toBe(1);
  backoff.cancel();
  expect(countRetries(backoff, retry, 60)).toBe(0);
});
