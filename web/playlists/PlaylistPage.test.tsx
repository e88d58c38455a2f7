import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import type { PlaylistDetail } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { playlistPath } from '../platform/paths.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import type { FakeServer } from '../testing/fakeServer.ts';
import {
  chooseFromMenu,
  getHandle,
  listTrackTitles,
  loadLazyCode,
  sentChanges,
  showPlaylists,
  startFridayServer,
} from '../testing/PlaylistScreens.tsx';
import { createPlaylist, createPlaylistDetail, createPlaylistTrack } from '../testing/playlists.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { PlaylistPage } from './PlaylistPage.tsx';

let server: FakeServer;

beforeAll(loadLazyCode);
beforeEach(() => {
  server = startFridayServer();
});

const answerPlaylist = (detail: PlaylistDetail) => server.answer(contract.playlist, detail);
const open = () => showPlaylists({ page: <PlaylistPage />, notices: <Notices /> }, playlistPath('p'));
const findTable = () => screen.findByRole('grid', { name: 'Tracks of Friday' });
const undo = async () => void fireEvent.click(await screen.findByText('Undo'));

test('the header shows name, description, count and actions', {
  tags: ['C-ROUTE-18', 'C-ENTITY-10', 'C-PLAYLIST-27'],
}, async () => {
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Friday', level: 1 })).toBeTruthy();
  expect(screen.getByText('Loud things')).toBeTruthy();
  expect(screen.getByText('3 songs : 10:00')).toBeTruthy();
  const pdf = screen.getByRole('link', { name: 'Open as PDF' });
  expect([pdf.getAttribute('href'), pdf.getAttribute('target')]).toEqual(['/api/playlist/p/report.pdf', '_blank']);
  expect(await screen.findByRole('button', { name: 'Download WAV' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download MP3' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(document.title).toContain('Friday');
});

test('the menu does not repeat the buttons of the page; on a phone it has the downloads', {
  tags: ['C-PLAYLIST-27'],
}, async () => {
  const listItems = async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'More actions for Friday' }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  expect(await listItems()).toEqual(['Remove all tracks', 'Delete']);
  cleanup();
  mockWindowWidth(767);
  expect(await listItems()).toEqual(['Download WAV', 'Download AIFF', 'Download MP3', 'Remove all tracks', 'Delete']);
});

test('the header tells sizes, and what a download leaves out', { tags: ['C-DOWNLOAD-20'] }, async () => {
  const songs = [
    createPlaylistTrack('a', { sizes: { wav: 42_000_000, mp3: 8_400_000 } }),
    createPlaylistTrack('b', { candownload: false }),
  ];
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 2, songs }));
  open();
  expect(await screen.findByRole('button', { name: 'Download WAV, 40\u00A0MB' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download MP3, 8\u00A0MB' })).toBeTruthy();
  expect(screen.getByText('Left out: streaming only: Track b')).toBeTruthy();
  cleanup();
  answerPlaylist(createPlaylistDetail('p', ['a'], { name: 'Friday', candownload: false }));
  open();
  expect(await screen.findByText('Stream only')).toBeTruthy();
});

test('one song is counted without a time', { tags: ['C-FORMAT-03', 'C-FORMAT-04'] }, async () => {
  answerPlaylist(createPlaylistDetail('p', ['a'], { name: 'Friday' }));
  open();
  expect(await screen.findByText('1 song')).toBeTruthy();
});

test('an unknown or foreign playlist is not found, and a link leads to the list', {
  tags: ['C-ROUTE-25'],
}, async () => {
  server.refuse(contract.playlist, 'PLAYLIST_NOT_FOUND');
  const user = open();
  expect(await screen.findByRole('heading', { name: 'Playlist not found' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Go to the playlists' }));
  expect(await screen.findByRole('heading', { name: 'All playlists' })).toBeTruthy();
});

test('an address with an invalid id is not found', { tags: ['C-ROUTE-25'] }, async () => {
  server.refuse(contract.playlist, 'VALIDATION');
  open();
  expect(await screen.findByRole('heading', { name: 'Playlist not found' })).toBeTruthy();
});

test('loading the playlist can be tried again after a failure', { tags: ['C-ROUTE-18'] }, async () => {
  server.refuse(contract.playlist, 'FORBIDDEN');
  const user = open();
  await screen.findByRole('alert');
  answerPlaylist(createPlaylistDetail('p', ['a'], { name: 'Friday' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Friday' })).toBeTruthy();
});

test('an empty playlist cannot be played and explains how to add tracks', { tags: ['C-PLAYLIST-03'] }, async () => {
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday' }));
  open();
  expect(await screen.findByRole('heading', { name: 'No tracks yet' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Open as PDF' })).toBeNull();
});

test('the menu of a track offers what is allowed', { tags: ['C-PLAYLIST-25'] }, async () => {
  const songs = [createPlaylistTrack('a'), createPlaylistTrack('b', { candownload: false, flagged: true })];
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 2, songs }));
  const user = open();
  await findTable();
  const listItems = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `More actions for ${name}` }));
    const labels = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return labels;
  };
  const always = ['Play', 'Play from here', 'Play next', 'Play later', 'Release information'];
  expect(await listItems('Track a')).toEqual([
    ...always,
    'Flag',
    'Add to another playlist',
    'Download WAV',
    'Download AIFF',
    'Download MP3',
    'Remove from this playlist',
  ]);
  expect(await listItems('Track b')).toEqual([
    ...always,
    'Remove flag',
    'Add to another playlist',
    'Stream only',
    'Remove from this playlist',
  ]);
});

test('Play from here plays a track and those after it', { tags: ['C-PLAYLIST-25', 'C-QUEUE-18'] }, async () => {
  open();
  await findTable();
  await chooseFromMenu('Track b', 'Play from here');
  expect(useQueue.getState().items).toMatchObject([
    { type: 'playlist', playlistid: 'p', songs: [{ trackid: 'b' }, { trackid: 'c' }] },
  ]);
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'b' } });
});

test('a playlist plays in the order in which it is shown', { tags: ['C-PLAYLIST-25', 'C-TABLE-04'] }, async () => {
  const songs = ['beta', 'Alpha', 'gamma'].map((title) => createPlaylistTrack(title, { title }));
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 3, songs }));
  const queued = () => useQueue.getState().items.map((item) => item.songs.map(({ title }) => title));
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(listTrackTitles()).toEqual(['Alpha', 'beta', 'gamma']);
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(queued()).toEqual([['Alpha', 'beta', 'gamma']]));
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await chooseFromMenu('beta', 'Play from here');
  expect(queued()).toEqual([['beta', 'Alpha']]);
});

