import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { createId } from '../platform/createId.ts';
import { paths } from '../platform/paths.ts';
import { playItem } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { createPlaylistItem } from '../player/queue/queue.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { blockRequests, type FakeServer } from '../testing/fakeServer.ts';
import {
  chooseFromMenu,
  createPage,
  createPlaylists,
  findCard,
  listCardNames,
  loadLazyCode,
  sentChanges,
  showPlaylists,
  startPlaylistServer,
} from '../testing/PlaylistScreens.tsx';
import { createPlaylist, createPlaylistDetail, createPlaylistTrack } from '../testing/playlists.ts';
import { PlaylistList } from './PlaylistList.tsx';

let server: FakeServer;

beforeAll(loadLazyCode);
beforeEach(() => {
  server = startPlaylistServer();
});

const open = (path: string = paths.playlists) => showPlaylists({ list: <PlaylistList />, notices: <Notices /> }, path);
const listSent = () => sentChanges(server).map(([method, path]) => `${method} ${path}`);

test('the play button is active only with more than 0 tracks', { tags: ['C-PLAYLIST-03'] }, async () => {
  server.answer(
    contract.playlists,
    createPage([createPlaylist('p', { tracks: 1 }), createPlaylist('q', { tracks: 0 })]),
  );
  open();
  await findCard('Playlist p');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play Playlist p' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play Playlist q' }).disabled).toBe(true);
});

const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const listCovers = (card: HTMLElement) => [...card.querySelectorAll('img')].map((img) => img.getAttribute('src'));
const getVisibleCover = (card: HTMLElement) =>
  [...card.querySelectorAll<HTMLElement>('img')]
    .findLast((img, index) => index === 0 || img.className.includes('visible'))
    ?.getAttribute('src');

test('covers change every 2000 ms while the pointer is over the card', {
  tags: ['C-PLAYLIST-01', 'C-CONST-09'],
}, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  open();
  const card = await findCard('Playlist p');
  vi.useFakeTimers();
  try {
    expect(listCovers(card)).toEqual(['/cover/1-500.webp']);
    fireEvent.pointerEnter(card);
    expect(listCovers(card)).toHaveLength(3);
    advance(1999);
    expect(getVisibleCover(card)).toBe('/cover/1-500.webp');
    advance(1);
    expect(getVisibleCover(card)).toBe('/cover/2-500.webp');
    advance(4000);
    expect(getVisibleCover(card)).toBe('/cover/1-500.webp');
    advance(2000);
    fireEvent.pointerLeave(card);
    expect(listCovers(card)).toEqual(['/cover/1-500.webp']);
  } finally {
    vi.useRealTimers();
  }
});

test('covers do not change for people who prefer reduced motion', { tags: ['C-PLAYLIST-01'] }, async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  open();
  const card = await findCard('Playlist p');
  vi.useFakeTimers();
  try {
    fireEvent.pointerEnter(card);
    advance(6000);
    expect(getVisibleCover(card)).toBe('/cover/1-500.webp');
  } finally {
    vi.useRealTimers();
  }
});

test('the star is set and removed at once on the screen', { tags: ['C-PLAYLIST-20'] }, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  server.answer(contract.pinPlaylist, createPlaylist('p', { pinned: true }));
  server.answer(contract.unpinPlaylist, createPlaylist('p', { pinned: false }));
  const { unblock } = blockRequests('POST');
  const user = open();
  const star = () => screen.getByRole('button', { name: 'Star Playlist p' });
  await findCard('Playlist p');
  await user.click(star());
  expect(star().getAttribute('aria-pressed')).toBe('true');
  await user.click(star());
  expect(star().getAttribute('aria-pressed')).toBe('false');
  act(unblock);
  await waitFor(() => expect(listSent()).toEqual(['POST /api/playlist/pin/p', 'DELETE /api/playlist/pin/p']));
  expect(star().getAttribute('aria-pressed')).toBe('false');
});

test('a refused star is undone, with the text of the server', {
  tags: ['C-PLAYLIST-20', 'C-TOAST-05'],
}, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  server.refuse(contract.pinPlaylist, 'PLAYLIST_NOT_FOUND');
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Star Playlist p' }));
  expect(await screen.findByText('has error: This playlist does not exist, please refresh')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Star Playlist p' }).getAttribute('aria-pressed')).toBe('false');
});

