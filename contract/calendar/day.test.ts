import { expect, test } from 'vitest';
import { Day } from './day.ts';

test('a day is one of the calendar, from year 1 on, as PostgreSQL has them', () => {
  const isDay = (text: string) => Day.safeParse(text).success;
  expect(['2028-02-29', '0001-01-01', '9999-12-31'].filter(isDay)).toHaveLength(3);
  expect(['0000-02-29', '2026-02-29', '2026-2-1', '', '2026-12-24T00:00:00Z'].filter(isDay)).toEqual([]);
});
