import { beforeEach, expect, test, vi } from 'vitest';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { track } from '../testing/music.ts';
import { createDownload, type DownloadItem } from './downloads.ts';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** The store as a page finds it that has just been opened. */
const reloaded = async () => (await import('./downloadsStore.ts')).useDownloads;
const song = (more: Partial<DownloadItem>): DownloadItem => ({
  ...createDownload({ type: 'song', track: track('s'), format: 'mp3' }, more.status ?? 'd'),
  ...more,
});

test('after a reload what was not finished is failed', { tags: ['C-DOWNLOAD-18', 'C-PERSIST-02'] }, async () => {
  const before = await reloaded();
  const loading = song({ status: 'loading', progress: 40, percentCompleted: 40, isZipping: true });
  before.setState({
    items: [song({ status: 'waiting' }), loading, song({ status: 'failed' }), song({ status: 'finished' })],
  });
  vi.resetModules();
  const { items } = (await reloaded()).getState();
  expect(items.map(({ downloadID, status }) => [downloadID, status])).toEqual([
    ['waiting', 'failed'],
    ['loading', 'failed'],
    ['failed', 'failed'],
    ['finished', 'finished'],
  ]);
  expect(items[1]).toMatchObject({ progress: 40, percentCompleted: 40, isZipping: false });
});

test('what opens a file is not kept, nor is anything beyond the line itself', {
  tags: ['C-PERSIST-01', 'C-PERSIST-03'],
}, async () => {
  const store = await reloaded();
  const item = song({ status: 'loading', token: 'secret', url: '/api/audio/zip/r?token=secret' });
  store.setState({ items: [item] });
  expect(readSlice('downloads')).toEqual([{ ...item, token: '', url: '' }]);
  expect(localStorage.getItem('promenade')).not.toContain('secret');
});

test.each(['text', 7, { items: [] }, [null, 1, { title: 'no id' }]])(
  'kept %j is dropped without a word',
  { tags: ['C-PERSIST-03'] },
  async (kept) => {
    const logged = vi.spyOn(console, 'error');
    writeSlice('downloads', kept);
    expect((await reloaded()).getState().items).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('a kept track is a song', { tags: ['C-DOWNLOAD-27'] }, async () => {
  writeSlice('downloads', [{ ...song({ status: 'finished' }), type: 'track' }]);
  expect((await reloaded()).getState().items).toMatchObject([{ type: 'song', status: 'finished' }]);
});

test('when the session ends the list is gone, the kept one too', async () => {
  const { useSession } = await import('../platform/session.ts');
  const store = await reloaded();
  store.setState({ items: [song({ status: 'finished' })] });
  expect(readSlice('downloads')).toHaveLength(1);
  useSession.setState({ accessToken: null });
  expect([store.getState().items, readSlice('downloads')]).toEqual([[], []]);
});

test("two tabs keep each other's lines; each removes its own", { tags: ['C-PERSIST-01'] }, async () => {
  const one = await reloaded();
  vi.resetModules();
  const other = await reloaded();
  const kept = () => (readSlice('downloads') as DownloadItem[]).map(({ downloadID }) => downloadID);
  one.setState({ items: [song({ downloadID: 'first' })] });
  other.setState({ items: [song({ downloadID: 'second' })] });
  expect(kept()).toEqual(['first', 'second']);
  one.setState({ items: [] });
  expect(kept()).toEqual(['second']);
});
