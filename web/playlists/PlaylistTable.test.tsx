import type { PlaylistDetail } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { playlistPath } from '../platform/paths.ts';
import { useTables } from '../platform/tableStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { Playlist } from '../screens/Playlist.tsx';
import { windowOf } from '../testing/browser.ts';
import {
  changesTold,
  fridayServer,
  gripOf,
  loadPlaylists,
  openPlaylists,
  pressMenu,
  trackTitles,
} from '../testing/PlaylistScreens.tsx';
import { playlistDetail, playlistTrack } from '../testing/playlists.ts';
import { type FakeServer, held } from '../testing/server.ts';

let server: FakeServer;

beforeAll(loadPlaylists);
beforeEach(() => {
  server = fridayServer();
});

const stored = (kept: PlaylistDetail) => server.answer(contract.playlist, kept);
const open = () => openPlaylists({ one: <Playlist />, notices: <Notices /> }, playlistPath('p'));
const loaded = () => screen.findByRole('grid', { name: 'Tracks of Friday' });

test('the columns of the tracks, and the menu at the end', { tags: ['C-PLAYLIST-24', 'C-TABLE-03'] }, async () => {
  const songs = [
    playlistTrack('a', { labels: [{ name: 'Parallel', logo: null }], duration: 61, impactdate: 1_796_083_200 }),
  ];
  stored(playlistDetail('p', [], { name: 'Friday', tracks: 1, songs }));
  open();
  await loaded();
  expect(screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'))).toEqual([
    'No.',
    'Cover',
    'Artist',
    'Title',
    'Duration',
    'Label',
    'Available',
    'Impact',
    'Actions',
  ]);
  const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('gridcell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '1',
    '',
    'Artist r',
    '1:01',
    'Parallel',
    '21-Nov-2026',
    '01-Dec-2026',
    '',
  ]);
  expect(screen.getByRole('button', { name: 'More actions for Track a' })).toBeTruthy();
});

test('a phone shows place, title with cover and artist, and the menu', { tags: ['C-PLAYLIST-24'] }, async () => {
  windowOf(390);
  open();
  await loaded();
  const headers = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
  expect(headers).toEqual(['No.', 'Title', 'Actions']);
  expect(screen.getAllByText('Artist r')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Play Track a' })).toBeTruthy();
});

test('arrow keys on a handle move a track: on the screen at once, then the server is told', {
  tags: ['C-PLAYLIST-17'],
}, async () => {
  const { letGo } = held('PUT');
  open();
  await loaded();
  act(() => gripOf('Track a').focus());
  fireEvent.keyDown(gripOf('Track a'), { key: 'ArrowDown' });
  await waitFor(() => expect(trackTitles()).toEqual(['Track b', 'Track a', 'Track c']));
  await waitFor(() => expect(document.activeElement).toBe(gripOf('Track a')));
  expect(gripOf('Track a').getAttribute('aria-label')).toContain('2 of 3');
  fireEvent.keyDown(gripOf('Track a'), { key: 'End' });
  await waitFor(() => expect(trackTitles()).toEqual(['Track b', 'Track c', 'Track a']));
  await waitFor(() => expect(document.activeElement).toBe(gripOf('Track a')));
  expect(changesTold(server)).toEqual([]);
  act(letGo);
  await waitFor(() => expect(changesTold(server)).toHaveLength(2));
  expect(changesTold(server)).toEqual([
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'b' }],
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'c' }],
  ]);
  expect(trackTitles()).toEqual(['Track b', 'Track c', 'Track a']);
});

test('a move that fails is taken back, and the server’s words are broadcast as an error', {
  tags: ['C-PLAYLIST-18', 'C-ERR-09', 'C-TOAST-05'],
}, async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { letGo } = held('PUT');
  open();
  await loaded();
  fireEvent.keyDown(gripOf('Track c'), { key: 'Home' });
  await waitFor(() => expect(trackTitles()).toEqual(['Track c', 'Track a', 'Track b']));
  act(letGo);
  const toast = await screen.findByText('has error: This track is not known here., please refresh');
  expect(toast.closest('[role=alert]')).toBeTruthy();
  await waitFor(() => expect(trackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
});

test('only the move that failed is taken back; one made meanwhile stays', { tags: ['C-PLAYLIST-18'] }, async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { letGo } = held('PUT');
  open();
  await loaded();
  fireEvent.keyDown(gripOf('Track a'), { key: 'ArrowDown' });
  await waitFor(() => expect(trackTitles()).toEqual(['Track b', 'Track a', 'Track c']));
  await pressMenu('Track c', 'Remove from this playlist');
  await waitFor(() => expect(trackTitles()).toEqual(['Track b', 'Track a']));
  act(letGo);
  await screen.findByText(/^has error/);
  await waitFor(() => expect(trackTitles()).toEqual(['Track a', 'Track b']));
  await waitFor(() => expect(changesTold(server).map(([method]) => method)).toEqual(['PUT', 'DELETE']));
});

test('a header sorts, the same one turns it round; only in its own order can the playlist be rearranged', {
  tags: ['C-TABLE-04', 'C-TABLE-05'],
}, async () => {
  const songs = ['beta', 'Alpha', 'gamma'].map((title) => playlistTrack(title, { title }));
  stored(playlistDetail('p', [], { name: 'Friday', tracks: 3, songs }));
  const person = open();
  await loaded();
  expect(gripOf('beta')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Title' }));
  expect(trackTitles()).toEqual(['Alpha', 'beta', 'gamma']);
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Title' }));
  expect(trackTitles()).toEqual(['gamma', 'beta', 'Alpha']);
  const numbers = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
  expect(numbers).toEqual(['3', '1', '2']);
  await person.click(screen.getByRole('button', { name: 'No.' }));
  expect(trackTitles()).toEqual(['beta', 'Alpha', 'gamma']);
  expect(gripOf('beta')).toBeTruthy();
});

test('widths of columns are kept with those of songs', { tags: ['C-TABLE-07'] }, async () => {
  open();
  await loaded();
  const edge = screen.getByRole('separator', { name: 'Width of Artist' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  fireEvent.pointerDown(edge, { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge, { clientX: 540 });
  fireEvent.pointerUp(edge, { clientX: 540 });
  expect(useTables.getState().songs).toEqual({ artist: before + 40 });
});

test('of 1,000 tracks only those near the window are drawn, and a key brings the last into it', {
  tags: ['C-TABLE-03'],
}, async () => {
  const names = Array.from({ length: 1000 }, (_none, at) => `${at + 1}`);
  stored(playlistDetail('p', names, { name: 'Friday' }));
  open();
  const table = await loaded();
  expect(table.getAttribute('aria-rowcount')).toBe('1001');
  expect(trackTitles().length).toBeLessThan(60);
  fireEvent.keyDown(gripOf('Track 1'), { key: 'End' });
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Track 1, 1000 of 1000/),
  );
});
