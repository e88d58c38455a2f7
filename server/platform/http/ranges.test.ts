import { expect, test } from 'vitest';
import { parseRangeHeader } from './ranges.ts';

test('a single range is clipped to the file', { tags: ['C-API-37'] }, () => {
  expect(parseRangeHeader('bytes=0-99', 1000)).toEqual([{ start: 0, end: 99 }]);
  expect(parseRangeHeader('bytes=900-', 1000)).toEqual([{ start: 900, end: 999 }]);
  expect(parseRangeHeader('bytes=900-5000', 1000)).toEqual([{ start: 900, end: 999 }]);
  expect(parseRangeHeader('bytes=900-99999999999999999999', 1000)).toEqual([{ start: 900, end: 999 }]);
});

test('a suffix range counts from the end', { tags: ['C-API-37'] }, () => {
  expect(parseRangeHeader('bytes=-100', 1000)).toEqual([{ start: 900, end: 999 }]);
  expect(parseRangeHeader('bytes=-5000', 1000)).toEqual([{ start: 0, end: 999 }]);
});

test('overlapping and adjacent ranges are merged, so that no answer is longer than the file', () => {
  expect(parseRangeHeader('bytes=500-599,0-99,50-149,150-160', 1000)).toEqual([
    { start: 0, end: 160 },
    { start: 500, end: 599 },
  ]);
  const flood = `bytes=${Array.from({ length: 16 }, () => '0-').join(',')}`;
  expect(parseRangeHeader(flood, 1000)).toEqual([{ start: 0, end: 999 }]);
});

test('several ranges come in ascending order; ranges beyond the end are dropped', () => {
  expect(parseRangeHeader('bytes=0-0, 2000-3000, -1', 1000)).toEqual([
    { start: 0, end: 0 },
    { start: 999, end: 999 },
  ]);
});

test('empty elements are skipped, and the unit has no case (RFC 9110 §5.6.1, §14.1)', () => {
  const commas = ','.repeat(100);
  for (const header of ['bytes=,0-4', 'bytes= , 0-4,,', 'Bytes=0-4', `bytes=${commas}0-4${commas}`])
    expect(parseRangeHeader(header, 1000), header).toEqual([{ start: 0, end: 4 }]);
});

test('unsatisfiable and malformed ranges give an empty list', () => {
  for (const header of ['bytes=1000-', 'bytes=-0', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'bytes=', 'bytes=,']) {
    expect(parseRangeHeader(header, 1000), header).toEqual([]);
  }
});

test('another unit, no header or a flood of parts means the whole file', () => {
  expect(parseRangeHeader(undefined, 1000)).toBeUndefined();
  expect(parseRangeHeader('items=0-5', 1000)).toBeUndefined();
  expect(parseRangeHeader(`bytes=${Array.from({ length: 17 }, () => '0-1').join(',')}`, 1000)).toBeUndefined();
});
