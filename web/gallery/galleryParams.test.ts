import { expect, test } from 'vitest';
import { askedOf, chartPeriods, orderOf, periodOf, readChoice, writeChoice } from './galleryUrl.ts';

const newest = { sort: '-date', days: null } as const;
const read = (address: string, kept: { sort: unknown; days: unknown } = newest) =>
  readChoice(new URLSearchParams(address), kept);

test('an address says all filters and the order, and is read back as it was', {
  tags: ['C-FILTER-01', 'C-FILTER-09', 'C-FILTER-12'],
}, () => {
  const address =
    'genres=1,2&moods=3&instruments=4&markets=ca&versions=Radio+edit&packages=5&release_types=Album,EP&explicit=true&unheard=true&sort=-popular&days=7';
  expect(writeChoice(read(address))).toBe(address);
  expect(askedOf(read(address))).toEqual({
    genres: '1,2',
    moods: '3',
    instruments: '4',
    markets: 'ca',
    versions: 'Radio edit',
    packages: '5',
    release_types: 'Album,EP',
    explicit: 'true',
    unheard: 'true',
    sort: '-popular',
    days: 7,
  });
});

test('nothing chosen asks for nothing but the order: explicit and days are left out', {
  tags: ['C-FILTER-10', 'C-GALLERY-28'],
}, () => {
  expect(askedOf(read(''))).toEqual({ sort: '-date' });
});

test('equal choices ask equally, in whatever order they were made', () => {
  expect(askedOf(read('genres=2,1,2'))).toEqual(askedOf(read('genres=1,2')));
});

test.each([
  'genres=',
  'genres=,%20,',
  'explicit=maybe',
  'days=7',
  'sort=loudness',
  'page=4&rows=9',
  `genres=${'1,'.repeat(1001)}`,
])('what makes no sense in an address is left out: %s', (address) =>
  expect(askedOf(read(address))).toEqual({ sort: '-date' }),
);

test('an address without an order has the one that was kept; odd kept ones are the newest first', {
  tags: ['C-PERSIST-04'],
}, () => {
  expect(read('genres=1', { sort: '-popular', days: 7 })).toMatchObject({ sort: '-popular', days: 7 });
  expect(read('sort=title', { sort: '-popular', days: 7 })).toMatchObject({ sort: 'title', days: null });
  expect(read('', { sort: 'loudness', days: 12 })).toMatchObject(newest);
});

test('the chart periods are all time, 7 days, 30 days and trending', { tags: ['C-ENUM-04', 'C-GALLERY-29'] }, () => {
  expect(chartPeriods.map(({ sort, days }) => [sort, days])).toEqual([
    ['-date', null],
    ['-popular', 7],
    ['-popular', 30],
    ['-trending', null],
  ]);
  expect(chartPeriods.map(periodOf)).toEqual(['all', '7', '30', 'trending']);
});

test('popular counts 30 days unless seven are named', { tags: ['C-GALLERY-31', 'C-CONST-16'] }, () => {
  expect([null, '7', '12', undefined].map((days) => orderOf('-popular', days)?.days)).toEqual([30, 7, 30, 30]);
});
