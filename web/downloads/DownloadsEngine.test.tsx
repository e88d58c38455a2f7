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
import { signInAs } from '../testing/accounts.ts';
import { setOnline } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import {
  createBrokenResponse,
  createFileHeaders,
  createFileResponse,
  createGatedResponse,
  createZipStatus,
} from '../testing/fileResponses.ts';
import { mockSavedFiles } from '../testing/mockSavedFiles.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { createToken } from '../testing/tokens.ts';
import { DownloadsEngine } from './DownloadsEngine.tsx';
import { addDownload } from './downloadQueue.ts';
import { createDownload, removeItem, restartItem } from './downloads.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

let server: FakeServer;
let saved: ReturnType<typeof mockSavedFiles>;
/** Each function releases the rest of a slow file. */
let gates: (() => void)[];
let audio: string;
let consoleError: MockInstance;

beforeEach(() => {
  server = fakeServer();
  saved = mockSavedFiles();
  gates = [];
  signInAs();
  consoleError = vi.spyOn(console, 'error').mockReturnValue();
  useNotices.setState({ notices: [] });
  audio = createMediaToken('audio');
  server.answer(audioToken, { data: { token: audio } });
  renderScreen(<DownloadsEngine />);
});
afterEach(() => {
  cleanup();
  endSession();
  vi.restoreAllMocks();
});

const createMediaToken = (name: string, seconds = 6 * 3600) =>
  createToken({ sub: name, exp: Date.now() / 1000 + seconds });
const items = () => useDownloads.getState().items;
const states = () => items().map(({ status }) => status);
const paths = (part: string) => server.calls.map(({ path }) => path).filter((path) => path.includes(part));
const addTrack = (name: string) => addDownload({ type: 'song', track: createTrack(name), format: 'mp3' });
const addRelease = () =>
  addDownload({ type: 'release', release: createRelease('r', { explicit: true, title: 'Tigers' }), format: 'wav' });
const toasts = () => useNotices.getState().notices.map(({ category, message }) => [category, message]);

test('a track is fetched with its own token and saved under the name that the server gives', {
  tags: ['C-DOWNLOAD-03', 'C-DOWNLOAD-11', 'C-DOWNLOAD-26', 'C-CONST-06', 'A-CONST-16'],
}, async () => {
  const name = 'Oona - 01 - Tigers [E] (Dub).mp3';
  server.respondWith(audioDownload, () => createFileResponse(name, 'sound'));
  addTrack('s');
  await vi.waitFor(() => expect(saved.map((one) => one.name)).toEqual([name]));
  expect(await saved[0]?.bytes.text()).toBe('sound');
  expect(paths('/api/audio/s')).toEqual(['/api/audio/s?purpose=download']);
  const [request = ''] = paths('/download/');
  expect(request).toBe(`/api/audio/download/s?format=mp3&bitrate=320&token=${audio}`);
  expect(states()).toEqual(['finished']);
});

test('a video is downloaded as MP4 with its own token', { tags: ['C-DOWNLOAD-11'] }, async () => {
  server.answer(videoToken, { data: { token: createMediaToken('video') } });
  server.respondWith(videoDownload, () => createFileResponse('v.mp4', 'pictures'));
  addDownload({ type: 'video', track: createTrack('v', { assettype: 'video' }), format: 'mp4' });
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['v.mp4']));
  expect(paths('/video/download/v?format=mp4')).toHaveLength(1);
});

test('adding and finishing show toasts, with [E] for an explicit title', {
  tags: ['C-DOWNLOAD-23', 'C-TOAST-03'],
}, async () => {
  server.respondWith(audioDownload, () => createFileResponse('x.mp3', 'sound'));
  addDownload({ type: 'song', track: createTrack('s', { title: 'Tigers', explicit: true }), format: 'mp3' });
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
  expect(toasts()).toEqual([
    ['addDownloadQueue', 'Tigers [E]'],
    ['downloadFinished', 'Tigers [E]'],
  ]);
});

test('while loading the percentage follows the bytes', { tags: ['C-DOWNLOAD-04'] }, async () => {
  server.respondWith(audioDownload, (signal) => createGatedResponse(signal, gates, 'x.mp3', '123', '4567890'));
  addTrack('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 30, percentCompleted: 30 }]));
  gates[0]?.();
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'finished', progress: 100 }]));
});

test('two downloads run at once, the third starts when one is finished', {
  tags: ['C-DOWNLOAD-16', 'C-DOWNLOAD-17'],
}, async () => {
  server.respondWith(audioDownload, (signal, { path }) =>
    createGatedResponse(signal, gates, `${path.at(-1)}.mp3`, 'a', 'b'),
  );
  for (const name of ['1', '2', '3']) addTrack(name);
  await vi.waitFor(() => expect(states()).toEqual(['loading', 'loading', 'waiting']));
  await vi.waitFor(() => expect(gates).toHaveLength(2));
  gates[0]?.();
  await vi.waitFor(() => expect(states()).toEqual(['finished', 'loading', 'loading']));
});

