import { options } from '@promenade/contract/options';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { windowOf } from '../testing/browser.ts';
import { release, track } from '../testing/music.ts';
import { noOptions } from '../testing/options.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { DownloadsButton } from './DownloadsButton.tsx';
// Fetched with the first press; a busy machine takes its time for that.
import './DownloadsPanel.tsx';
import { createDownload, type DownloadItem } from './downloads.ts';
import { useDownloads } from './downloadsStore.ts';

let server: FakeServer;

beforeEach(() => {
  windowOf(1440);
  server = fakeServer();
  server.answer(options, noOptions);
});

const song = (name: string, more: Partial<DownloadItem> = {}): DownloadItem => ({
  ...createDownload(
    { type: 'song', track: track(name, { title: name, coverart: '/c-1000.webp' }), format: 'mp3' },
    name,
  ),
  ...more,
});
const bundle = (more: Partial<DownloadItem> = {}): DownloadItem => ({
  ...createDownload({ type: 'release', release: release('r', { title: 'Echoes', trackcount: 9 }), format: 'wav' }, 'r'),
  ...more,
});
const has = (...items: DownloadItem[]) => useDownloads.setState({ items });
const button = () => screen.getByRole('button', { name: /^Downloads/ });
async function opened(...items: DownloadItem[]) {
  has(...items);
  const person = show(signedIn(<DownloadsButton />));
  await person.click(button());
  return { person, panel: within(await screen.findByRole('dialog', { name: 'Downloads' })) };
}
const lines = () => screen.getAllByRole('listitem');
const ids = () => useDownloads.getState().items.map(({ downloadID, status }) => [downloadID, status]);

test('the button of the top bar opens the manager below it, Escape closes it and gives the focus back', {
  tags: ['C-SHELL-11'],
}, async () => {
  const { person, panel } = await opened();
  expect(panel.getByText(/^No downloads/)).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
});

test('on a phone the same manager has a panel of its own with a way to close it', {
  tags: ['C-SHELL-15'],
}, async () => {
  windowOf(390);
  const { person, panel } = await opened(song('Tigers'));
  expect(panel.getByText('Tigers')).toBeTruthy();
  await person.click(panel.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the button counts what is not finished', () => {
  has(song('a'), song('b', { status: 'loading' }), song('c', { status: 'finished' }));
  show(signedIn(<DownloadsButton />));
  expect(button().getAttribute('aria-label')).toBe('Downloads, 2 not finished');
});

test('where downloads are off there is no button', { tags: ['C-ROLE-02'] }, async () => {
  server.answer(options, { ...noOptions, downloads_enabled: false });
  show(signedIn(<DownloadsButton />));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

test('a line has cover, title, version, explicit sign, artist and a button to remove it', {
  tags: ['C-DOWNLOAD-24'],
}, async () => {
  await opened(song('Tigers', { version: 'Dub', explicit: true, artist: 'Oona' }));
  const line = lines()[0] as HTMLElement;
  expect(line.querySelector('img')?.getAttribute('src')).toBe('/c-160.webp');
  expect(line.textContent).toBe('Tigers (Dub)EOonaMP3waiting');
  expect(within(line).getByRole('img', { name: 'Explicit' })).toBeTruthy();
  expect(within(line).getByRole('button', { name: 'Remove Tigers from downloads' })).toBeTruthy();
});

test('only releases and playlists tell how many tracks they have', { tags: ['C-DOWNLOAD-24'] }, async () => {
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
] as const)('its state is said: %#', { tags: ['C-DOWNLOAD-15', 'C-DOWNLOAD-28'] }, async (item, text) => {
  await opened(item);
  expect(screen.getByText(text)).toBeTruthy();
});

test('how far it is can be heard', { tags: ['C-DOWNLOAD-04', 'C-DOWNLOAD-14'] }, async () => {
  await opened(song('Tigers', { status: 'loading', progress: 42 }), bundle({ isZipping: true, zippingProgress: 30 }));
  const far = (name: string) => screen.getByRole<HTMLProgressElement>('progressbar', { name }).value;
  expect([far('Tigers'), far('Echoes')]).toEqual([42, 30]);
});

test('a click on a failed one starts it again', { tags: ['C-DOWNLOAD-08', 'C-DOWNLOAD-28'] }, async () => {
  const { person, panel } = await opened(song('Tigers', { status: 'failed', progress: 60 }));
  expect(panel.getByText('failed')).toBeTruthy();
  await person.click(panel.getByRole('button', { name: 'failed Try again: Tigers' }));
  expect(await panel.findByText('waiting')).toBeTruthy();
  expect(ids()).toEqual([['Tigers', 'waiting']]);
});

test('a removed one leaves at once, and the next is ready to be removed', { tags: ['C-DOWNLOAD-28'] }, async () => {
  const { person } = await opened(song('a'), song('b'), song('c'));
  await person.click(screen.getByRole('button', { name: 'Remove b from downloads' }));
  expect(ids().map(([id]) => id)).toEqual(['a', 'c']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove a from downloads');
  await person.keyboard('{Enter}');
  await person.keyboard('{Enter}');
  expect(ids()).toEqual([]);
  expect(document.activeElement?.textContent).toBe('Downloads');
});

test('finished ones are cleared together; without one there is nothing to press', {
  tags: ['C-DOWNLOAD-10'],
}, async () => {
  const { person, panel } = await opened(song('a', { status: 'finished' }), song('b', { status: 'failed' }));
  await person.click(panel.getByRole('button', { name: 'Clear finished' }));
  expect(ids()).toEqual([['b', 'failed']]);
  expect(panel.queryByRole('button', { name: 'Clear finished' })).toBeNull();
});
