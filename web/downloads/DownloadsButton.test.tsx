import { options } from '@promenade/contract/options';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { DownloadsButton } from './DownloadsButton.tsx';
// Imported ahead, so that a slow machine does not delay the first press.
import './DownloadsPanel.tsx';
import type { DownloadItem } from './downloadItem.ts';
import { createDownload } from './downloads.ts';
import { useDownloads } from './downloadsStore.ts';

let server: FakeServer;

beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  server.answer(options, emptyOptions);
});

const song = (name: string, more: Partial<DownloadItem> = {}): DownloadItem => ({
  ...createDownload(
    { type: 'song', track: createTrack(name, { title: name, coverart: '/c-1000.webp' }), format: 'mp3' },
    name,
  ),
  ...more,
});
const bundle = (more: Partial<DownloadItem> = {}): DownloadItem => ({
  ...createDownload(
    { type: 'release', release: createRelease('r', { title: 'Echoes', trackcount: 9 }), format: 'wav' },
    'r',
  ),
  ...more,
});
const has = (...items: DownloadItem[]) => useDownloads.setState({ items });
const button = () => screen.getByRole('button', { name: /^Downloads/ });
async function opened(...items: DownloadItem[]) {
  has(...items);
  const user = renderScreen(withProviders(<DownloadsButton />));
  await user.click(button());
  return { user, panel: within(await screen.findByRole('dialog', { name: 'Downloads' })) };
}
const lines = () => screen.getAllByRole('listitem');
const ids = () => useDownloads.getState().items.map(({ downloadID, status }) => [downloadID, status]);

test('the button opens the download manager, Escape closes it and returns the focus', {
  tags: ['C-SHELL-11'],
}, async () => {
  const { user, panel } = await opened();
  expect(panel.getByText(/^No downloads/)).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Go to releases' }).getAttribute('href')).toBe('/releases');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('on a phone the download manager is a dialog with a close button', {
  tags: ['C-SHELL-15'],
}, async () => {
  mockWindowWidth(390);
  const { user, panel } = await opened(song('Tigers'));
  expect(panel.getByText('Tigers')).toBeTruthy();
  await user.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the button shows the number of unfinished downloads', () => {
  has(song('a'), song('b', { status: 'loading' }), song('c', { status: 'finished' }));
  renderScreen(withProviders(<DownloadsButton />));
  expect(button().getAttribute('aria-label')).toBe('Downloads, 2 not finished');
});

