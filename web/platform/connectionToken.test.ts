import { afterEach, expect, test } from 'vitest';
import { connectionToken, forgetConnectionToken, keepConnectionToken } from './connectionToken.ts';

afterEach(() => localStorage.clear());

test('the pending invitation is kept under its own key until it is dealt with', {
  tags: ['A-SESSION-22', 'A-ROUTE-05'],
}, () => {
  expect(connectionToken()).toBeUndefined();
  keepConnectionToken('one');
  keepConnectionToken('two');
  expect([connectionToken(), localStorage.getItem('connectionToken')]).toEqual(['two', 'two']);
  forgetConnectionToken();
  expect(connectionToken()).toBeUndefined();
});