test('a playlist in the queue keeps the order in which it was queued when its tracks change', {
  tags: ['C-QUEUE-20'],
}, async () => {
  const songs = ['beta', 'Alpha', 'gamma'].map((title) => createPlaylistTrack(title, { title }));
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 3, songs }));
  server.answer(contract.removeFromPlaylist, createPlaylist('p', { name: 'Friday', tracks: 2 }));
  const queued = () => useQueue.getState().items.map((item) => item.songs.map(({ title }) => title));
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await user.click(screen.getByRole('button', { name: 'Title' }));
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(queued()).toEqual([['gamma', 'beta', 'Alpha']]));
  await chooseFromMenu('beta', 'Remove from this playlist');
  await waitFor(() => expect(queued()).toEqual([['gamma', 'Alpha']]));
});

test('a track is removed, and the toast restores it at its position', { tags: ['C-PLAYLIST-26'] }, async () => {
  server.answer(contract.removeFromPlaylist, createPlaylist('p', { name: 'Friday', tracks: 2, duration: 400 }));
  open();
  await findTable();
  await chooseFromMenu('Track b', 'Remove from this playlist');
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track c']));
  expect(screen.getByText('2 songs : 6:40')).toBeTruthy();
  await screen.findByText('Track b removed from the playlist');
  await undo();
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await waitFor(() => expect(sentChanges(server)).toHaveLength(2));
  expect(sentChanges(server)).toEqual([
    ['DELETE', '/api/playlist/tracks/p/b', undefined],
    ['POST', '/api/playlist/tracks/p', { tracks: ['b'], position: 'after', referenceTrackid: 'a' }],
  ]);
});

