import {
  audioDownload,
  playlistZip,
  playlistZipLink,
  playlistZipStatus,
  releaseZip,
  releaseZipLink,
  releaseZipStatus,
  videoDownload,
} from '@promenade/contract/downloads';
import { audioToken, videoToken } from '@promenade/contract/media';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { endSession } from '../platform/session.ts';
import { network } from '../testing/browser.ts';
import { broken, file, headersOf, slow } from '../testing/fileAnswers.ts';
import { release, track } from '../testing/music.ts';
import { asAccount } from '../testing/people.ts';
import { savedFiles } from '../testing/savedFiles.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { token } from '../testing/tokens.ts';
import { DownloadsEngine } from './DownloadsEngine.tsx';
import { addDownload } from './downloadQueue.ts';
import { createDownload, removeItem, restartItem } from './downloads.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

let server: FakeServer;
let saved: ReturnType<typeof savedFiles>;
/** Lets the rest of a slow file through. */
let gates: (() => void)[];
let audio: string;
let logged: MockInstance;

beforeEach(() => {
  server = fakeServer();
  saved = savedFiles();
  gates = [];
  asAccount();
  logged = vi.spyOn(console, 'error').mockReturnValue();
  useNotices.setState({ notices: [] });
  audio = pass('audio');
  server.answer(audioToken, { data: { token: audio } });
  show(<DownloadsEngine />);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.restoreAllMocks();
});

const soon = { timeout: 8_000 };
const pass = (name: string, seconds = 6 * 3600) => token({ sub: name, exp: Date.now() / 1000 + seconds });
const items = () => useDownloads.getState().items;
const states = () => items().map(({ status }) => status);
const paths = (part: string) => server.calls.map(({ path }) => path).filter((path) => path.includes(part));
const song = (name: string) => addDownload({ type: 'song', track: track(name), format: 'mp3' });
const bundle = () =>
  addDownload({ type: 'release', release: release('r', { explicit: true, title: 'Tigers' }), format: 'wav' });
const toasts = () => useNotices.getState().notices.map(({ category, message }) => [category, message]);

test('a song is fetched by a token of its own and saved under the name that the server gives it', {
  tags: ['C-DOWNLOAD-03', 'C-DOWNLOAD-11', 'C-DOWNLOAD-26', 'C-CONST-06', 'A-CONST-16'],
}, async () => {
  const name = 'Oona - 01 - Tigers [E] (Dub).mp3';
  server.serve(audioDownload, () => file(name, 'sound'));
  song('s');
  await vi.waitFor(() => expect(saved.map((one) => one.name)).toEqual([name]), soon);
  expect(await saved[0]?.bytes.text()).toBe('sound');
  const [asked = ''] = paths('/download/');
  expect(asked).toBe(`/api/audio/download/s?format=mp3&bitrate=320&token=${audio}`);
  expect(states()).toEqual(['finished']);
});

test('a video comes as it is, by a token of its own', { tags: ['C-DOWNLOAD-11'] }, async () => {
  server.answer(videoToken, { data: { token: pass('video') } });
  server.serve(videoDownload, () => file('v.mp4', 'pictures'));
  addDownload({ type: 'video', track: track('v', { assettype: 'video' }), format: 'mp4' });
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['v.mp4']), soon);
  expect(paths('/video/download/v?format=mp4')).toHaveLength(1);
});

test('adding and finishing are told, an explicit title with its E', {
  tags: ['C-DOWNLOAD-23', 'C-TOAST-03'],
}, async () => {
  server.serve(audioDownload, () => file('x.mp3', 'sound'));
  addDownload({ type: 'song', track: track('s', { title: 'Tigers', explicit: true }), format: 'mp3' });
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
  expect(toasts()).toEqual([
    ['addDownloadQueue', 'Tigers [E]'],
    ['downloadFinished', 'Tigers [E]'],
  ]);
});

test('while it loads its percentage follows the bytes', { tags: ['C-DOWNLOAD-04'] }, async () => {
  server.serve(audioDownload, (signal) => slow(signal, gates, 'x.mp3', '123', '4567890'));
  song('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 30, percentCompleted: 30 }]));
  gates[0]?.();
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'finished', progress: 100 }]), soon);
});

