import { expect, test } from 'vitest';
import { rowsNear } from './gridRows.ts';

const window = { first: 10, rows: 4 };

test('rows in the window are drawn, and two more on each side', () => {
  expect(rowsNear(window, 100, 12)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
  expect(rowsNear({ first: -1, rows: 4 }, 100, 0)).toEqual([0, 1, 2, 3, 4]);
  expect(rowsNear({ first: 97, rows: 4 }, 100, 97)).toEqual([94, 95, 96, 97, 98, 99]);
  expect(rowsNear(window, 0, 0)).toEqual([]);
});

test('the row that holds the focus stays, however far away', () => {
  expect(rowsNear(window, 100, 0)).toEqual([0, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect(rowsNear(window, 100, 99)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 99]);
  expect(rowsNear(window, 100, 100)).not.toContain(100);
});

test('a list that became shorter than where it was scrolled to shows its end', () => {
  expect(rowsNear({ first: 50, rows: 4 }, 6, 0)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rowsNear({ first: 50, rows: 4 }, 20, 15)).toEqual([14, 15, 16, 17, 18, 19]);
});
