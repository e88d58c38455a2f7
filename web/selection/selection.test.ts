import { expect, test } from 'vitest';
import { extendTo, keepListed, noSelection, type Selection, toggleId } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const select = (...ids: string[]): Selection => ids.reduce(toggleId, noSelection);
const list = ({ ids }: Selection) => [...ids];

test('a range goes from the release chosen last, in both directions, and replaces what was chosen', () => {
  const start = select('a', 'c');
  expect(list(extendTo(start, order, 'e'))).toEqual(['c', 'd', 'e']);
  expect(list(extendTo(extendTo(start, order, 'e'), order, 'b'))).toEqual(['b', 'c']);
});

test('without a start a range is the release itself; an unlisted one changes nothing', () => {
  expect(list(extendTo(noSelection, order, 'd'))).toEqual(['d']);
  expect(extendTo(select('a'), order, 'x')).toEqual(select('a'));
});

test('the selection ends with its last release', () => {
  expect(toggleId(select('a'), 'a')).toBe(noSelection);
  expect(keepListed(select('a', 'b'), ['c'])).toBe(noSelection);
});

test('releases that leave the list leave the selection', () => {
  expect(list(keepListed(select('a', 'b'), ['b', 'c']))).toEqual(['b']);
  const unchanged = select('a');
  expect(keepListed(unchanged, order)).toBe(unchanged);
});
