import { beforeEach, expect, test, vi } from 'vitest';
import { readSlice, writeSlice } from '../platform/persistedState.ts';
import { createTrack } from '../testing/releases.ts';
import { createDownload, type DownloadItem } from './downloads.ts';

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** Imports the store anew, as after a reload. */
const reloaded = async () => (await import('./downloadsStore.ts')).useDownloads;
const song = (more: Partial<DownloadItem>): DownloadItem => ({
  ...createDownload({ type: 'song', track: createTrack('s'), format: 'mp3' }, more.status ?? 'd'),
  ...more,
});

test('after a reload unfinished downloads are failed', { tags: ['C-DOWNLOAD-18', 'C-PERSIST-02'] }, async () => {
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

test('tokens and links are not persisted', {
  tags: ['C-PERSIST-01', 'C-PERSIST-03'],
}, async () => {
  const store = await reloaded();
  const item = song({ status: 'loading', token: 'secret', url: '/api/audio/zip/r?token=secret' });
  store.setState({ items: [item] });
  expect(readSlice('downloads')).toEqual([{ ...item, token: '', url: '' }]);
  expect(localStorage.getItem('promenade')).not.toContain('secret');
});

test.each(['text', 7, { items: [] }, [null, 1, { title: 'no id' }]])(
  'invalid persisted state %j is ignored without a log line',
  { tags: ['C-PERSIST-03'] },
  async (persisted) => {
    const logged = vi.spyOn(console, 'error');
    writeSlice('downloads', persisted);
    expect((await reloaded()).getState().items).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('a persisted track becomes a song', { tags: ['C-DOWNLOAD-27'] }, async () => {
  writeSlice('downloads', [{ ...song({ status: 'finished' }), type: 'track' }]);
  expect((await reloaded()).getState().items).toMatchObject([{ type: 'song', status: 'finished' }]);
});

test('when the session ends the list and its persisted copy are cleared', async () => {
  const { useSession } = await import('../platform/session.ts');
  const store = await reloaded();
  store.setState({ items: [song({ status: 'finished' })] });
  expect(readSlice('downloads')).toHaveLength(1);
  useSession.setState({ accessToken: null });
  expect([store.getState().items, readSlice('downloads')]).toEqual([[], []]);
});

test("two tabs keep each other's items; each removes its own", { tags: ['C-PERSIST-01'] }, async () => {
  const one = await reloaded();
  vi.resetModules();
  const other = await reloaded();
  const persisted = () => (readSlice('downloads') as DownloadItem[]).map(({ downloadID }) => downloadID);
  one.setState({ items: [song({ downloadID: 'first' })] });
  other.setState({ items: [song({ downloadID: 'second' })] });
  expect(persisted()).toEqual(['first', 'second']);
  one.setState({ items: [] });
  expect(persisted()).toEqual(['second']);
});