test('deleting asks first, shows progress, then removes the card and the queue item', {
  tags: ['C-PLAYLIST-19', 'C-MODAL-01', 'C-QUEUE-20'],
}, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 2)));
  const { songs, ...queued } = createPlaylistDetail('p1', ['a']);
  const item = createPlaylistItem(queued, songs, createId);
  act(() => item && playItem(item));
  open();
  await chooseFromMenu('Show 1', 'Delete');
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/Show 1/)).toBeTruthy();
  server.answer(contract.deletePlaylist, undefined);
  const { unblock } = blockRequests('DELETE');
  fireEvent.click(within(question).getByText('Delete'));
  expect(await screen.findByText('Deleting Show 1')).toBeTruthy();
  expect((await findCard('Show 1')).getAttribute('aria-busy')).toBe('true');
  server.answer(contract.playlists, createPage(createPlaylists(2, 1)));
  act(unblock);
  await waitFor(() => expect(listCardNames()).toEqual(['Show 2']));
  expect(useQueue.getState().items).toEqual([]);
  expect(usePlayer.getState().song).toBeNull();
});

test('a playlist stays when its deletion is refused, with the text of the server', {
  tags: ['C-PLAYLIST-19'],
}, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 1)));
  server.refuse(contract.deletePlaylist, 'UNEXPECTED');
  open();
  await chooseFromMenu('Show 1', 'Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByText(/^has error/)).toBeTruthy();
  expect(listCardNames()).toEqual(['Show 1']);
  expect((await findCard('Show 1')).getAttribute('aria-busy')).toBeNull();
});

test('on a tablet the first click selects the card and the second opens it', { tags: ['C-ROUTE-19'] }, async () => {
  mockWindowWidth(1024);
  useBrowserState.setState({ isIpadView: true });
  server.answer(contract.playlists, createPage(createPlaylists(1, 2)));
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'Show 1' }));
  expect(within(await findCard('Show 1')).getByText('Selected; press again to open')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Show 2' }));
  expect(within(await findCard('Show 1')).queryByText(/Selected/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Show 2' }));
  expect(await screen.findByText('The page of a playlist')).toBeTruthy();
});

test('on other devices one click opens the playlist', { tags: ['C-ROUTE-19', 'C-ROUTE-18'] }, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 1)));
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'Show 1' }));
  expect(await screen.findByText('The page of a playlist')).toBeTruthy();
});

test('a playlist plays without a question when the queue is empty, and its card shows it', {
  tags: ['C-QUEUE-19', 'C-QUEUE-18'],
}, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  server.answer(contract.playlist, createPlaylistDetail('p', ['a', 'b']));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Play Playlist p' }));
  await user.click(await screen.findByRole('button', { name: 'Play Playlist p', pressed: true }));
  expect(await screen.findByRole('button', { name: 'Play Playlist p' })).toBeTruthy();
  expect(usePlayer.getState().song?.trackid).toBe('a');
  expect(useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid))).toEqual([['a', 'b']]);
});

test('a playlist asks before it replaces the queue, and cancelling keeps the queue', {
  tags: ['C-QUEUE-19', 'C-MODAL-01'],
}, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  server.answer(contract.playlist, createPlaylistDetail('p', ['a', 'b']));
  const other = createPlaylistItem(createPlaylist('q'), [createPlaylistTrack('x')], createId);
  act(() => other && playItem(other));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Play Playlist p' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(usePlayer.getState().song?.trackid).toBe('x');
});

test('the menu opens the PDF in a new window and offers downloads where they are allowed', {
  tags: ['C-PLAYLIST-27', 'C-DOWNLOAD-20'],
}, async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  server.answer(contract.playlists, createPage([createPlaylist('p'), createPlaylist('q', { candownload: false })]));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'More actions for Playlist p' }));
  await screen.findByRole('menuitem', { name: 'Download WAV' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Download WAV',
    'Download AIFF',
    'Download MP3',
    'Open as PDF',
    'Delete',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Open as PDF' }));
  expect(opened.mock.calls).toEqual([['/api/playlist/p/report.pdf', '_blank', 'noopener']]);
  await user.click(await screen.findByRole('button', { name: 'More actions for Playlist q' }));
  expect((await screen.findByRole('menuitem', { name: 'Stream only' })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('menuitem', { name: 'Download WAV' })).toBeNull();
});
