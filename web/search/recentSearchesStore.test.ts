import { expect, test } from 'vitest';
import { addRecentSearch } from './recentSearchesStore.ts';

test('a new term is put first, trimmed', { tags: ['C-SEARCH-14', 'A-STATE-11'] }, () => {
  expect(addRecentSearch(['tides'], ' harbour  ')).toEqual(['harbour', 'tides']);
});

test('a known term keeps its position; terms are case-sensitive', { tags: ['C-SEARCH-15'] }, () => {
  expect(addRecentSearch(['tides', 'harbour'], 'harbour')).toEqual(['tides', 'harbour']);
  expect(addRecentSearch(['tides', 'harbour'], 'Harbour')).toEqual(['Harbour', 'tides', 'harbour']);
});

test('of sixteen terms the oldest is dropped', {
  tags: ['C-SEARCH-14', 'C-CONST-05', 'A-STATE-11', 'A-CONST-07'],
}, () => {
  const fifteen = Array.from({ length: 15 }, (_none, index) => `term ${index}`);
  expect(addRecentSearch(fifteen, 'new')).toEqual(['new', ...fifteen.slice(0, 14)]);
});

test('white space is not a term', { tags: ['C-SHELL-07'] }, () => {
  expect(addRecentSearch(['tides'], '  ')).toEqual(['tides']);
});
