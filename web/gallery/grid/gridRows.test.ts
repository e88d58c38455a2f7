import { expect, test } from 'vitest';
import { listRowsToRender } from './gridRows.ts';

test('visible rows and two more on each side are rendered', () => {
  expect(listRowsToRender(10, 4, 100, 12)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  expect(listRowsToRender(-1, 4, 100, 0)).toEqual([0, 1, 2, 3, 4]);
  expect(listRowsToRender(97, 4, 100, 97)).toEqual([94, 95, 96, 97, 98, 99]);
  expect(listRowsToRender(10, 4, 0, 0)).toEqual([]);
});

test('the row with the focus is always rendered', () => {
  expect(listRowsToRender(10, 4, 100, 0)).toEqual([0, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(listRowsToRender(10, 4, 100, 99)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 99]);
  expect(listRowsToRender(10, 4, 100, 100)).not.toContain(100);
});

test('a list that got shorter than the scroll position shows its end', () => {
  expect(listRowsToRender(50, 4, 6, 0)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listRowsToRender(50, 4, 20, 15)).toEqual([14, 15, 16, 17, 18, 19]);
});
