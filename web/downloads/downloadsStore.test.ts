import { expect, test } from 'vitest';
import { createTrack } from '../testing/releases.ts';
import { deliverStorageEvent, openTab } from '../testing/tabs.ts';
import type { DownloadItem } from './downloadItem.ts';
import { createDownload } from './downloads.ts';

/** Imports the store anew, as after a reload or in another tab. */
const open = (account?: string) =>
  openTab(
    async () => ({
      ...(await import('../platform/persistedState.ts')),
      store: (await import('./downloadsStore.ts')).useDownloads,
    }),
    account,
  );
const song = (more: Partial<DownloadItem>): DownloadItem => ({
  ...createDownload({ type: 'song', track: createTrack('s'), format: 'mp3' }, more.status ?? 'd'),
  ...more,
});
const getStored = () => localStorage.getItem('promenade:player-1') ?? '';
const listStored = (): DownloadItem[] => JSON.parse(getStored()).state.downloads.items;
const listStates = ({ store }: Awaited<ReturnType<typeof open>>) =>
  store.getState().items.map(({ downloadID, status }) => [downloadID, status]);

test('after a reload unfinished downloads are failed', { tags: ['C-DOWNLOAD-18', 'C-PERSIST-02'] }, async () => {
  const before = await open();
  const loading = song({ status: 'loading', progress: 40, percentCompleted: 40, isZipping: true });
  before.store.setState({
    items: [song({ status: 'waiting' }), loading, song({ status: 'failed' }), song({ status: 'finished' })],
  });
  const after = await open();
  expect(listStates(after)).toEqual([
    ['waiting', 'failed'],
    ['loading', 'failed'],
    ['failed', 'failed'],
    ['finished', 'finished'],
  ]);
  expect(after.store.getState().items[1]).toMatchObject({ progress: 40, percentCompleted: 40, isZipping: false });
});

test('tokens and links are not persisted', { tags: ['C-PERSIST-01', 'C-PERSIST-03'] }, async () => {
  const { store } = await open();
  const item = song({ status: 'loading', token: 'secret', url: '/api/audio/zip/r?token=secret' });
  store.setState({ items: [item] });
  expect(listStored()).toEqual([{ ...item, token: '', url: '' }]);
  expect(getStored()).not.toContain('secret');
});

test('a persisted track becomes a song', { tags: ['C-DOWNLOAD-27'] }, async () => {
  const { writeSlice } = await open();
  writeSlice('downloads', { items: [{ ...song({ status: 'finished' }), type: 'track' }] });
  expect((await open()).store.getState().items).toMatchObject([{ type: 'song', status: 'finished' }]);
});

test('another account starts without downloads, and the first one finds its own again', {
  tags: ['requirements decision 29', 'C-PERSIST-01'],
}, async () => {
  const { store, setStateOwner } = await open();
  store.setState({ items: [song({ status: 'finished' })] });
  setStateOwner('player-2');
  expect(store.getState().items).toEqual([]);
  setStateOwner('player-1');
  expect(store.getState().items).toMatchObject([{ status: 'finished' }]);
});

test('two tabs that add at once lose nothing, and what one removes is gone in the other', {
  tags: ['C-PERSIST-01', 'requirements decision 34'],
}, async () => {
  const [one, other] = [await open(), await open()];
  one.store.setState({ items: [song({ downloadID: 'first' })] });
  other.store.setState({ items: [song({ downloadID: 'second' })] });
  deliverStorageEvent();
  const both = [
    ['first', 'waiting'],
    ['second', 'waiting'],
  ];
  expect([listStates(one), listStates(other)]).toEqual([both, both]);
  one.store.setState(({ items }) => ({ items: items.filter(({ downloadID }) => downloadID !== 'second') }));
  deliverStorageEvent();
  expect([listStates(one), listStates(other)]).toEqual([both.slice(0, 1), both.slice(0, 1)]);
});

test('the end of a download in one tab shows in the other; progress is not stored', {
  tags: ['requirements decision 34'],
}, async () => {
  const [one, other] = [await open(), await open()];
  const setItem = (change: Partial<DownloadItem>) =>
    one.store.setState({ items: [song({ downloadID: 'd', ...change })] });
  setItem({ status: 'loading' });
  deliverStorageEvent();
  const before = getStored();
  setItem({ status: 'loading', progress: 50, percentCompleted: 50 });
  expect(getStored()).toBe(before);
  setItem({ status: 'finished' });
  deliverStorageEvent();
  expect(listStates(other)).toEqual([['d', 'finished']]);
});

test('a sign-out by hand in one tab empties the other', { tags: ['requirements decision 29'] }, async () => {
  const [one, other] = [await open(), await open()];
  one.store.setState({ items: [song({ status: 'finished' })] });
  deliverStorageEvent();
  one.deleteStoredState();
  deliverStorageEvent();
  expect([listStates(one), listStates(other), localStorage.length]).toEqual([[], [], 0]);
});