test.each([
  [16, 'stored'],
  [14, 'new'],
])(
  'a token valid for %i more seconds: the %s one is used',
  { tags: ['C-DOWNLOAD-12', 'C-DOWNLOAD-13'] },
  async (seconds, used) => {
    server.respondWith(audioDownload, () => createFileResponse('x.mp3', 'sound'));
    const stored = createMediaToken('stored', seconds);
    const item = createDownload({ type: 'song', track: createTrack('s'), format: 'mp3' }, 'd');
    useDownloads.setState({ items: restartItem([{ ...item, status: 'failed', token: stored }], 'd') });
    await vi.waitFor(() => expect(states()).toEqual(['finished']));
    expect(paths('/download/')[0]?.split('token=')[1]).toBe(used === 'stored' ? stored : audio);
  },
);

test('a release waits for its zip, shows the progress, and is then fetched by its link', {
  tags: ['C-DOWNLOAD-03', 'C-DOWNLOAD-14'],
}, async () => {
  const link = `/api/audio/zip/r?format=wav&token=${createMediaToken('zip')}`;
  server.answer(releaseZipLink, { data: { zipped_url: link } });
  server.answer(releaseZipStatus, createZipStatus('zipping', 40));
  server.respondWith(releaseZip, () => createFileResponse('Artist r - Tigers.zip', 'zipped'));
  addRelease();
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'waiting', isZipping: true, zippingProgress: 40 }]));
  expect(paths('/zip/')).toEqual([]);
  server.answer(releaseZipStatus, createZipStatus('done', 100));
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Artist r - Tigers.zip']));
  expect(paths('/zip/')).toEqual([link]);
  expect(paths('/zipper/status/')[0]).toBe('/api/audio/zipper/status/r?format=wav');
});

test('a playlist uses its own routes', { tags: ['C-DOWNLOAD-11'] }, async () => {
  server.answer(playlistZipLink, { data: { zipped_url: `/api/playlist/zip/p?token=${createMediaToken('zip')}` } });
  server.answer(playlistZipStatus, createZipStatus('done', 100));
  server.respondWith(playlistZip, () => createFileResponse('Friday.zip', 'zipped'));
  const playlist = { playlistid: 'p', name: 'Friday', thumbnail: null, tracks: 2 };
  addDownload({ type: 'playlist', playlist, format: 'mp3' });
  await vi.waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Friday.zip']));
});

test.each(['failed', 'unknown'] as const)(
  'a zip that is %s fails, and a restart requests a new one',
  { tags: ['C-DOWNLOAD-29'] },
  async (how) => {
    server.answer(releaseZipLink, { data: { zipped_url: `/api/audio/zip/r?token=${createMediaToken('zip')}` } });
    if (how === 'failed') server.answer(releaseZipStatus, createZipStatus('failed', 50));
    else server.refuse(releaseZipStatus, 'RELEASE_NOT_FOUND');
    addRelease();
    await vi.waitFor(() => expect(states()).toEqual(['failed']));
    server.answer(releaseZipStatus, createZipStatus('done', 100));
    server.respondWith(releaseZip, () => createFileResponse('r.zip', 'zipped'));
    updateDownloads((all) => restartItem(all, items()[0]?.downloadID ?? ''));
    await vi.waitFor(() => expect(states()).toEqual(['finished']));
    expect(paths('/zipper/r')).toHaveLength(2);
  },
);

test('removing a loading download cancels it: it is neither saved nor failed', {
  tags: ['C-DOWNLOAD-06', 'C-DOWNLOAD-09'],
}, async () => {
  let signal: AbortSignal | null = null;
  server.respondWith(audioDownload, (given) => {
    signal = given;
    return createGatedResponse(given, gates, 'x.mp3', '123', '4567890');
  });
  addTrack('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 30 }]));
  updateDownloads((all) => removeItem(all, items()[0]?.downloadID ?? ''));
  expect(signal).toMatchObject({ aborted: true });
  gates[0]?.();
  addTrack('t');
  await vi.waitFor(() => expect(items()).toMatchObject([{ mediaID: 't', status: 'loading' }]));
  expect(saved).toEqual([]);
  expect(consoleError).not.toHaveBeenCalled();
});

test('a refused download fails and is not retried automatically', {
  tags: ['C-DOWNLOAD-05', 'C-DOWNLOAD-06'],
}, async () => {
  server.refuse(audioDownload, 'STREAM_ONLY');
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['failed']));
  expect(paths('/download/')).toHaveLength(1);
});

