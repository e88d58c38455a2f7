import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../platform/newId.ts';
import { useGlobal } from '../platform/online.ts';
import { paths } from '../platform/paths.ts';
import { playItem } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { playlistItem } from '../player/queue.ts';
import { useQueue } from '../player/queueStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { Playlists } from '../screens/Playlists.tsx';
import { windowOf } from '../testing/browser.ts';
import {
  cardNames,
  cardOf,
  changesTold,
  loadPlaylists,
  openPlaylists,
  pageOf,
  playlistServer,
  pressMenu,
  somePlaylists,
} from '../testing/PlaylistScreens.tsx';
import { playlist, playlistDetail, playlistTrack } from '../testing/playlists.ts';
import { type FakeServer, held } from '../testing/server.ts';

let server: FakeServer;

beforeAll(loadPlaylists);
beforeEach(() => {
  server = playlistServer();
});

const open = (at: string = paths.playlists) => openPlaylists({ all: <Playlists />, notices: <Notices /> }, at);
const sent = () => changesTold(server).map(([method, path]) => `${method} ${path}`);

test('the play button is active only with more than 0 tracks', { tags: ['C-PLAYLIST-03'] }, async () => {
  server.answer(contract.playlists, pageOf([playlist('p', { tracks: 1 }), playlist('q', { tracks: 0 })]));
  open();
  await cardOf('Playlist p');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play Playlist p' }).disabled).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play Playlist q' }).disabled).toBe(true);
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const covers = (one: HTMLElement) => [...one.querySelectorAll('img')].map((img) => img.getAttribute('src'));
const onTop = (one: HTMLElement) =>
  [...one.querySelectorAll<HTMLElement>('img')]
    .findLast((img, at) => at === 0 || img.className.includes('shown'))
    ?.getAttribute('src');

test('under the pointer the covers take turns every 2000 ms, and stop when it leaves', {
  tags: ['C-PLAYLIST-01', 'C-CONST-09'],
}, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  open();
  const one = await cardOf('Playlist p');
  vi.useFakeTimers();
  try {
    expect(covers(one)).toEqual(['/cover/1-500.webp']);
    fireEvent.pointerEnter(one);
    expect(covers(one)).toHaveLength(3);
    pass(1999);
    expect(onTop(one)).toBe('/cover/1-500.webp');
    pass(1);
    expect(onTop(one)).toBe('/cover/2-500.webp');
    pass(4000);
    expect(onTop(one)).toBe('/cover/1-500.webp');
    pass(2000);
    fireEvent.pointerLeave(one);
    expect(covers(one)).toEqual(['/cover/1-500.webp']);
  } finally {
    vi.useRealTimers();
  }
});

test('for those who want no motion the covers stand still', { tags: ['C-PLAYLIST-01'] }, async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  server.answer(contract.playlists, pageOf([playlist('p')]));
  open();
  const one = await cardOf('Playlist p');
  vi.useFakeTimers();
  try {
    fireEvent.pointerEnter(one);
    pass(6000);
    expect(onTop(one)).toBe('/cover/1-500.webp');
  } finally {
    vi.useRealTimers();
  }
});

test('the star is set and taken, at once on the screen', { tags: ['C-PLAYLIST-20'] }, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  server.answer(contract.pinPlaylist, playlist('p', { pinned: true }));
  server.answer(contract.unpinPlaylist, playlist('p', { pinned: false }));
  const { letGo } = held('POST');
  const person = open();
  const star = () => screen.getByRole('button', { name: 'Star Playlist p' });
  await cardOf('Playlist p');
  await person.click(star());
  expect(star().getAttribute('aria-pressed')).toBe('true');
  await person.click(star());
  expect(star().getAttribute('aria-pressed')).toBe('false');
  act(letGo);
  await waitFor(() => expect(sent()).toEqual(['POST /api/playlist/pin/p', 'DELETE /api/playlist/pin/p']));
  expect(star().getAttribute('aria-pressed')).toBe('false');
});

test('a star that is refused is taken back, with the words of the server', {
  tags: ['C-PLAYLIST-20', 'C-TOAST-05'],
}, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  server.refuse(contract.pinPlaylist, 'PLAYLIST_NOT_FOUND');
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Star Playlist p' }));
  expect(await screen.findByText('has error: This playlist is not known here., please refresh')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Star Playlist p' }).getAttribute('aria-pressed')).toBe('false');
});

