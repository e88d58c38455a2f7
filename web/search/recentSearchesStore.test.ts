import { expect, test } from 'vitest';
import { remembered } from './recentSearches.ts';

test('a new term goes to the front, without the room around it', { tags: ['C-SEARCH-14', 'A-STATE-11'] }, () => {
  expect(remembered(['tides'], ' harbour  ')).toEqual(['harbour', 'tides']);
});

test('a term that is there keeps its place; another case is another term', { tags: ['C-SEARCH-15'] }, () => {
  expect(remembered(['tides', 'harbour'], 'harbour')).toEqual(['tides', 'harbour']);
  expect(remembered(['tides', 'harbour'], 'Harbour')).toEqual(['Harbour', 'tides', 'harbour']);
});

test('of sixteen terms the oldest drops', { tags: ['C-SEARCH-14', 'C-CONST-05', 'A-STATE-11', 'A-CONST-07'] }, () => {
  const fifteen = Array.from({ length: 15 }, (_none, at) => `term ${at}`);
  expect(remembered(fifteen, 'new')).toEqual(['new', ...fifteen.slice(0, 14)]);
});

test('room alone is no term', { tags: ['C-SHELL-07'] }, () => {
  expect(remembered(['tides'], '  ')).toEqual(['tides']);
});