test.each([
  ['DOWNLOAD_LIMIT', 'The download limit of this account is reached. Try again later.'],
  ['FORBIDDEN', 'You do not have access to it.'],
  ['RELEASE_NOT_AVAILABLE', 'It was withdrawn by its label.'],
  ['FILE_DAMAGED', 'The file is damaged on the server. Try again later.'],
] as const)('a download that fails with %s says why in a toast, without a retry', async (code, reason) => {
  server.refuse(audioDownload, code);
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['failed']));
  expect(toasts().at(-1)).toEqual(['downloadFailed', `Track s could not be downloaded. ${reason}`]);
  expect(paths('/download/')).toHaveLength(1);
});

test('a download that fails because the server is away says so in the one notice about it', {
  tags: ['A-ERR-21'],
}, async () => {
  server.respondWith(audioToken, () => new Response(null, { status: 503 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  addTrack('s');
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states()).toEqual(['failed']);
  });
  vi.useRealTimers();
  expect(toasts().map(([category]) => category)).toEqual(['addDownloadQueue', 'downloadFailed']);
});

test('a file that cannot be saved says so', async () => {
  server.respondWith(audioDownload, () => createFileResponse('x.mp3', 'sound'));
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  addTrack('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'failed', failure: 'disk' }]));
});

test('a broken connection is resumed at the same byte', async () => {
  const sentHeaders: Record<string, string>[] = [];
  server.respondWith(audioDownload, (_signal, call) => {
    sentHeaders.push(call.headers);
    if (sentHeaders.length === 1) return createBrokenResponse('12345', 10);
    const head = { ...createFileHeaders('x.mp3', 5), 'content-range': 'bytes 5-9/10' };
    return new Response('67890', { status: 206, headers: head });
  });
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
  expect(sentHeaders).toEqual([{}, { range: 'bytes=5-', 'if-range': '"one"' }]);
  expect(await saved[0]?.bytes.text()).toBe('1234567890');
});

test('a file that changed meanwhile is fetched from its beginning', async () => {
  let times = 0;
  server.respondWith(audioDownload, () => {
    times += 1;
    return times === 1 ? createBrokenResponse('12345', 10) : createFileResponse('x.mp3', 'another');
  });
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
  expect(await saved[0]?.bytes.text()).toBe('another');
});

test('a restarted download continues after the bytes it already has', {
  tags: ['C-DOWNLOAD-07'],
}, async () => {
  let times = 0;
  server.respondWith(audioDownload, (_signal, { headers: sent }) => {
    times += 1;
    if (times === 1) return createBrokenResponse('12345', 10);
    if (times === 2) return Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 });
    expect(sent).toMatchObject({ range: 'bytes=5-' });
    return new Response('67890', {
      status: 206,
      headers: { ...createFileHeaders('x', 5), 'content-range': 'bytes 5-9/10' },
    });
  });
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['failed']));
  updateDownloads((all) => restartItem(all, items()[0]?.downloadID ?? ''));
  expect(items()).toMatchObject([{ status: 'waiting', progress: 0 }]);
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
  expect(await saved[0]?.bytes.text()).toBe('1234567890');
  expect(paths('/api/audio/s')).toHaveLength(2);
});

test('an offline download waits for the network instead of failing', async () => {
  let times = 0;
  server.respondWith(audioDownload, () => {
    times += 1;
    if (times > 1) return createFileResponse('x.mp3', 'sound');
    setOnline(false);
    return createBrokenResponse('12345', 10);
  });
  addTrack('s');
  await vi.waitFor(() => expect(items()).toMatchObject([{ status: 'loading', progress: 50 }]));
  setOnline(true);
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
});

test('a download added offline starts when the network is back', async () => {
  server.disconnect(audioToken);
  setOnline(false);
  addTrack('s');
  await vi.waitFor(() => expect(paths('/api/audio/s')).toHaveLength(1));
  expect(states()).toEqual(['waiting']);
  server.answer(audioToken, { data: { token: audio } });
  server.respondWith(audioDownload, () => createFileResponse('x.mp3', 'sound'));
  setOnline(true);
  await vi.waitFor(() => expect(states()).toEqual(['finished']));
});

test('the end of the session cancels downloads and clears the list', async () => {
  server.respondWith(audioDownload, (signal) => createGatedResponse(signal, gates, 'x.mp3', '123', '4567890'));
  addTrack('s');
  await vi.waitFor(() => expect(states()).toEqual(['loading']));
  endSession();
  expect(items()).toEqual([]);
  gates[0]?.();
  await vi.waitFor(() => expect(saved).toEqual([]));
});