test('deleting asks, shows loading, then takes the card out of the list, and the queue with it', {
  tags: ['C-PLAYLIST-19', 'C-MODAL-01', 'C-QUEUE-20'],
}, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 2)));
  const { songs, ...one } = playlistDetail('p1', ['a']);
  const item = playlistItem(one, songs, newId);
  act(() => item && playItem(item));
  open();
  await pressMenu('Show 1', 'Delete');
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/Show 1/)).toBeTruthy();
  server.answer(contract.deletePlaylist, undefined);
  const { letGo } = held('DELETE');
  fireEvent.click(within(question).getByText('Delete'));
  expect(await screen.findByText('Deleting Show 1')).toBeTruthy();
  expect((await cardOf('Show 1')).getAttribute('aria-busy')).toBe('true');
  server.answer(contract.playlists, pageOf(somePlaylists(2, 1)));
  act(letGo);
  await waitFor(() => expect(cardNames()).toEqual(['Show 2']));
  expect(screen.getByText('1 playlist')).toBeTruthy();
  expect(useQueue.getState().items).toEqual([]);
  expect(usePlayer.getState().song).toBeNull();
});

test('a playlist whose deletion is refused stays, with the words of the server', {
  tags: ['C-PLAYLIST-19'],
}, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 1)));
  server.refuse(contract.deletePlaylist, 'UNEXPECTED');
  open();
  await pressMenu('Show 1', 'Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByText(/^has error/)).toBeTruthy();
  expect(cardNames()).toEqual(['Show 1']);
  expect((await cardOf('Show 1')).getAttribute('aria-busy')).toBeNull();
});

test('on a tablet a first press selects the card, a second one opens it', { tags: ['C-ROUTE-19'] }, async () => {
  windowOf(1024);
  useGlobal.setState({ isIpadView: true });
  server.answer(contract.playlists, pageOf(somePlaylists(1, 2)));
  const person = open();
  await person.click(await screen.findByRole('link', { name: 'Show 1' }));
  expect(within(await cardOf('Show 1')).getByText('Selected; press again to open')).toBeTruthy();
  await person.click(screen.getByRole('link', { name: 'Show 2' }));
  expect(within(await cardOf('Show 1')).queryByText(/Selected/)).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Show 2' }));
  expect(await screen.findByText('The page of a playlist')).toBeTruthy();
});

test('elsewhere a press opens the playlist', { tags: ['C-ROUTE-19', 'C-ROUTE-18'] }, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 1)));
  const person = open();
  await person.click(await screen.findByRole('link', { name: 'Show 1' }));
  expect(await screen.findByText('The page of a playlist')).toBeTruthy();
});

test('playing an empty queue asks nothing; its card shows that it plays', {
  tags: ['C-QUEUE-19', 'C-QUEUE-18'],
}, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  server.answer(contract.playlist, playlistDetail('p', ['a', 'b']));
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Play Playlist p' }));
  await person.click(await screen.findByRole('button', { name: 'Pause Playlist p' }));
  expect(await screen.findByRole('button', { name: 'Play Playlist p' })).toBeTruthy();
  expect(usePlayer.getState().song?.trackid).toBe('a');
  expect(useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid))).toEqual([['a', 'b']]);
});

test('with something queued it asks first, and “no” leaves the queue', {
  tags: ['C-QUEUE-19', 'C-MODAL-01'],
}, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  server.answer(contract.playlist, playlistDetail('p', ['a', 'b']));
  const other = playlistItem(playlist('q'), [playlistTrack('x')], newId);
  act(() => other && playItem(other));
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Play Playlist p' }));
  const question = await screen.findByRole('alertdialog');
  await person.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(usePlayer.getState().song?.trackid).toBe('x');
});

test('the menu opens a sheet in a new window and offers downloads where they are allowed', {
  tags: ['C-PLAYLIST-27'],
}, async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  server.answer(contract.playlists, pageOf([playlist('p'), playlist('q', { candownload: false })]));
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'More actions for Playlist p' }));
  await screen.findByRole('menuitem', { name: 'Download WAV' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Download WAV',
    'Download MP3',
    'Open as PDF',
    'Delete',
  ]);
  await person.click(screen.getByRole('menuitem', { name: 'Open as PDF' }));
  expect(opened.mock.calls).toEqual([['/api/playlist/p/report.pdf', '_blank', 'noopener']]);
  await person.click(await screen.findByRole('button', { name: 'More actions for Playlist q' }));
  expect(screen.queryByRole('menuitem', { name: 'Download WAV' })).toBeNull();
});
