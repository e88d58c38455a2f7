import { expect, test } from 'vitest';
import { listRowsToRender } from './gridRows.ts';

const scrollWindow = { firstRow: 10, rows: 4 };

test('visible rows and two more on each side are rendered', () => {
  expect(listRowsToRender(scrollWindow, 100, 12)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  expect(listRowsToRender({ firstRow: -1, rows: 4 }, 100, 0)).toEqual([0, 1, 2, 3, 4]);
  expect(listRowsToRender({ firstRow: 97, rows: 4 }, 100, 97)).toEqual([94, 95, 96, 97, 98, 99]);
  expect(listRowsToRender(scrollWindow, 0, 0)).toEqual([]);
});

test('the row with the focus is always rendered', () => {
  expect(listRowsToRender(scrollWindow, 100, 0)).toEqual([0, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(listRowsToRender(scrollWindow, 100, 99)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 99]);
  expect(listRowsToRender(scrollWindow, 100, 100)).not.toContain(100);
});

test('a list that got shorter than the scroll position shows its end', () => {
  expect(listRowsToRender({ firstRow: 50, rows: 4 }, 6, 0)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listRowsToRender({ firstRow: 50, rows: 4 }, 20, 15)).toEqual([14, 15, 16, 17, 18, 19]);
});