test('two are fetched at once, the third when one is done', { tags: ['C-DOWNLOAD-16', 'C-DOWNLOAD-17'] }, async () => {
  server.serve(audioDownload, (signal, { path }) => slow(signal, gates, `${path.at(-1)}.mp3`, 'a', 'b'));
  for (const name of ['1', '2', '3']) song(name);
  await vi.waitFor(() => expect(states()).toEqual(['loading', 'loading', 'waiting']));
  await vi.waitFor(() => expect(gates).toHaveLength(2));
  gates[0]?.();
  await vi.waitFor(() => expect(states()).toEqual(['finished', 'loading', 'loading']), soon);
});

test.each([
  [16, 'kept'],
  [14, 'new'],
])(
  'a token that is good for %i seconds more: the %s one is used',
  { tags: ['C-DOWNLOAD-12', 'C-DOWNLOAD-13'] },
  async (seconds, used) => {
    server.serve(audioDownload, () => file('x.mp3', 'sound'));
    const kept = pass('kept', seconds);
    const item = createDownload({ type: 'song', track: track('s'), format: 'mp3' }, 'd');
    useDownloads.setState({ items: restartItem([{ ...item, status: 'failed', token: kept }], 'd') });
    await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
    expect(paths('/download/')[0]?.split('token=')[1]).toBe(used === 'kept' ? kept : audio);
  },
);

test('a release waits for its zip, shows how far that is, and is then fetched by its link', {
  tags: ['C-DOWNLOAD-03', 'C-DOWNLOAD-14'],
}, async () => {
  const link = `/api/audio/zip/r?format=wav&token=${pass('zip')}`;
  server.answer(releaseZipLink, { data: { zipped_url: link } });
  server.answer(releaseZipStatus, { status: 'zipping', progress: 40 });
  server.serve(releaseZip, () => file('Artist r - Tigers.zip', 'zipped'));
  bundle();
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'waiting', isZipping: true, zippingProgress: 40 }]));
  expect(paths('/zip/')).toEqual([]);
  server.answer(releaseZipStatus, { status: 'done', progress: 100 });
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Artist r - Tigers.zip']), soon);
  expect(paths('/zip/')).toEqual([link]);
  expect(paths('/zipper/status/')[0]).toBe('/api/audio/zipper/status/r?format=wav');
});

test('a playlist is asked for at its own addresses', { tags: ['C-DOWNLOAD-11'] }, async () => {
  server.answer(playlistZipLink, { data: { zipped_url: `/api/playlist/zip/p?token=${pass('zip')}` } });
  server.answer(playlistZipStatus, { status: 'done', progress: 100 });
  server.serve(playlistZip, () => file('Friday.zip', 'zipped'));
  const playlist = { playlistid: 'p', name: 'Friday', thumbnail: null, tracks: 2 };
  addDownload({ type: 'playlist', playlist, format: 'mp3' });
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Friday.zip']), soon);
});

test.each(['failed', 'unknown'] as const)(
  'a zip that is %s fails, and another try asks for a new one',
  { tags: ['C-DOWNLOAD-29'] },
  async (how) => {
    server.answer(releaseZipLink, { data: { zipped_url: `/api/audio/zip/r?token=${pass('zip')}` } });
    if (how === 'failed') server.answer(releaseZipStatus, { status: 'failed', progress: 50 });
    else server.refuse(releaseZipStatus, 'RELEASE_NOT_FOUND');
    bundle();
    await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
    server.answer(releaseZipStatus, { status: 'done', progress: 100 });
    server.serve(releaseZip, () => file('r.zip', 'zipped'));
    updateDownloads((all) => restartItem(all, items()[0]?.downloadID ?? ''));
    await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
    expect(paths('/zipper/r')).toHaveLength(2);
  },
);

