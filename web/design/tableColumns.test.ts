import { expect, test } from 'vitest';
import { getTargetRow } from './listNavigation.ts';
import { columnWidths, fitColumns, resetColumnWidth, resizeColumn } from './tableColumns.ts';

const columns = [
  { id: 'artist', width: 150, share: 3 },
  { id: 'title', width: 150, share: 3 },
  { id: 'duration', width: 80 },
  { id: 'label', width: 100, share: 1 },
];

test('columns without a width of their own share the remaining width', { tags: ['C-TABLE-07'] }, () => {
  expect(columnWidths(columns, {}, 620)).toEqual([210, 210, 80, 120]);
  expect(columnWidths(columns, { artist: 300 }, 670)).toEqual([300, 180, 80, 110]);
});

test('in a narrow container columns keep their minimum, and the table is wider than the container', {
  tags: ['C-TABLE-09'],
}, () => {
  expect(columnWidths(columns, {}, 300)).toEqual([150, 150, 80, 100]);
});

test('what is optional is left out, the last first, until the table needs no sideways scrolling', () => {
  const optional = columns.map((column) => ({ ...column, isOptional: ['title', 'label'].includes(column.id) }));
  const listFitting = (width: number) => fitColumns(optional, width).map(({ id }) => id);
  expect(listFitting(480)).toEqual(['artist', 'title', 'duration', 'label']);
  expect(listFitting(479)).toEqual(['artist', 'title', 'duration']);
  expect(listFitting(379)).toEqual(['artist', 'duration']);
  expect(listFitting(100)).toEqual(['artist', 'duration']);
});

test('columns before a resized one keep their position, those after it give way', { tags: ['C-LIST-06'] }, () => {
  const pixels = columnWidths(columns, {}, 620);
  const widths = resizeColumn(columns, {}, pixels, 1, 260);
  expect(widths).toEqual({ artist: 210, title: 260 });
  expect(columnWidths(columns, widths, 620)).toEqual([210, 260, 80, 100]);
  expect(resetColumnWidth(widths, 'title')).toEqual({ artist: 210 });
});

test('keys move from row to row and stop at both ends', () => {
  const from = (row: number, key: string) => getTargetRow(row, key, 100, 10);
  expect([from(0, 'ArrowDown'), from(5, 'ArrowUp'), from(5, 'PageDown'), from(5, 'End')]).toEqual([1, 4, 15, 99]);
  expect([from(5, 'PageUp'), from(95, 'PageDown'), from(5, 'Home')]).toEqual([0, 99, 0]);
  expect([from(0, 'ArrowUp'), from(99, 'ArrowDown'), from(5, 'a'), getTargetRow(0, 'End', 0, 10)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
