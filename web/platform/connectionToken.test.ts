import { afterEach, expect, test } from 'vitest';
import { clearConnectionToken, getConnectionToken, setConnectionToken } from './connectionToken.ts';

afterEach(() => localStorage.clear());

test('the token of an invitation has its own storage key until it is cleared', {
  tags: ['A-SESSION-22', 'A-ROUTE-05'],
}, () => {
  expect(getConnectionToken()).toBeUndefined();
  setConnectionToken('one');
  setConnectionToken('two');
  expect([getConnectionToken(), localStorage.getItem('connectionToken')]).toEqual(['two', 'two']);
  clearConnectionToken();
  expect(getConnectionToken()).toBeUndefined();
});
