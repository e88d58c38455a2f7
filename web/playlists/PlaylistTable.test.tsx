import { options } from '@promenade/contract/options';
import type { PlaylistDetail } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { paths, playlistPath } from '../platform/paths.ts';
import { restored, useTables } from '../platform/tableStore.ts';
import { forgetPlayback } from '../player/playback.ts';
import { Notices } from '../screens/Notices.tsx';
import { Playlist } from '../screens/Playlist.tsx';
import { laidOut, windowOf } from '../testing/browser.ts';
import { someOptions } from '../testing/options.ts';
import { playlist, playlistDetail, playlistTrack } from '../testing/playlists.ts';
import { type FakeServer, fakeServer, held } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { PlaylistDialogs } from './PlaylistDialogs.tsx';
import { closeDialog } from './pickerStore.ts';

let server: FakeServer;

beforeAll(() =>
  Promise.all([
    import('../design/Dialog.tsx'),
    import('../design/MenuList.tsx'),
    import('./OpenDialog.tsx'),
    import('./PlaylistTable.tsx'),
  ]),
);
beforeEach(() => {
  laidOut({ width: 1300, height: 900, scrollHeight: 4000 });
  windowOf(1440);
  Element.prototype.setPointerCapture = () => undefined;
  useTables.setState(restored(undefined));
  server = fakeServer();
  server.answer(options, someOptions);
  stored(playlistDetail('p', ['a', 'b', 'c'], { name: 'Friday', desc: 'Loud things' }));
  for (const route of [contract.moveInPlaylist, contract.removeFromPlaylist, contract.clearPlaylist])
    server.answer(route, playlist('p', { name: 'Friday' }));
  server.answer(contract.addToPlaylist, playlist('p', { name: 'Friday' }));
  forgetPlayback();
  closeDialog();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

const stored = (kept: PlaylistDetail) => server.answer(contract.playlist, kept);
const open = () =>
  show(
    signedIn(
      <>
        <Routes>
          <Route path={paths.playlist} element={<Playlist />} />
          <Route path={paths.playlists} element={<h1>All playlists</h1>} />
          <Route path={paths.release} element={<h1>A release</h1>} />
        </Routes>
        <PlaylistDialogs />
        <Notices />
      </>,
    ),
    playlistPath('p'),
  );
const loaded = () => screen.findByRole('grid', { name: 'Tracks of Friday' });
const titles = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const handle = (title: string) => screen.getByRole('button', { name: new RegExp(`^Move ${title},`) });
const changes = () =>
  server.calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
const menu = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  fireEvent.click(await screen.findByText(item));
};
test('the columns of the tracks, and the menu at the end (C-PLAYLIST-24, C-TABLE-03)', async () => {
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

test('a phone shows place, title with cover and artist, and the menu (C-PLAYLIST-24)', async () => {
  windowOf(390);
  open();
  await loaded();
  const headers = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
  expect(headers).toEqual(['No.', 'Title', 'Actions']);
  expect(screen.getAllByText('Artist r')).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Play Track a' })).toBeTruthy();
});

test('arrow keys on a handle move a track: on the screen at once, then the server is told (C-PLAYLIST-17)', async () => {
  const { letGo } = held('PUT');
  open();
  await loaded();
  act(() => handle('Track a').focus());
  fireEvent.keyDown(handle('Track a'), { key: 'ArrowDown' });
  await waitFor(() => expect(titles()).toEqual(['Track b', 'Track a', 'Track c']));
  await waitFor(() => expect(document.activeElement).toBe(handle('Track a')));
  expect(handle('Track a').getAttribute('aria-label')).toContain('2 of 3');
  fireEvent.keyDown(handle('Track a'), { key: 'End' });
  await waitFor(() => expect(titles()).toEqual(['Track b', 'Track c', 'Track a']));
  await waitFor(() => expect(document.activeElement).toBe(handle('Track a')));
  expect(changes()).toEqual([]);
  act(letGo);
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes()).toEqual([
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'b' }],
    ['PUT', '/api/playlist/tracks/p/a', { position: 'after', referenceTrackid: 'c' }],
  ]);
  expect(titles()).toEqual(['Track b', 'Track c', 'Track a']);
});

test('a move that fails is taken back, and the server’s words are broadcast as an error (C-PLAYLIST-18, C-ERR-09, C-TOAST-05)', async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { letGo } = held('PUT');
  open();
  await loaded();
  fireEvent.keyDown(handle('Track c'), { key: 'Home' });
  await waitFor(() => expect(titles()).toEqual(['Track c', 'Track a', 'Track b']));
  act(letGo);
  const toast = await screen.findByText('has error: This track is not known here., please refresh');
  expect(toast.closest('[role=alert]')).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Track a', 'Track b', 'Track c']));
});

test('only the move that failed is taken back; one made meanwhile stays (C-PLAYLIST-18)', async () => {
  server.refuse(contract.moveInPlaylist, 'TRACK_NOT_FOUND');
  const { letGo } = held('PUT');
  open();
  await loaded();
  fireEvent.keyDown(handle('Track a'), { key: 'ArrowDown' });
  await waitFor(() => expect(titles()).toEqual(['Track b', 'Track a', 'Track c']));
  await menu('Track c', 'Remove from this playlist');
  await waitFor(() => expect(titles()).toEqual(['Track b', 'Track a']));
  act(letGo);
  await screen.findByText(/^has error/);
  await waitFor(() => expect(titles()).toEqual(['Track a', 'Track b']));
  await waitFor(() => expect(changes().map(([method]) => method)).toEqual(['PUT', 'DELETE']));
});

test('a header sorts, the same one turns it round; only in its own order can the playlist be rearranged (C-TABLE-04, C-TABLE-05)', async () => {
  const songs = ['beta', 'Alpha', 'gamma'].map((title) => playlistTrack(title, { title }));
  stored(playlistDetail('p', [], { name: 'Friday', tracks: 3, songs }));
  const person = open();
  await loaded();
  expect(handle('beta')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Title' }));
  expect(titles()).toEqual(['Alpha', 'beta', 'gamma']);
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Title' }));
  expect(titles()).toEqual(['gamma', 'beta', 'Alpha']);
  const numbers = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
  expect(numbers).toEqual(['3', '1', '2']);
  await person.click(screen.getByRole('button', { name: 'No.' }));
  expect(titles()).toEqual(['beta', 'Alpha', 'gamma']);
  expect(handle('beta')).toBeTruthy();
});

test('widths of columns are kept with those of songs (C-TABLE-07)', async () => {
  open();
  await loaded();
  const edge = screen.getByRole('separator', { name: 'Width of Artist' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  fireEvent.pointerDown(edge, { clientX: 500, button: 0 });
  fireEvent.pointerMove(edge, { clientX: 540 });
  fireEvent.pointerUp(edge, { clientX: 540 });
  expect(useTables.getState().songs).toEqual({ artist: before + 40 });
});

test('of 1,000 tracks only those near the window are drawn, and a key brings the last into it (C-TABLE-03)', async () => {
  const names = Array.from({ length: 1000 }, (_none, at) => `${at + 1}`);
  stored(playlistDetail('p', names, { name: 'Friday' }));
  open();
  const table = await loaded();
  expect(table.getAttribute('aria-rowcount')).toBe('1001');
  expect(titles().length).toBeLessThan(60);
  fireEvent.keyDown(handle('Track 1'), { key: 'End' });
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move Track 1, 1000 of 1000/),
  );
});
