import { expect, test } from 'vitest';
import { formatDuration, formatExplicitTitle } from '../catalogue/format.ts';
import { formatCardDate, formatLongDate, formatTableDate, parseImpactDate } from './format.ts';

test('durations are m:ss without hours; a missing one is -:--', {
  tags: ['C-FORMAT-01', 'C-FORMAT-02', 'C-PLAYER-30'],
}, () => {
  expect([0, 9.99, 60, 4503, null, undefined, Number.NaN].map(formatDuration)).toEqual([
    '0:00',
    '0:09',
    '1:00',
    '75:03',
    '-:--',
    '-:--',
    '-:--',
  ]);
});

test('dates have three formats', { tags: ['C-FORMAT-05', 'C-FORMAT-06'] }, () => {
  const lastMinute = '2026-11-01T23:59:00.000Z';
  expect(formatTableDate(lastMinute, 'en')).toBe('01-Nov-2026');
  expect(formatCardDate(lastMinute, 'en')).toBe('Nov 01, 2026');
  expect(formatLongDate(lastMinute, 'en')).toBe('November 01, 2026');
  expect(formatLongDate(parseImpactDate(1_795_996_800), 'en')).toBe('November 30, 2026');
});

test('an explicit title ends in [E]', { tags: ['C-FORMAT-07', 'C-FORMAT-11'] }, () => {
  expect(formatExplicitTitle({ title: 'Lines', explicit: true })).toBe('Lines [E]');
  expect(formatExplicitTitle({ title: 'Lines', explicit: false })).toBe('Lines');
});
