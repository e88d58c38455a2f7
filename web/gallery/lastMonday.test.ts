import { expect, test } from 'vitest';
import { getLastMonday } from './lastMonday.ts';

test('the latest Monday before today begins the week, on Mondays that of the week before', () => {
  const days = [23, 24, 29, 30].map((day) => getLastMonday(new Date(2026, 10, day, 15)));
  expect(days).toEqual([16, 23, 23, 23].map((day) => new Date(2026, 10, day)));
});