test('one that is removed while it loads is cancelled: it is neither saved nor failed', {
  tags: ['C-DOWNLOAD-06', 'C-DOWNLOAD-09'],
}, async () => {
  let signal: AbortSignal | null = null;
  server.serve(audioDownload, (given) => {
    signal = given;
    return slow(given, gates, 'x.mp3', '123', '4567890');
  });
  song('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 30 }]));
  updateDownloads((all) => removeItem(all, items()[0]?.downloadID ?? ''));
  expect(signal).toMatchObject({ aborted: true });
  gates[0]?.();
  song('t');
  await vi.waitFor(() => expect(items()).toMatchObject([{ mediaID: 't', status: 'loading' }]), soon);
  expect(saved).toEqual([]);
  expect(logged).not.toHaveBeenCalled();
});

test('what is refused fails and is not tried by itself', { tags: ['C-DOWNLOAD-05', 'C-DOWNLOAD-06'] }, async () => {
  server.refuse(audioDownload, 'STREAM_ONLY');
  song('s');
  await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
  expect(paths('/download/')).toHaveLength(1);
});

test('a line that breaks is taken up again where it broke', async () => {
  const asked: Record<string, string>[] = [];
  server.serve(audioDownload, (_signal, call) => {
    asked.push(call.headers);
    if (asked.length === 1) return broken('12345', 10);
    const head = { ...headersOf('x.mp3', 5), 'content-range': 'bytes 5-9/10' };
    return new Response('67890', { status: 206, headers: head });
  });
  song('s');
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
  expect(asked).toEqual([{}, { range: 'bytes=5-', 'if-range': '"one"' }]);
  expect(await saved[0]?.bytes.text()).toBe('1234567890');
});

test('a file that became another one meanwhile is fetched from its beginning', async () => {
  let times = 0;
  server.serve(audioDownload, () => {
    times += 1;
    return times === 1 ? broken('12345', 10) : file('x.mp3', 'another');
  });
  song('s');
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
  expect(await saved[0]?.bytes.text()).toBe('another');
});

test('a failed one goes on with the bytes that are here when it starts again', {
  tags: ['C-DOWNLOAD-07'],
}, async () => {
  let times = 0;
  server.serve(audioDownload, (_signal, { headers: sent }) => {
    times += 1;
    if (times === 1) return broken('12345', 10);
    if (times === 2) return Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 });
    expect(sent).toMatchObject({ range: 'bytes=5-' });
    return new Response('67890', { status: 206, headers: { ...headersOf('x', 5), 'content-range': 'bytes 5-9/10' } });
  });
  song('s');
  await vi.waitFor(() => expect(states()).toEqual(['failed']), soon);
  updateDownloads((all) => restartItem(all, items()[0]?.downloadID ?? ''));
  expect(items()).toMatchObject([{ status: 'waiting', progress: 0 }]);
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
  expect(await saved[0]?.bytes.text()).toBe('1234567890');
  expect(paths('/api/audio/s')).toHaveLength(2);
});

test('without a network a download waits for it instead of failing', async () => {
  let times = 0;
  server.serve(audioDownload, () => {
    times += 1;
    if (times > 1) return file('x.mp3', 'sound');
    network(false);
    return broken('12345', 10);
  });
  song('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 50 }]));
  network(true);
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
});

test('one that is added without a network begins when there is one', async () => {
  server.silence(audioToken);
  network(false);
  song('s');
  await vi.waitFor(() => expect(paths('/api/audio/s')).toHaveLength(1));
  expect(states()).toEqual(['waiting']);
  server.answer(audioToken, { data: { token: audio } });
  server.serve(audioDownload, () => file('x.mp3', 'sound'));
  network(true);
  await vi.waitFor(() => expect(states()).toEqual(['finished']), soon);
});

test('the end of the session ends downloads and empties the list', async () => {
  server.serve(audioDownload, (signal) => slow(signal, gates, 'x.mp3', '123', '4567890'));
  song('s');
  await vi.waitFor(() => expect(states()).toEqual(['loading']));
  endSession();
  expect(items()).toEqual([]);
  gates[0]?.();
  await vi.waitFor(() => expect(saved).toEqual([]));
});
