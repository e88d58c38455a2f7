import { expect, test } from 'vitest';
import { formatDuration, formatExplicitTitle } from '../releases/format.ts';
import { cardDate, impactMoment, languageName, longDate, tableDate } from './format.ts';

test('playing times read m:ss, minutes keep counting, unset reads -:--', {
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

test('dates read in three ways, each by UTC days', { tags: ['C-FORMAT-05', 'C-FORMAT-06'] }, () => {
  const lastMinute = '2026-11-01T23:59:00.000Z';
  expect(tableDate(lastMinute, 'en')).toBe('01-Nov-2026');
  expect(cardDate(lastMinute, 'en')).toBe('Nov 01, 2026');
  expect(longDate(lastMinute, 'en')).toBe('November 01, 2026');
  expect(longDate(impactMoment(1_795_996_800), 'en')).toBe('November 30, 2026');
});

test('an explicit title carries [E] in plain text', { tags: ['C-FORMAT-07', 'C-FORMAT-11'] }, () => {
  expect(formatExplicitTitle({ title: 'Lines', explicit: true })).toBe('Lines [E]');
  expect(formatExplicitTitle({ title: 'Lines', explicit: false })).toBe('Lines');
});

test('a language code is spelled out, other words stay', () => {
  expect(['ar', 'pt-BR', 'Instrumental', ''].map(languageName)).toEqual([
    'Arabic',
    'Brazilian Portuguese',
    'Instrumental',
    '',
  ]);
});
