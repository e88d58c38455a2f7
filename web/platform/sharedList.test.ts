import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  emptyMarks,
  formatMarks,
  hasMoreChanges,
  type MarkedList,
  markChanges,
  mergeLists,
  parseMarks,
} from './sharedList.ts';

type List = MarkedList<string>;

const tags = ['requirements decision 34'];
const NOW = 1_800_000_000_000;
const DAY_MS = 24 * 3600_000;
const empty: List = { elements: [], marks: emptyMarks };
const idOf = (element: string) => element;
const change = ({ elements, marks }: List, after: string[], now = NOW): List => ({
  elements: after,
  marks: markChanges(marks, elements, after, idOf, now),
});
const merge = (mine: List, theirs: List): List => mergeLists(mine, theirs, idOf);

test('two tabs that add at once lose nothing', { tags }, () => {
  const start = change(empty, ['a', 'b']);
  const merged = merge(change(start, ['mine', 'a', 'b']), change(start, ['a', 'b', 'theirs']));
  expect(merged.elements).toEqual(['mine', 'a', 'b', 'theirs']);
});

test('what one tab removes is removed in the other, also when that one adds at the same time', { tags }, () => {
  const start = change(empty, ['a', 'b', 'c']);
  expect(merge(change(start, ['a', 'c']), start).elements).toEqual(['a', 'c']);
  expect(merge(change(start, ['a', 'c']), change(start, ['a', 'b', 'c', 'd'])).elements).toEqual(['a', 'c', 'd']);
});

test('what was removed and then restored stays', { tags }, () => {
  const start = change(empty, ['a', 'b']);
  const removed = change(start, ['b']);
  expect(merge(change(removed, ['a', 'b']), removed).elements).toEqual(['a', 'b']);
});

test('of two orders the later one counts', { tags }, () => {
  const start = change(empty, ['a', 'b', 'c']);
  const [early, late] = [change(start, ['b', 'c', 'a'], NOW + 1), change(start, ['a', 'c', 'b'], NOW + 2)];
  expect(merge(early, late).elements).toEqual(merge(late, early).elements);
  const moved = change(merge(early, late), ['c', 'b', 'a'], NOW + 3);
  expect(merge(moved, early).elements).toEqual(['c', 'b', 'a']);
});

test('a tab that slept for days does not bring back what was removed meanwhile', { tags }, () => {
  const slept = change(empty, ['a', 'b']);
  const removed = change(slept, ['b'], NOW + 1);
  const later = change(removed, ['b', 'c'], NOW + 3 * DAY_MS);
  expect(later.marks.removed.size).toBe(0);
  expect(merge(slept, later).elements).toEqual(['b', 'c']);
  expect(merge(later, slept).elements).toEqual(['b', 'c']);
});

test('at most 1,000 removals are remembered', { tags }, () => {
  let list = empty;
  for (let index = 0; index < 1_100; index += 1)
    list = change(change(list, [`${index}`], NOW + index), [], NOW + index);
  expect(list.marks.removed.size).toBe(1_000);
});

const names = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });
const histories = fc.array(names, { minLength: 1, maxLength: 6 });
const replay = (start: List, states: string[][], now: number) =>
  states.reduce((list, after, index) => change(list, after, now + index), start);
const toStored = ({ elements, marks }: List): List => ({
  elements,
  marks: parseMarks(JSON.parse(JSON.stringify(formatMarks(marks))), elements, NOW),
});

test('every change is shown in the order that it asked for', { tags }, () => {
  fc.assert(
    fc.property(histories, (states) => {
      const list = replay(empty, states, NOW);
      expect(merge(list, empty).elements).toEqual(states.at(-1));
      expect(toStored(list)).toEqual(list);
    }),
  );
});

test('merging gives the same list in any order and however often', { tags }, () => {
  fc.assert(
    fc.property(names, histories, histories, histories, (start, one, two, three) => {
      const base = change(empty, start);
      const [a, b, c] = [replay(base, one, NOW), replay(base, two, NOW + 2), replay(base, three, NOW + 4)];
      const all = merge(merge(a, b), c);
      expect(merge(c, merge(b, a)).elements).toEqual(all.elements);
      expect(merge(a, merge(b, c)).elements).toEqual(all.elements);
      expect(merge(all, b).elements).toBe(all.elements);
      expect(hasMoreChanges(merge(all, a).marks, all.marks)).toBe(false);
      const inEach = a.elements.filter((element) => [b, c].every(({ elements }) => elements.includes(element)));
      expect(all.elements).toEqual(expect.arrayContaining(inEach));
    }),
  );
});

test('unusable stored marks give every element its place and the oldest time', { tags: ['C-PERSIST-03'] }, () => {
  fc.assert(
    fc.property(fc.jsonValue(), (stored) => {
      const marks = parseMarks(stored, ['a', 'b'], NOW);
      expect([...marks.present]).toEqual([
        ['a', [0, 0]],
        ['b', [1, 0]],
      ]);
    }),
  );
  const future = { present: [['a', 0, NOW + 2 * DAY_MS]], removed: [], since: 0 };
  expect(parseMarks(future, ['a'], NOW).present.get('a')).toEqual([0, 0]);
});
