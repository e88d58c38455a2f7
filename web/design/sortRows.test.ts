import { expect, test } from 'vitest';
import { nextSort, type SortValue, sortRows } from './sortRows.ts';

interface Row {
  id: number;
  value: SortValue;
}

const rows = (...values: SortValue[]): Row[] => values.map((value, id) => ({ id, value }));
const sorted = (list: Row[], isDescending = false) =>
  sortRows(list, ({ value }) => value, isDescending, 'en').map(({ value }) => value);

test('the first click on a column sorts ascending, the second descending, another column ascending', {
  tags: ['C-TABLE-04'],
}, () => {
  const first = nextSort(undefined, 'title');
  expect(first).toEqual({ column: 'title', isDescending: false });
  const second = nextSort(first, 'title');
  expect(second).toEqual({ column: 'title', isDescending: true });
  expect(nextSort(second, 'title')).toEqual(first);
  expect(nextSort(second, 'artist')).toEqual({ column: 'artist', isDescending: false });
});

test('strings sort without regard to case, accented letters next to plain ones', { tags: ['C-TABLE-05'] }, () => {
  expect(sorted(rows('beta', 'Zulu', 'alpha', 'Élan', 'Charlie'))).toEqual([
    'alpha',
    'beta',
    'Charlie',
    'Élan',
    'Zulu',
  ]);
  expect(sorted(rows('beta', 'Alpha', 'charlie'), true)).toEqual(['charlie', 'beta', 'Alpha']);
});

test('numbers sort by value, not by their digits', { tags: ['C-TABLE-06'] }, () => {
  expect(sorted(rows(100, 9, 20))).toEqual([9, 20, 100]);
  expect(sorted(rows(100, 9, 20), true)).toEqual([100, 20, 9]);
});

test('missing values are last in both directions', { tags: ['C-TABLE-06'] }, () => {
  expect(sorted(rows(null, 2, Number.NaN, 1, undefined))).toEqual([1, 2, null, Number.NaN, undefined]);
  expect(sorted(rows(null, 1, 2), true)).toEqual([2, 1, null]);
  expect(sorted(rows('', 'b', 'a'), true)).toEqual(['b', 'a', '']);
});

test('equal rows keep their order in both directions, and the given list is not changed', {
  tags: ['C-TABLE-06'],
}, () => {
  const list = rows('Same', 'same', 'SAME', 'a');
  const ids = (isDescending: boolean) => sortRows(list, ({ value }) => value, isDescending, 'en').map(({ id }) => id);
  expect(ids(false)).toEqual([3, 0, 1, 2]);
  expect(ids(true)).toEqual([0, 1, 2, 3]);
  expect(list.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
});
