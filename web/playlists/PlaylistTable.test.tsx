import type { PlaylistDetail } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useColumnWidths } from '../platform/columnWidthsStore.ts';
import { playlistPath } from '../platform/paths.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { blockRequests, type FakeServer } from '../testing/fakeServer.ts';
import {
  chooseFromMenu,
  getHandle,
  listTrackTitles,
  loadLazyCode,
  sentChanges,
  showPlaylists,
  startFridayServer,
} from '../testing/PlaylistScreens.tsx';
import { createPlaylistDetail, createPlaylistTrack } from '../testing/playlists.ts';
import { PlaylistPage } from './PlaylistPage.tsx';

let server: FakeServer;

beforeAll(loadLazyCode);
beforeEach(() => {
  server = startFridayServer();
});

const answerPlaylist = (detail: PlaylistDetail) => server.answer(contract.playlist, detail);
const open = () => showPlaylists({ page: <PlaylistPage />, notices: <Notices /> }, playlistPath('p'));
const findTable = () => screen.findByRole('grid', { name: 'Tracks of Friday' });

test('the table has all columns of a track and a menu at the end', {
  tags: ['C-PLAYLIST-24', 'C-TABLE-03'],
}, async () => {
  const songs = [
    createPlaylistTrack('a', {
      labels: [{ labelid: 'p', name: 'Parallel', logo: null }],
      duration: 61,
      impactdate: 1_796_083_200,
    }),
  ];
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 1, songs }));
  open();
  await findTable();
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

test('a phone shows position, title with cover and artist, and the menu', { tags: ['C-PLAYLIST-24'] }, async () => {
  mockWindowWidth(390);
  open();
  await findTable();
  const headers = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
  expect(headers).toEqual(['No.', 'Title', 'Actions']);
  expect(screen.getAllByText('Artist r')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Play Track a' })).toBeTruthy();
});

test('arrow keys on a handle move a track at once on the screen, then on the server', {
  tags: ['C-PLAYLIST-17'],
}, async () => {
  const { unblock } = blockRequests('PUT');
  open();
  await findTable();
  const handle = getHandle('Track a');
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowDown' });
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track b', 'Track a', 'Track c']));
  await waitFor(() => expect(document.activeElement).toBe(getHandle('Track a')));
  expect(getHandle('Track a').getAttribute('aria-label')).toContain('2 of 3');
  fireEvent.keyDown(getHandle('Track a'), { key: 'End' });
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track b', 'Track c', 'Track a']));
  // A new element would lose the focus and the position of a screen reader.
  expect(document.activeElement).toBe(handle);
  expect(sentChanges(server)).toEqual([]);
  act(unblock);
  await waitFor(() => expect(sentChanges(server)).toHaveLength(2));
  expect(sentChanges(server)).toEqual([
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'b' }],
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'c' }],
  ]);
  expect(listTrackTitles()).toEqual(['Track b', 'Track c', 'Track a']);
});

test('a failed move is undone, and the text of the server is shown as an error', {
  tags: ['C-PLAYLIST-18', 'C-ERR-09', 'C-TOAST-05'],
}, async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { unblock } = blockRequests('PUT');
  open();
  await findTable();
  act(() => getHandle('Track c').focus());
  fireEvent.keyDown(getHandle('Track c'), { key: 'Home' });
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track c', 'Track a', 'Track b']));
  await waitFor(() => expect(document.activeElement).toBe(getHandle('Track c')));
  act(unblock);
  const toast = await screen.findByText('has error: This track does not exist, please refresh');
  expect(toast.closest('[role=alert]')).toBeTruthy();
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
  await waitFor(() => expect(document.activeElement).toBe(getHandle('Track c')));
});

test('a move that fails in the server shows its text, too, and no second toast', {
  tags: ['C-PLAYLIST-18'],
}, async () => {
  server.refuse(contract.moveInPlaylist, 'BUSY');
  open();
  await findTable();
  fireEvent.keyDown(getHandle('Track c'), { key: 'Home' });
  await screen.findByText('has error: Sorry! The service is currently unavailable, please refresh');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b', 'Track c']));
});

test('only the failed move is undone, a later change stays', { tags: ['C-PLAYLIST-18'] }, async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { unblock } = blockRequests('PUT');
  open();
  await findTable();
  fireEvent.keyDown(getHandle('Track a'), { key: 'ArrowDown' });
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track b', 'Track a', 'Track c']));
  await chooseFromMenu('Track c', 'Remove from this playlist');
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track b', 'Track a']));
  act(unblock);
  await screen.findByText(/^has error/);
  await waitFor(() => expect(listTrackTitles()).toEqual(['Track a', 'Track b']));
  await waitFor(() => expect(sentChanges(server).map(([method]) => method)).toEqual(['PUT', 'DELETE']));
});

test('headers sort in both directions, and tracks can be moved only in the order of the playlist', {
  tags: ['C-TABLE-04', 'C-TABLE-05'],
}, async () => {
  const songs = ['beta', 'Alpha', 'gamma'].map((title) => createPlaylistTrack(title, { title }));
  answerPlaylist(createPlaylistDetail('p', [], { name: 'Friday', tracks: 3, songs }));
  const user = open();
  await findTable();
  expect(getHandle('beta')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(listTrackTitles()).toEqual(['Alpha', 'beta', 'gamma']);
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(listTrackTitles()).toEqual(['gamma', 'beta', 'Alpha']);
  const numbers = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
  expect(numbers).toEqual(['3', '1', '2']);
  await user.click(screen.getByRole('button', { name: 'No.' }));
  expect(listTrackTitles()).toEqual(['beta', 'Alpha', 'gamma']);
  expect(getHandle('beta')).toBeTruthy();
});

test('column widths are stored with those of the song tables', { tags: ['C-TABLE-07'] }, async () => {
  open();
  await findTable();
  const separator = screen.getByRole('separator', { name: 'Width of Artist' });
  const before = Number(separator.getAttribute('aria-valuenow'));
  fireEvent.pointerDown(separator, { clientX: 500, button: 0 });
  fireEvent.pointerMove(separator, { clientX: 540 });
  fireEvent.pointerUp(separator, { clientX: 540 });
  expect(useColumnWidths.getState().songs).toEqual({ artist: before + 40 });
});

test('of 1,000 tracks only those near the viewport are rendered, and End scrolls to the last', {
  tags: ['C-TABLE-03'],
}, async () => {
  const names = Array.from({ length: 1000 }, (_none, index) => `${index + 1}`);
  answerPlaylist(createPlaylistDetail('p', names, { name: 'Friday' }));
  open();
  const table = await findTable();
  expect(table.getAttribute('aria-rowcount')).toBe('1001');
  expect(listTrackTitles().length).toBeLessThan(60);
  fireEvent.keyDown(getHandle('Track 1'), { key: 'End' });
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Track 1, 1000 of 1000/),
  );
});
