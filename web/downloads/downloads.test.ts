import { expect, test } from 'vitest';
import { createZipStatus } from '../testing/fileResponses.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import type { DownloadItem } from './downloadItem.ts';
import {
  addItem,
  applyTabProgress,
  createDownload,
  findNextWaiting,
  getDisplayState,
  listWaitingForZip,
  removeFinished,
  removeItem,
  restartItem,
  setFailed,
  setFinished,
  setLoading,
  setProgress,
  setSize,
  setZipStatus,
} from './downloads.ts';

const pass = { token: 't', url: '' };
const song = (id = 'd1') => createDownload({ type: 'song', track: createTrack('s'), format: 'mp3' }, id);
const whole = (id = 'd1') => createDownload({ type: 'release', release: createRelease('r'), format: 'wav' }, id);
const only = ([item]: DownloadItem[]) => item as DownloadItem;

test('a new download is waiting and has exactly the specified fields', {
  tags: ['C-DOWNLOAD-02', 'C-ENTITY-19'],
}, () => {
  const more = {
    title: 'Tigers',
    version: 'Dub',
    artist: 'Oona',
    explicit: true,
    ordinal: 3,
    coverart: '/c-1000.webp',
  };
  expect(createDownload({ type: 'song', track: createTrack('s', more), format: 'wav' }, 'd1')).toEqual({
    type: 'song',
    artist: 'Oona',
    title: 'Tigers',
    version: 'Dub',
    explicit: true,
    ordinal: 3,
    trackcount: 0,
    coverart: '/c-1000.webp',
    token: '',
    url: '',
    mediaID: 's',
    downloadID: 'd1',
    status: 'waiting',
    progress: 0,
    percentCompleted: 0,
    format: 'wav',
    isZipping: false,
    zippingProgress: 0,
    zipperReady: false,
  });
});

test.each([
  [{ type: 'release', release: createRelease('r', { trackcount: 9 }), format: 'mp3' }, 'release', 'r', 9],
  [{ type: 'track', track: createTrack('s'), format: 'mp3' }, 'song', 's', 0],
  [{ type: 'video', track: createTrack('v', { assettype: 'video' }), format: 'mp4' }, 'video', 'v', 0],
  [
    { type: 'playlist', playlist: { playlistid: 'p', name: 'Friday', thumbnail: null, tracks: 4 }, format: 'mp3' },
    'playlist',
    'p',
    4,
  ],
] as const)('%o becomes a %s', { tags: ['C-ENUM-05', 'C-DOWNLOAD-27'] }, (wanted, type, mediaID, trackcount) => {
  expect(createDownload(wanted, 'd')).toMatchObject({ type, mediaID, trackcount });
});

test('an unfinished download is not added twice, in another format it is', { tags: ['C-DOWNLOAD-25'] }, () => {
  const items = [song()];
  expect(addItem(items, song('d2'))).toBe(items);
  expect(addItem(setLoading(items, 'd1', pass), song('d2'))).toHaveLength(1);
  const wav = createDownload({ type: 'song', track: createTrack('s'), format: 'wav' }, 'd2');
  expect(addItem(items, wav)).toHaveLength(2);
  expect(addItem(setFinished(items, 'd1'), song('d2'))).toHaveLength(2);
});

test('adding a failed download again restarts it', { tags: ['C-DOWNLOAD-25'] }, () => {
  const items = setFailed([song()], 'd1', 'network');
  expect(addItem(items, song('d2'))).toMatchObject([{ downloadID: 'd1', status: 'waiting' }]);
});

test('while loading both fields have the same percentage', {
  tags: ['C-DOWNLOAD-01', 'C-DOWNLOAD-04', 'C-ENTITY-20'],
}, () => {
  const begun = setLoading([song()], 'd1', pass);
  expect(begun).toMatchObject([{ status: 'loading', token: 't' }]);
  const further = setProgress(begun, 'd1', 41.7);
  expect(further).toMatchObject([{ progress: 41, percentCompleted: 41 }]);
  expect(setProgress(further, 'd1', 41.9)).toBe(further);
  expect(setProgress(further, 'd1', 140)).toMatchObject([{ progress: 100, percentCompleted: 100 }]);
});

test('a finished download is at 100 and has no token', { tags: ['C-DOWNLOAD-05', 'C-ENTITY-20'] }, () => {
  const done = setFinished(setLoading([song()], 'd1', pass), 'd1');
  expect(done).toMatchObject([{ status: 'finished', progress: 100, percentCompleted: 100, token: '' }]);
});