test('with downloads turned off there is no button', { tags: ['C-ROLE-02'] }, async () => {
  server.answer(options, { ...emptyOptions, downloads_enabled: false });
  renderScreen(withProviders(<DownloadsButton />));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('a row has cover, title, version, explicit mark, artist and a remove button', {
  tags: ['C-DOWNLOAD-24'],
}, async () => {
  await opened(song('Tigers', { version: 'Dub', explicit: true, artist: 'Oona' }));
  const line = lines()[0] as HTMLElement;
  expect(line.querySelector('img')?.getAttribute('src')).toBe('/c-160.webp');
  expect(line.textContent).toBe('Tigers (Dub)EOonaMP3waiting');
  expect(within(line).getByRole('img', { name: 'Explicit' })).toBeTruthy();
  expect(within(line).getByRole('button', { name: 'Remove Tigers (Dub) from downloads' })).toBeTruthy();
});

test('a long title, version and artist end in an ellipsis, with all of it in a tooltip', {
  tags: ['C-DOWNLOAD-24'],
}, async () => {
  const [title, artist] = [
    'Ein sehr langer Titel '.repeat(8).trim(),
    'Donaudampfschifffahrtsgesellschaft '.repeat(5).trim(),
  ];
  await opened(song('x', { title, version: 'Extended', artist }));
  const line = within(lines()[0] as HTMLElement);
  for (const [text, all] of [
    [title, `${title} (Extended)`],
    [artist, artist],
  ] as const)
    expect(line.getByText(text).closest('.ellipsis')?.textContent).toBe(all);
});

test('a row tells the size, and which tracks a zip leaves out', async () => {
  const omitted = [
    { title: 'Amber', reason: 'STREAM_ONLY' as const },
    { title: 'Lines', reason: 'FORMAT_NOT_AVAILABLE' as const },
    { title: null, reason: 'RELEASE_NOT_AVAILABLE' as const },
  ];
  await opened(bundle({ bytes: 431_000_000, omitted }));
  expect(screen.getByText('9 tracks · WAV · 411 MB')).toBeTruthy();
  const text = '3 of 9 tracks are left out: streaming only: Amber; not available as WAV: Lines; 1 no longer available';
  expect(screen.getByText(text)).toBeTruthy();
});

test.each([
  ['limit', 'The download limit of this account is reached. Try again later.'],
  ['network', 'The connection was interrupted.'],
  ['disk', 'It could not be saved on this device. Is its disk full?'],
  ['interrupted', 'The page that downloaded it was closed.'],
] as const)('a failed download says why: %s', async (failure, reason) => {
  const { panel } = await opened(song('Tigers', { status: 'failed', failure }));
  const restart = panel.getByRole('button', { name: 'failed Try again: Tigers', description: reason });
  expect(restart).toBeTruthy();
  expect(panel.getByText(reason)).toBeTruthy();
});

test('only releases and playlists show their number of tracks', { tags: ['C-DOWNLOAD-24'] }, async () => {
  await opened(song('Tigers'), bundle());
  expect(lines().map(({ textContent }) => textContent?.includes('track'))).toEqual([true, false]);
  expect(screen.getByText('9 tracks · WAV')).toBeTruthy();
});

test.each([
  [song('x'), 'waiting'],
  [song('x', { status: 'loading', progress: 42, percentCompleted: 42 }), '42 %'],
  [song('x', { status: 'finished' }), 'finished'],
  [bundle(), 'zipping'],
  [bundle({ zipperReady: true }), 'waiting'],
] as const)(
  'the state of a download is shown: %#',
  { tags: ['C-DOWNLOAD-15', 'C-DOWNLOAD-28'] },
  async (item, text) => {
    await opened(item);
    expect(screen.getByText(text)).toBeTruthy();
  },
);

test('progress is exposed to screen readers', { tags: ['C-DOWNLOAD-04', 'C-DOWNLOAD-14'] }, async () => {
  await opened(song('Tigers', { status: 'loading', progress: 42 }), bundle({ isZipping: true, zippingProgress: 30 }));
  const far = (name: string) => screen.getByRole<HTMLProgressElement>('progressbar', { name }).value;
  expect([far('Tigers'), far('Echoes')]).toEqual([42, 30]);
});

test('a click on a failed download restarts it', { tags: ['C-DOWNLOAD-08', 'C-DOWNLOAD-28'] }, async () => {
  const { user, panel } = await opened(song('Tigers', { status: 'failed', progress: 60 }));
  expect(panel.getByText('failed')).toBeTruthy();
  await user.click(panel.getByRole('button', { name: 'failed Try again: Tigers' }));
  expect(await panel.findByText('waiting')).toBeTruthy();
  expect(ids()).toEqual([['Tigers', 'waiting']]);
});

test('a removed download disappears and the focus moves to the next remove button', {
  tags: ['C-DOWNLOAD-28'],
}, async () => {
  const { user } = await opened(song('a'), song('b'), song('c'));
  await user.click(screen.getByRole('button', { name: 'Remove b from downloads' }));
  expect(ids().map(([id]) => id)).toEqual(['a', 'c']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove a from downloads');
  await user.keyboard('{Enter}');
  await user.keyboard('{Enter}');
  expect(ids()).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Downloads');
});

test('finished downloads are cleared together; without any there is no button', {
  tags: ['C-DOWNLOAD-10'],
}, async () => {
  const { user, panel } = await opened(song('a', { status: 'finished' }), song('b', { status: 'failed' }));
  await user.click(panel.getByRole('button', { name: 'Clear finished' }));
  expect(ids()).toEqual([['b', 'failed']]);
  expect(panel.queryByRole('button', { name: 'Clear finished' })).toBeNull();
});
