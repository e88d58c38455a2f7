import { expect, test } from 'vitest';
import { readRanges } from './ranges.ts';

test('a single range is clipped to the file', { tags: ['C-API-37'] }, () => {
  expect(readRanges('bytes=0-99', 1000)).toEqual([{ start: 0, end: 99 }]);
  expect(readRanges('bytes=900-', 1000)).toEqual([{ start: 900, end: 999 }]);
  expect(readRanges('bytes=900-5000', 1000)).toEqual([{ start: 900, end: 999 }]);
});

test('a suffix range counts from the end', { tags: ['C-API-37'] }, () => {
  expect(readRanges('bytes=-100', 1000)).toEqual([{ start: 900, end: 999 }]);
  expect(readRanges('bytes=-5000', 1000)).toEqual([{ start: 0, end: 999 }]);
});

test('several ranges keep their order and lose what lies beyond the end', () => {
  expect(readRanges('bytes=0-0, 2000-3000, -1', 1000)).toEqual([
    { start: 0, end: 0 },
    { start: 999, end: 999 },
  ]);
});

test('what cannot be satisfied leaves an empty list', () => {
  for (const header of ['bytes=1000-', 'bytes=-0', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=']) {
    expect(readRanges(header, 1000), header).toEqual([]);
  }
});

test('another unit, no header or a flood of parts means the whole file', () => {
  expect(readRanges(undefined, 1000)).toBeUndefined();
  expect(readRanges('items=0-5', 1000)).toBeUndefined();
  expect(readRanges(`bytes=${Array.from({ length: 17 }, () => '0-1').join(',')}`, 1000)).toBeUndefined();
});
