import { expect, test } from 'vitest';
import '../testing/english.ts';
import { formatAge, formatTime, fromLocalInput, toLocalInput } from './times.ts';

test('an instant is read and written in the zone of the reader', () => {
  const typed = '2026-11-21T09:30';
  const instant = fromLocalInput(typed);
  expect(instant).toBe(new Date(2026, 10, 21, 9, 30).toISOString());
  expect(toLocalInput(instant ?? '')).toBe(typed);
  expect(formatTime(instant ?? '')).toBe('Nov 21, 2026, 9:30 AM');
});

test('what is no instant is empty', () => {
  expect(toLocalInput('')).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(formatTime('never')).toBe('');
});

test.each([
  [59, '0 minutes ago'],
  [3599, '59 minutes ago'],
  [7200, '2 hours ago'],
  [200_000, '2 days ago'],
])('%s seconds are %s', (seconds, text) => expect(formatAge(seconds)).toBe(text));
