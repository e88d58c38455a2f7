import { beforeEach, expect, test, vi } from 'vitest';
import { forgetAll, keepOnlyInThisTab, keptIn, readSlice, writeSlice, writeSliceSoon } from './persisted.ts';

const KEY = 'promenade';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('slices stand under their names in one key at version 1', {
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
  ['no JSON', '{"version":1'],
  ['no state', JSON.stringify({ version: 1, state: 'words' })],
  ['something else', '[]'],
])('state of %s is discarded without a word', { tags: ['A-STATE-13', 'C-PERSIST-03'] }, (_what, kept) => {
  localStorage.setItem(KEY, kept);
  expect(readSlice('setting')).toBeUndefined();
  writeSlice('setting', { sort: 'title' });
  expect(readSlice('setting')).toEqual({ sort: 'title' });
});

test('on a public computer everything is kept in the tab only', { tags: ['A-SIGNIN-03'] }, () => {
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

/** What other tabs see. */
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as { state: Record<string, unknown> } | null;

test('what changes often is kept soon, in one writing, and is read at once', { tags: ['C-PERSIST-01'] }, async () => {
  const writing = vi.spyOn(Storage.prototype, 'setItem');
  for (const volume of [10, 20, 30]) writeSliceSoon('player', { volume });
  writeSliceSoon('playQueue', { items: [] });
  expect(readSlice('player')).toEqual({ volume: 30 });
  expect(stored()).toBeNull();
  await expect
    .poll(() => stored()?.state, { timeout: 5_000 })
    .toEqual({ player: { volume: 30 }, playQueue: { items: [] } });
  expect(writing).toHaveBeenCalledOnce();
  writing.mockRestore();
});

test('who leaves the page before loses nothing', { tags: ['C-PERSIST-01'] }, () => {
  writeSliceSoon('playQueue', { items: ['a'] });
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()?.state).toEqual({ playQueue: { items: ['a'] } });
  writeSliceSoon('playQueue', { items: ['b'] });
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  vi.restoreAllMocks();
  expect(stored()?.state).toEqual({ playQueue: { items: ['b'] } });
});

test('a late writing leaves what another tab wrote meanwhile', { tags: ['C-PERSIST-01'] }, () => {
  writeSlice('setting', { view: 'grid' });
  writeSliceSoon('playQueue', { items: ['a'] });
  localStorage.setItem(KEY, JSON.stringify({ version: 1, state: { setting: { view: 'list' }, search: ['house'] } }));
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()?.state).toEqual({ setting: { view: 'list' }, search: ['house'], playQueue: { items: ['a'] } });
  expect(readSlice('setting')).toEqual({ view: 'list' });
});

test('what waits to be written moves with the rest to this tab, or is forgotten with it', {
  tags: ['A-SIGNIN-03'],
}, () => {
  writeSliceSoon('playQueue', { items: ['a'] });
  keepOnlyInThisTab(true);
  expect(localStorage).toHaveLength(0);
  expect(readSlice('playQueue')).toEqual({ items: ['a'] });
  writeSliceSoon('playQueue', { items: ['b'] });
  forgetAll();
  window.dispatchEvent(new Event('pagehide'));
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});
