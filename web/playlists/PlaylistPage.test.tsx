import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import type { PlaylistDetail } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { playlistPath } from '../platform/paths.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queueStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { Playlist } from '../screens/Playlist.tsx';
import { detail, release, track } from '../testing/music.ts';
import {
  changesTold,
  fridayServer,
  gripOf,
  loadPlaylists,
  openPlaylists,
  pressMenu,
  trackTitles,
} from '../testing/PlaylistScreens.tsx';
import { playlist, playlistDetail, playlistTrack } from '../testing/playlists.ts';
import type { FakeServer } from '../testing/server.ts';

let server: FakeServer;

beforeAll(loadPlaylists);
beforeEach(() => {
  server = fridayServer();
});

const stored = (kept: PlaylistDetail) => server.answer(contract.playlist, kept);
const open = () => openPlaylists({ one: <Playlist />, notices: <Notices /> }, playlistPath('p'));
const loaded = () => screen.findByRole('grid', { name: 'Tracks of Friday' });
const undo = async () => void fireEvent.click(await screen.findByText('Undo'));

test('its head says what it is and what can be done with all of it', {
  tags: ['C-ROUTE-18', 'C-ENTITY-10', 'C-PLAYLIST-27'],
}, async () => {
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Friday', level: 1 })).toBeTruthy();
  expect(screen.getByText('Loud things')).toBeTruthy();
  expect(screen.getByText('3 songs : 10:00')).toBeTruthy();
  const sheet = screen.getByRole('link', { name: 'Open as PDF' });
  expect([sheet.getAttribute('href'), sheet.getAttribute('target')]).toEqual(['/api/playlist/p/report.pdf', '_blank']);
  expect(await screen.findByRole('button', { name: 'Download WAV' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download MP3' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(document.title).toContain('Friday');
});

test('an unknown or foreign playlist is not found; a link leads to all of them', { tags: ['C-ROUTE-25'] }, async () => {
  server.refuse(contract.playlist, 'PLAYLIST_NOT_FOUND');
  const person = open();
  expect(await screen.findByRole('heading', { name: 'Playlist not found' })).toBeTruthy();
  await person.click(screen.getByRole('link', { name: 'Go to the playlists' }));
  expect(await screen.findByRole('heading', { name: 'All playlists' })).toBeTruthy();
});

test('an address that cannot be one of a playlist is not found, either', { tags: ['C-ROUTE-25'] }, async () => {
  server.refuse(contract.playlist, 'VALIDATION');
  open();
  expect(await screen.findByRole('heading', { name: 'Playlist not found' })).toBeTruthy();
});

test('one that does not come can be asked for again', { tags: ['C-ROUTE-18'] }, async () => {
  server.refuse(contract.playlist, 'FORBIDDEN');
  const person = open();
  await screen.findByRole('alert');
  stored(playlistDetail('p', ['a'], { name: 'Friday' }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Friday' })).toBeTruthy();
});

test('an empty playlist cannot be played and says how tracks get there', { tags: ['C-PLAYLIST-03'] }, async () => {
  stored(playlistDetail('p', [], { name: 'Friday' }));
  open();
  expect(await screen.findByRole('heading', { name: 'Nothing in it yet' })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Play' }).disabled).toBe(true);
  expect(screen.queryByRole('link', { name: 'Open as PDF' })).toBeNull();
});

test('the menu of a track', { tags: ['C-PLAYLIST-25'] }, async () => {
  const songs = [playlistTrack('a'), playlistTrack('b', { candownload: false, flagged: true })];
  stored(playlistDetail('p', [], { name: 'Friday', tracks: 2, songs }));
  const person = open();
  await loaded();
  const items = async (name: string) => {
    await person.click(screen.getByRole('button', { name: `More actions for ${name}` }));
    const found = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return found;
  };
  const always = ['Play', 'Play next', 'Play later', 'Release information'];
  expect(await items('Track a')).toEqual([
    ...always,
    'Flag',
    'Add to another playlist',
    'Download WAV',
    'Download MP3',
    'Remove from this playlist',
  ]);
  expect(await items('Track b')).toEqual([
    ...always,
    'Remove flag',
    'Add to another playlist',
    'Remove from this playlist',
  ]);
});

test('one track is removed; the toast brings it back to its place', { tags: ['C-PLAYLIST-26'] }, async () => {
  server.answer(contract.removeFromPlaylist, playlist('p', { name: 'Friday', tracks: 2, duration: 400 }));
  open();
  await loaded();
  await pressMenu('Track b', 'Remove from this playlist');
  await waitFor(() => expect(trackTitles()).toEqual(['Track a', 'Track c']));
  expect(screen.getByText('2 songs : 6:40')).toBeTruthy();
  await screen.findByText('Track b removed from the playlist');
  await undo();
  await waitFor(() => expect(trackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await waitFor(() => expect(changesTold(server)).toHaveLength(2));
  expect(changesTold(server)).toEqual([
    ['DELETE', '/api/playlist/tracks/p/b', undefined],
    ['POST', '/api/playlist/tracks/p', { tracks: ['b'], position: 'after', referenceTrackid: 'a' }],
  ]);
});

test('all tracks are removed after a question; the toast brings them back in their order', {
  tags: ['C-PLAYLIST-26', 'C-MODAL-01'],
}, async () => {
  open();
  await loaded();
  await pressMenu('Friday', 'Remove all tracks');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Remove'));
  expect(await screen.findByRole('heading', { name: 'Nothing in it yet' })).toBeTruthy();
  await undo();
  await waitFor(() => expect(trackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await waitFor(() => expect(changesTold(server)).toHaveLength(2));
  expect(changesTold(server)).toEqual([
    ['DELETE', '/api/playlist/tracks/p', undefined],
    ['POST', '/api/playlist/tracks/p', { tracks: ['a', 'b', 'c'], position: 'before' }],
  ]);
});

test('a flag from the menu shows in the row', { tags: ['C-PLAYLIST-25'] }, async () => {
  server.answer(releaseRoute, detail('r', [track('a', { releaseid: 'r' })]));
  server.answer(library.flagTrack, release('r', { flaggedtrackcount: 1 }));
  open();
  await loaded();
  expect(screen.queryByRole('img', { name: 'Flagged' })).toBeNull();
  await pressMenu('Track a', 'Flag');
  expect(await screen.findByRole('img', { name: 'Flagged' })).toBeTruthy();
  expect(await screen.findByText('Track a flagged')).toBeTruthy();
});

test('the playlist plays from its head, a row then leads to its song in the queue', {
  tags: ['C-QUEUE-18'],
}, async () => {
  const person = open();
  await loaded();
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByRole('button', { name: 'Pause' });
  await person.click(screen.getByRole('button', { name: 'Play Track c' }));
  expect(await screen.findByRole('button', { name: 'Pause Track c' })).toBeTruthy();
  expect(usePlayer.getState().song?.trackid).toBe('c');
  expect(useQueue.getState().items).toHaveLength(1);
});

test('a playlist in the queue is rearranged there, too; what plays plays on', { tags: ['C-QUEUE-20'] }, async () => {
  const person = open();
  await loaded();
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await screen.findByRole('button', { name: 'Pause' });
  fireEvent.keyDown(gripOf('Track a'), { key: 'ArrowDown' });
  const queued = () => useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid));
  await waitFor(() => expect(queued()).toEqual([['b', 'a', 'c']]));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } });
});

test('a new name reaches the queue', { tags: ['C-QUEUE-20', 'C-PLAYLIST-16'] }, async () => {
  const person = open();
  await loaded();
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await person.click(screen.getByRole('button', { name: 'Edit' }));
  server.answer(contract.changePlaylist, playlist('p', { name: 'Saturday' }));
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), '{Enter}');
  expect(await screen.findByRole('heading', { name: 'Saturday' })).toBeTruthy();
  await waitFor(() => expect(useQueue.getState().items[0]?.title).toBe('Saturday'));
});

test('a playlist deleted on its own page leads to the list', { tags: ['C-PLAYLIST-19'] }, async () => {
  server.answer(contract.deletePlaylist, undefined);
  open();
  await loaded();
  await pressMenu('Friday', 'Delete');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  expect(await screen.findByRole('heading', { name: 'All playlists' })).toBeTruthy();
  expect(changesTold(server)).toEqual([['DELETE', '/api/playlist/p', undefined]]);
});
