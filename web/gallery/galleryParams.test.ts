import { expect, test } from 'vitest';
import {
  chartPeriods,
  formatGalleryParams,
  getChartPeriod,
  parseGalleryParams,
  parseSortOrder,
  toReleaseQuery,
} from './galleryParams.ts';

const newest = { sort: '-date', days: null } as const;
const parse = (search: string, fallback: { sort: unknown; days: unknown } = newest) =>
  parseGalleryParams(new URLSearchParams(search), fallback);

test('the URL has all filters and the order, and is parsed back', {
  tags: ['C-FILTER-01', 'C-FILTER-09', 'C-FILTER-12'],
}, () => {
  const search =
    'genres=1,2&moods=3&instruments=4&markets=ca&versions=Radio+edit&packages=5&release_types=Album,EP&explicit=true&tohear=true&bpm=118-124&keys=A+minor,F%23+minor&fits=true&since=2026-11-23T00%3A00%3A00.000Z&sort=-popular&days=7';
  expect(formatGalleryParams(parse(search))).toBe(search);
  expect(toReleaseQuery(parse(search))).toEqual({
    genres: '1,2',
    moods: '3',
    instruments: '4',
    markets: 'ca',
    versions: 'Radio edit',
    packages: '5',
    release_types: 'Album,EP',
    explicit: 'true',
    tohear: 'true',
    bpm: '118-124',
    keys: 'A minor,F# minor',
    fits: 'true',
    since: '2026-11-23T00:00:00.000Z',
    sort: '-popular',
    days: 7,
  });
});

test('without filters the query has only the order: explicit and days are left out', {
  tags: ['C-FILTER-10', 'C-GALLERY-28'],
}, () => {
  expect(toReleaseQuery(parse(''))).toEqual({ sort: '-date' });
});

test('equal filters give equal queries, in whatever order they were selected', () => {
  expect(toReleaseQuery(parse('genres=2,1,2'))).toEqual(toReleaseQuery(parse('genres=1,2')));
});

test.each([
  'genres=',
  'genres=,%20,',
  'explicit=maybe',
  'days=7',
  'bpm=fast',
  'keys=H+moll&fits=true',
  'fits=true',
  'since=Monday',
  'sort=loudness',
  'page=4&rows=9',
  `genres=${'1,'.repeat(1001)}`,
])('invalid parameters are ignored: %s', (search) => expect(toReleaseQuery(parse(search))).toEqual({ sort: '-date' }));

test('a URL without an order uses the persisted one; an invalid persisted order means newest first', {
  tags: ['C-PERSIST-04'],
}, () => {
  expect(parse('genres=1', { sort: '-popular', days: 7 })).toMatchObject({ sort: '-popular', days: 7 });
  expect(parse('sort=title', { sort: '-popular', days: 7 })).toMatchObject({ sort: 'title', days: null });
  expect(parse('', { sort: 'loudness', days: 12 })).toMatchObject(newest);
});

test('the chart periods are all time, 7 days, 30 days and trending', { tags: ['C-ENUM-04', 'C-GALLERY-29'] }, () => {
  expect(chartPeriods.map(({ sort, days }) => [sort, days])).toEqual([
    ['-date', null],
    ['-popular', 7],
    ['-popular', 30],
    ['-trending', null],
  ]);
  expect(chartPeriods.map(getChartPeriod)).toEqual(['all', '7', '30', 'trending']);
});

test('popular counts 30 days unless seven are named', { tags: ['C-GALLERY-31', 'C-CONST-16'] }, () => {
  expect([null, '7', '12', undefined].map((days) => parseSortOrder('-popular', days)?.days)).toEqual([30, 7, 30, 30]);
});
