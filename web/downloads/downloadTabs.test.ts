import { audioDownload } from '@promenade/contract/downloads';
import { audioToken } from '@promenade/contract/media';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createFileResponse, createGatedResponse } from '../testing/fileResponses.ts';
import { mockSavedFiles } from '../testing/mockSavedFiles.ts';
import { createTrack } from '../testing/releases.ts';
import { deliverStorageEvent, mockBroadcastChannel, openTab } from '../testing/tabs.ts';
import { createToken } from '../testing/tokens.ts';

const tags = ['requirements decision 34'];
let server: FakeServer;
/** Each function releases the rest of a slow file. */
let gates: (() => void)[];

beforeEach(() => {
  gates = [];
  mockBroadcastChannel();
  mockSavedFiles();
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  server.answer(audioToken, { data: { token: createToken({ exp: Date.now() / 1000 + 3600 }) } });
  server.respondWith(audioDownload, (signal) => createGatedResponse(signal, gates, 'x.mp3', '123', '4567890'));
});
afterEach(() => vi.restoreAllMocks());

/** A tab with the download manager, in a browser without Web Locks. */
async function open() {
  const tab = await openTab(async () => ({
    ...(await import('./downloadQueue.ts')),
    ...(await import('./downloads.ts')),
    ...(await import('./downloadsStore.ts')),
  }));
  tab.watchOtherTabs();
  return tab;
}
type Tab = Awaited<ReturnType<typeof open>>;
const listItems = ({ useDownloads }: Tab) => useDownloads.getState().items;

/** Starts a download and waits until a part of it has arrived. */
async function startDownload(tab: Tab): Promise<string> {
  tab.addDownload({ type: 'song', track: createTrack('s'), format: 'mp3' });
  tab.startWaiting();
  await vi.waitFor(() => expect(listItems(tab)).toMatchObject([{ status: 'loading', progress: 30 }]));
  deliverStorageEvent();
  return listItems(tab)[0]?.downloadID ?? '';
}

test('a tab that is opened while another one downloads shows the progress, not a failure', { tags }, async () => {
  const one = await open();
  await startDownload(one);
  const late = await open();
  expect(listItems(late)).toMatchObject([{ status: 'loading', progress: 30, failure: undefined }]);
  late.startWaiting();
  gates[0]?.();
  await vi.waitFor(() => expect(listItems(one)).toMatchObject([{ status: 'finished' }]));
  deliverStorageEvent();
  expect(listItems(late)).toMatchObject([{ status: 'finished' }]);
  expect(server.calls.filter(({ path }) => path.includes('/download/'))).toHaveLength(1);
});

test('a download is cancelled by removing it in another tab', { tags: [...tags, 'C-DOWNLOAD-09'] }, async () => {
  const [one, other] = [await open(), await open()];
  const id = await startDownload(one);
  other.updateDownloads((items) => other.removeItem(items, id));
  deliverStorageEvent();
  expect(listItems(one)).toEqual([]);
  gates[0]?.();
  await vi.waitFor(() => expect(listItems(other)).toEqual([]));
});

test('another tab shows why a download failed, and can restart it', { tags: [...tags, 'C-DOWNLOAD-08'] }, async () => {
  const [one, other] = [await open(), await open()];
  server.refuse(audioDownload, 'DOWNLOAD_LIMIT');
  one.addDownload({ type: 'song', track: createTrack('s'), format: 'mp3' });
  one.startWaiting();
  await vi.waitFor(() => expect(listItems(one)).toMatchObject([{ status: 'failed', failure: 'limit' }]));
  deliverStorageEvent();
  expect(listItems(other)).toMatchObject([{ status: 'failed', failure: 'limit' }]);
  server.respondWith(audioDownload, () => createFileResponse('x.mp3', 'sound'));
  other.updateDownloads((items) => other.restartItem(items, items[0]?.downloadID ?? ''));
  deliverStorageEvent();
  one.startWaiting();
  other.startWaiting();
  await vi.waitFor(() => expect(listItems(other)).toMatchObject([{ status: 'finished' }]));
  deliverStorageEvent();
  expect(listItems(one)).toMatchObject([{ status: 'finished' }]);
  expect(server.calls.filter(({ path }) => path.includes('/download/'))).toHaveLength(2);
});
