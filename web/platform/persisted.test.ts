import { beforeEach, expect, test } from 'vitest';
import { forgetAll, keepOnlyInThisTab, keptIn, readSlice, writeSlice } from './persisted.ts';

const KEY = 'promenade';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('slices stand under their names in one key at version 1 (A-STATE-12, A-STATE-13, C-PERSIST-01)', () => {
  writeSlice('setting', { sort: '-date' });
  writeSlice('playQueue', { songs: [] });
  expect(Object.keys(localStorage)).toEqual([KEY]);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({
    version: 1,
    state: { setting: { sort: '-date' }, playQueue: { songs: [] } },
  });
  expect(readSlice('setting')).toEqual({ sort: '-date' });
});

test.each([
  ['another version', JSON.stringify({ version: 2, state: { setting: { sort: 'x' } } })],
  ['no JSON', '{"version":1'],
  ['no state', JSON.stringify({ version: 1, state: 'words' })],
  ['something else', '[]'],
])('state of %s is discarded without a word (A-STATE-13, C-PERSIST-03)', (_what, kept) => {
  localStorage.setItem(KEY, kept);
  expect(readSlice('setting')).toBeUndefined();
  writeSlice('setting', { sort: 'title' });
  expect(readSlice('setting')).toEqual({ sort: 'title' });
});

test('on a public computer everything is kept in the tab only (A-SIGNIN-03)', () => {
  writeSlice('setting', { sort: 'title' });
  keepOnlyInThisTab(true);
  writeSlice('search', ['house']);
  expect(localStorage).toHaveLength(0);
  expect(keptIn()).toBe(sessionStorage);
  expect(readSlice('setting')).toEqual({ sort: 'title' });
  keepOnlyInThisTab(false);
  expect(sessionStorage).toHaveLength(0);
  expect(readSlice('search')).toEqual(['house']);
});

test('forgetting leaves nothing behind', () => {
  writeSlice('search', ['house']);
  forgetAll();
  expect(localStorage).toHaveLength(0);
});