test('a failed download restarts at 0, with a token that is still valid', { tags: ['C-DOWNLOAD-07'] }, () => {
  const broken = setFailed(setProgress(setLoading([song()], 'd1', pass), 'd1', 60), 'd1', 'network');
  expect(broken).toMatchObject([{ status: 'failed', failure: 'network' }]);
  expect(restartItem(broken, 'd1')).toMatchObject([
    { status: 'waiting', failure: undefined, progress: 0, percentCompleted: 0, token: 't' },
  ]);
  expect(restartItem(setFailed(broken, 'd1', 'limit', true), 'd1')).toMatchObject([{ status: 'waiting', token: '' }]);
});

test('only a failed download can be restarted', { tags: ['C-DOWNLOAD-08'] }, () => {
  const busy = setProgress(setLoading([song()], 'd1', pass), 'd1', 60);
  expect(restartItem(busy, 'd1')).toEqual(busy);
});

test('finished downloads are cleared, the others stay', { tags: ['C-DOWNLOAD-10'] }, () => {
  const items = setFailed(setFinished([song('d1'), song('d2'), song('d3')], 'd2'), 'd3', 'network');
  expect(removeFinished(items).map(({ downloadID }) => downloadID)).toEqual(['d1', 'd3']);
  expect(removeItem(items, 'd1').map(({ downloadID }) => downloadID)).toEqual(['d2', 'd3']);
});

test('a download whose zip is not ready is zipping and is not started', {
  tags: ['C-DOWNLOAD-14', 'C-DOWNLOAD-15'],
}, () => {
  const items = setZipStatus([whole()], 'd1', createZipStatus('zipping', 30), { token: '', url: '/zip' });
  expect(items).toMatchObject([{ isZipping: true, zippingProgress: 30, zipperReady: false, url: '/zip' }]);
  expect(getDisplayState(only(items))).toEqual({ state: 'zipping', percent: 30 });
  expect(findNextWaiting(items)).toBeUndefined();
  expect(listWaitingForZip(items)).toEqual(items);
});

test('a download whose zip is ready waits like a track', { tags: ['C-DOWNLOAD-14', 'C-DOWNLOAD-15'] }, () => {
  const items = setZipStatus([whole()], 'd1', createZipStatus('done', 100), { token: '', url: '/zip' });
  expect(items).toMatchObject([{ isZipping: false, zipperReady: true }]);
  expect([getDisplayState(only(items)).state, getDisplayState(song()).state]).toEqual(['waiting', 'waiting']);
  expect(findNextWaiting(items)).toEqual(only(items));
  expect(listWaitingForZip(items)).toEqual([]);
});

test('a failed zip fails its download, and a restart requests a new one', { tags: ['C-DOWNLOAD-29'] }, () => {
  const ready = setZipStatus([whole()], 'd1', createZipStatus('done', 100), { token: '', url: '/zip' });
  const items = setZipStatus(ready, 'd1', createZipStatus('failed', 0), { token: '', url: '/zip' });
  expect(items).toMatchObject([{ status: 'failed', failure: 'damaged', url: '', zipperReady: false }]);
  expect(listWaitingForZip(restartItem(items, 'd1'))).toHaveLength(1);
});

test('the status of a zip tells its size and the tracks that it leaves out', () => {
  const omitted = [{ title: 'Tigers', reason: 'STREAM_ONLY' as const }];
  const status = createZipStatus('done', 100, { bytes: 5_000_000, tracks: 9, omitted });
  expect(setZipStatus([whole()], 'd1', status, pass)).toMatchObject([{ bytes: 5_000_000, trackcount: 9, omitted }]);
});

test('a file has the size that its button told', () => {
  const track = createTrack('s', { sizes: { mp3: 8_959_000 } });
  const items = [createDownload({ type: 'song', track, format: 'mp3' }, 'd1')];
  expect(setSize(items, 'd1', 9_000_000)).toMatchObject([{ bytes: 8_959_000 }]);
  expect(setSize([song()], 'd1', 9_000_000)).toMatchObject([{ bytes: 9_000_000 }]);
});

test('what looked abandoned after a reload goes on when another tab reports its progress', {
  tags: ['requirements decision 34'],
}, () => {
  const abandoned = setFailed([song()], 'd1', 'interrupted');
  expect(applyTabProgress(abandoned, { downloadID: 'd1', progress: 40 })).toMatchObject([
    { status: 'loading', progress: 40, failure: undefined },
  ]);
  expect(applyTabProgress(abandoned, { downloadID: 'd1', zippingProgress: 7 })).toMatchObject([
    { status: 'waiting', zippingProgress: 7, failure: undefined },
  ]);
  const refused = setFailed([song()], 'd1', 'limit');
  expect(applyTabProgress(refused, { downloadID: 'd1', progress: 40 })).toMatchObject([
    { status: 'failed', failure: 'limit' },
  ]);
});
