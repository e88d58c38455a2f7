import { expect, test } from 'vitest';
import { columnPixels, resized, unsized } from './tableColumns.ts';
import { moveInRows } from './tableMoves.ts';

const columns = [
  { id: 'artist', width: 150, share: 3 },
  { id: 'title', width: 150, share: 3 },
  { id: 'duration', width: 80 },
  { id: 'label', width: 100, share: 1 },
];

test('columns without a width of their own divide the room that is left', { tags: ['C-TABLE-07'] }, () => {
  expect(columnPixels(columns, {}, 620)).toEqual([210, 210, 80, 120]);
  expect(columnPixels(columns, { artist: 300 }, 670)).toEqual([300, 180, 80, 110]);
});

test('in a narrow place no column gets less than it needs: the table is wider than its place', {
  tags: ['C-TABLE-09'],
}, () => {
  expect(columnPixels(columns, {}, 300)).toEqual([150, 150, 80, 100]);
});

test('the columns before a dragged one keep their place, those behind make room', { tags: ['C-LIST-06'] }, () => {
  const pixels = columnPixels(columns, {}, 620);
  const widths = resized(columns, {}, pixels, 1, 260);
  expect(widths).toEqual({ artist: 210, title: 260 });
  expect(columnPixels(columns, widths, 620)).toEqual([210, 260, 80, 100]);
  expect(unsized(widths, 'title')).toEqual({ artist: 210 });
});

test('keys lead from row to row and stop at both ends', () => {
  const from = (row: number, key: string) => moveInRows(row, key, 100, 10);
  expect([from(0, 'ArrowDown'), from(5, 'ArrowUp'), from(5, 'PageDown'), from(5, 'End')]).toEqual([1, 4, 15, 99]);
  expect([from(5, 'PageUp'), from(95, 'PageDown'), from(5, 'Home')]).toEqual([0, 99, 0]);
  expect([from(0, 'ArrowUp'), from(99, 'ArrowDown'), from(5, 'a'), moveInRows(0, 'End', 0, 10)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
