import { beforeEach, expect, test, vi } from 'vitest';
import {
  clearPersistedState,
  getStorage,
  readSlice,
  setPublicDevice,
  writeSlice,
  writeSliceWhenIdle,
} from './persistedState.ts';

const KEY = 'promenade';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('slices are stored by name in one value of version 1', {
  tags: ['A-STATE-12', 'A-STATE-13', 'C-PERSIST-01'],
}, () => {
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
  ['invalid JSON', '{"version":1'],
  ['no state', JSON.stringify({ version: 1, state: 'words' })],
  ['another type', '[]'],
])('stored state with %s is ignored', { tags: ['A-STATE-13', 'C-PERSIST-03'] }, (_what, json) => {
  localStorage.setItem(KEY, json);
  expect(readSlice('setting')).toBeUndefined();
  writeSlice('setting', { sort: 'title' });
  expect(readSlice('setting')).toEqual({ sort: 'title' });
});

test('on a public computer the state is in sessionStorage only', { tags: ['A-SIGNIN-03'] }, () => {
  writeSlice('setting', { sort: 'title' });
  setPublicDevice(true);
  writeSlice('search', ['house']);
  expect(localStorage).toHaveLength(0);
  expect(getStorage()).toBe(sessionStorage);
  expect(readSlice('setting')).toEqual({ sort: 'title' });
  setPublicDevice(false);
  expect(sessionStorage).toHaveLength(0);
  expect(readSlice('search')).toEqual(['house']);
});

test('clearing removes the whole state', () => {
  writeSlice('search', ['house']);
  clearPersistedState();
  expect(localStorage).toHaveLength(0);
});

/** The value that other tabs see. */
const getStored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { state: Record<string, unknown> } | null;

test('deferred writes are combined into one and can be read at once', { tags: ['C-PERSIST-01'] }, async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  for (const volume of [10, 20, 30]) writeSliceWhenIdle('player', { volume });
  writeSliceWhenIdle('playQueue', { items: [] });
  expect(readSlice('player')).toEqual({ volume: 30 });
  expect(getStored()).toBeNull();
  await expect
    .poll(() => getStored()?.state, { timeout: 5_000 })
    .toEqual({ player: { volume: 30 }, playQueue: { items: [] } });
  expect(setItem).toHaveBeenCalledOnce();
  setItem.mockRestore();
});

test('deferred writes are done when the page is hidden', { tags: ['C-PERSIST-01'] }, () => {
  writeSliceWhenIdle('playQueue', { items: ['a'] });
  window.dispatchEvent(new Event('pagehide'));
  expect(getStored()?.state).toEqual({ playQueue: { items: ['a'] } });
  writeSliceWhenIdle('playQueue', { items: ['b'] });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  expect(getStored()?.state).toEqual({ playQueue: { items: ['b'] } });
});

test('a deferred write keeps the slices that another tab wrote meanwhile', { tags: ['C-PERSIST-01'] }, () => {
  writeSlice('setting', { view: 'grid' });
  writeSliceWhenIdle('playQueue', { items: ['a'] });
  localStorage.setItem(KEY, JSON.stringify({ version: 1, state: { setting: { view: 'list' }, search: ['house'] } }));
  window.dispatchEvent(new Event('pagehide'));
  expect(getStored()?.state).toEqual({ setting: { view: 'list' }, search: ['house'], playQueue: { items: ['a'] } });
  expect(readSlice('setting')).toEqual({ view: 'list' });
});

test('deferred writes are moved to sessionStorage or cleared with the state', {
  tags: ['A-SIGNIN-03'],
}, () => {
  writeSliceWhenIdle('playQueue', { items: ['a'] });
  setPublicDevice(true);
  expect(localStorage).toHaveLength(0);
  expect(readSlice('playQueue')).toEqual({ items: ['a'] });
  writeSliceWhenIdle('playQueue', { items: ['b'] });
  clearPersistedState();
  window.dispatchEvent(new Event('pagehide'));
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