const getFocusedRow = () => document.activeElement?.closest('[role=row]')?.textContent ?? '';

test.each(['pointer', 'keyboard', 'Ctrl+Z'])('after Undo by %s the focus is on the restored track', async (by) => {
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'More actions for Track b' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from this playlist' }));
  const button = await screen.findByRole('button', { name: 'Undo' });
  expect(getFocusedRow()).toContain('Track c');
  if (by === 'Ctrl+Z') await user.keyboard('{Control>}z{/Control}');
  else if (by === 'pointer') await user.click(button);
  else {
    act(() => button.focus());
    await user.keyboard('{Enter}');
  }
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await screen.findByText('Undone');
  await waitFor(() => expect(getFocusedRow()).toContain('Track b'));
});

test('all tracks are removed after a confirmation, and the toast restores them in their order', {
  tags: ['C-PLAYLIST-26', 'C-MODAL-01'],
}, async () => {
  open();
  await findTable();
  await chooseFromMenu('Friday', 'Remove all tracks');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Remove'));
  expect(await screen.findByRole('heading', { name: 'No tracks yet' })).toBeTruthy();
  await undo();
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await waitFor(() => expect(sentChanges(server)).toHaveLength(2));
  expect(sentChanges(server)).toEqual([
    ['DELETE', '/api/playlist/tracks/p', undefined],
    ['POST', '/api/playlist/tracks/p', { tracks: ['a', 'b', 'c'], position: 'before' }],
  ]);
});

test('flagging from the menu shows the flag in the row', { tags: ['C-PLAYLIST-25'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a', { releaseid: 'r' })]));
  server.answer(library.flagTrack, createRelease('r', { flaggedtrackcount: 1 }));
  open();
  await findTable();
  expect(screen.queryByRole('img', { name: 'Flagged' })).toBeNull();
  await chooseFromMenu('Track a', 'Flag');
  expect(await screen.findByRole('img', { name: 'Flagged' })).toBeTruthy();
  expect(await screen.findByText('Track a flagged')).toBeTruthy();
});

test('the header plays the playlist, and a row then plays its song in the queue', {
  tags: ['C-QUEUE-18'],
}, async () => {
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByRole('button', { name: 'Pause' });
  await user.click(screen.getByRole('button', { name: 'Play Track c' }));
  expect(await screen.findByRole('button', { name: 'Play Track c', pressed: true })).toBeTruthy();
  expect(usePlayer.getState().song?.trackid).toBe('c');
  expect(useQueue.getState().items).toHaveLength(1);
});

test('a playlist in the queue is reordered there too, without interrupting playback', {
  tags: ['C-QUEUE-20'],
}, async () => {
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByRole('button', { name: 'Pause' });
  fireEvent.keyDown(getHandle('Track a'), { key: 'ArrowDown' });
  const queued = () => useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid));
  await waitFor(() => expect(queued()).toEqual([['b', 'a', 'c']]));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } });
});

test('the queue shows a new name', { tags: ['C-QUEUE-20', 'C-PLAYLIST-16'] }, async () => {
  const user = open();
  await findTable();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  server.answer(contract.changePlaylist, createPlaylist('p', { name: 'Saturday' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}');
  expect(await screen.findByRole('heading', { name: 'Saturday' })).toBeTruthy();
  await waitFor(() => expect(useQueue.getState().items[0]?.title).toBe('Saturday'));
});

test('a playlist deleted on its own page leads to the list', { tags: ['C-PLAYLIST-19'] }, async () => {
  server.answer(contract.deletePlaylist, undefined);
  open();
  await findTable();
  await chooseFromMenu('Friday', 'Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByRole('heading', { name: 'All playlists' })).toBeTruthy();
  expect(sentChanges(server)).toEqual([['DELETE', '/api/playlist/p', undefined]]);
});
