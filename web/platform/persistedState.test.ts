import { beforeEach, expect, test, vi } from 'vitest';
import {
  deleteOldState,
  deleteStoredState,
  getStorage,
  readBrowserSlice,
  readSlice,
  setItem,
  setPublicDevice,
  setStateOwner,
  writeBrowserSlice,
  writeSlice,
  writeSliceWhenIdle,
} from './persistedState.ts';

const KEY = 'promenade:player-1';
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
/** The value that other tabs see. */
const getStored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { state: Record<string, unknown> } | null;

beforeEach(() => {
  setStateOwner(undefined);
  localStorage.clear();
  sessionStorage.clear();
  setStateOwner('player-1');
  log.mockClear();
});

test('slices are stored by name in one value of version 1, under a key with the id of the account', {
  tags: ['A-STATE-12', 'A-STATE-13', 'C-PERSIST-01', 'requirements decision 29'],
}, () => {
  writeSlice('setting', { sort: '-date' });
  writeSlice('playQueue', { items: [] });
  expect(Object.keys(localStorage)).toEqual([KEY]);
  expect(getStored()).toEqual({
    version: 1,
    savedAt: expect.any(Number),
    state: { setting: { sort: '-date' }, playQueue: { items: [] } },
  });
  expect(readSlice('setting')).toEqual({ sort: '-date' });
});

test('another account starts empty, nobody reads or writes, and the first account finds everything again', {
  tags: ['requirements decision 29', 'C-PERSIST-01'],
}, () => {
  writeSlice('search', ['house']);
  writeSliceWhenIdle('playQueue', () => ({ items: ['a'] }));
  setStateOwner('player-2');
  expect([readSlice('search'), readSlice('playQueue')]).toEqual([undefined, undefined]);
  writeSlice('search', ['techno']);
  setStateOwner(undefined);
  writeSlice('search', ['nobody']);
  writeSliceWhenIdle('playQueue', () => ({ items: ['nobody'] }));
  window.dispatchEvent(new Event('pagehide'));
  expect(readSlice('search')).toBeUndefined();
  expect(JSON.stringify({ ...localStorage })).not.toContain('nobody');
  setStateOwner('player-1');
  expect([readSlice('search'), readSlice('playQueue')]).toEqual([['house'], { items: ['a'] }]);
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

test('a public computer stores the session until the tab is closed, and nothing of the account', {
  tags: ['A-SIGNIN-03'],
}, () => {
  writeBrowserSlice('setting', { language: 'de' });
  setPublicDevice(true);
  setStateOwner('player-2');
  writeSlice('search', ['house']);
  expect(localStorage).toHaveLength(0);
  expect(getStorage()).toBe(sessionStorage);
  expect(Object.keys(sessionStorage)).toEqual(['promenade']);
  expect([readBrowserSlice('setting'), readSlice('search')]).toEqual([{ language: 'de' }, ['house']]);
  deleteStoredState();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('deleting removes every key of both storages except the state of other accounts', {
  tags: ['requirements decision 29'],
}, () => {
  writeSlice('search', ['house']);
  setStateOwner('player-2');
  writeSlice('search', ['techno']);
  localStorage.setItem('accessToken', 'a.b.c');
  sessionStorage.setItem('deepLink', '/flagged');
  deleteStoredState();
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[KEY], []]);
});

test('the state of accounts that have not signed in for 30 days is deleted', {
  tags: ['requirements decision 29'],
}, () => {
  writeSlice('search', ['house']);
  const days = (count: number) => Date.now() + count * 24 * 3600_000;
  deleteOldState(days(29));
  expect(getStored()).not.toBeNull();
  deleteOldState(days(31));
  expect(getStored()).toBeNull();
});

test('a full storage drops the state of other accounts first, and otherwise only logs', {
  tags: ['C-PERSIST-03'],
}, () => {
  setStateOwner('player-2');
  writeSlice('search', ['techno']);
  setStateOwner('player-1');
  const refuseWhile = (isFull: () => boolean) => {
    const { setItem: original } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, key, value) {
      if (isFull()) throw new DOMException('full', 'QuotaExceededError');
      original.call(this, key, value);
    });
  };
  refuseWhile(() => localStorage.getItem('promenade:player-2') !== null);
  writeSlice('search', ['house']);
  expect(Object.keys(localStorage)).toEqual([KEY]);
  vi.restoreAllMocks();
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  refuseWhile(() => true);
  writeSlice('search', ['house', 'techno']);
  expect(setItem(localStorage, 'accessToken', 'x')).toBe(false);
  expect(error).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  expect(getStored()?.state).toEqual({ search: ['house'] });
});

test('deferred writes are combined into one and can be read at once', { tags: ['C-PERSIST-01'] }, async () => {
  const spy = vi.spyOn(Storage.prototype, 'setItem');
  for (const volume of [10, 20, 30]) writeSliceWhenIdle('player', () => ({ volume }));
  writeSliceWhenIdle('playQueue', () => ({ items: [] }));
  expect(readSlice('player')).toEqual({ volume: 30 });
  expect(getStored()).toBeNull();
  await expect.poll(() => getStored()?.state).toEqual({ player: { volume: 30 }, playQueue: { items: [] } });
  expect(spy).toHaveBeenCalledOnce();
  spy.mockRestore();
});

test('deferred writes are done when the page is hidden', { tags: ['C-PERSIST-01'] }, () => {
  writeSliceWhenIdle('playQueue', () => ({ items: ['a'] }));
  window.dispatchEvent(new Event('pagehide'));
  expect(getStored()?.state).toEqual({ playQueue: { items: ['a'] } });
  writeSliceWhenIdle('playQueue', () => ({ items: ['b'] }));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  expect(getStored()?.state).toEqual({ playQueue: { items: ['b'] } });
});

test('a deferred write keeps the slices that another tab wrote meanwhile', { tags: ['C-PERSIST-01'] }, () => {
  writeSlice('setting', { view: 'grid' });
  writeSliceWhenIdle('playQueue', () => ({ items: ['a'] }));
  localStorage.setItem(KEY, JSON.stringify({ version: 1, state: { setting: { view: 'list' }, search: ['house'] } }));
  window.dispatchEvent(new Event('pagehide'));
  expect(getStored()?.state).toEqual({ setting: { view: 'list' }, search: ['house'], playQueue: { items: ['a'] } });
  expect(readSlice('setting')).toEqual({ view: 'list' });
});
