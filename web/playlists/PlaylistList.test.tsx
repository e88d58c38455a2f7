import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockLayout } from '../testing/browserMocks.ts';
import type { FakeServer } from '../testing/fakeServer.ts';
import {
  createPage,
  createPlaylists,
  findCard,
  listCardNames,
  loadLazyCode,
  showPlaylists,
  startPlaylistServer,
} from '../testing/PlaylistScreens.tsx';
import { createPlaylist } from '../testing/playlists.ts';
import { PlaylistList } from './PlaylistList.tsx';

let server: FakeServer;
/** Scrolls to the end of the list. */
let reachEnd: () => void;

beforeAll(loadLazyCode);
beforeEach(() => {
  server = startPlaylistServer();
  fakeIntersections();
});

function fakeIntersections(): void {
  const observers = new Set<() => void>();
  reachEnd = () => act(() => [...observers].forEach((intersect) => intersect()));
  const observer = class {
    readonly intersect: () => void;
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      this.intersect = () => callback([{ isIntersecting: true }]);
    }
    observe(): void {
      observers.add(this.intersect);
    }
    disconnect(): void {
      observers.delete(this.intersect);
    }
  };
  vi.stubGlobal('IntersectionObserver', observer);
}

const open = (path: string = paths.playlists) => showPlaylists({ list: <PlaylistList />, notices: <Notices /> }, path);
const listRequests = () =>
  server.calls.filter(({ method, path }) => method === 'GET' && path.includes('page=')).map((call) => call.path);

test('playlists are cards with name, description, star, number of tracks and a play button', {
  tags: ['C-ROUTE-17', 'C-PLAYLIST-02', 'C-ENTITY-10'],
}, async () => {
  const loud = createPlaylist('p', { name: 'Friday', desc: 'Loud things', tracks: 12, duration: 2590, pinned: true });
  server.answer(
    contract.playlists,
    createPage([loud, createPlaylist('q', { name: 'Empty', tracks: 0, thumbnails: [] })], 1, 1234),
  );
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  const friday = within(await findCard('Friday'));
  expect(screen.getByRole('heading', { name: 'Playlists', level: 1 })).toBeTruthy();
  expect(screen.getByText('1,234 playlists')).toBeTruthy();
  expect(friday.getByText('Loud things')).toBeTruthy();
  expect(friday.getByText('12 tracks · 43:10')).toBeTruthy();
  expect(friday.getByRole('button', { name: 'Star Friday' }).getAttribute('aria-pressed')).toBe('true');
  expect(friday.getByRole('link').getAttribute('href')).toBe('/playlists/p');
});

test('Ctrl+P loads the playlists before it prints, and paper names the limit', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  server.answer(contract.playlists, createPage(createPlaylists(1, 40), 1, 42));
  open();
  const hint = 'The first 40 of 42 are printed. Press Ctrl+P in the list to print up to 500.';
  expect(await screen.findByText(hint)).toBeTruthy();
  server.answer(contract.playlists, createPage(createPlaylists(41, 2), 2, 42));
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(screen.queryByText(/are printed/)).toBeNull();
});

test('the next page loads at the end of the list and is appended', {
  tags: ['C-PLAYLIST-21', 'C-PLAYLIST-23', 'C-ENTITY-15', 'A-CONST-18'],
}, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 40), 1, 42));
  open();
  await findCard('Show 40');
  expect(listRequests()).toEqual(['/api/playlist?sort=-date&pagesize=40&summary=true&page=1']);
  server.answer(contract.playlists, createPage(createPlaylists(40, 3), 2, 42));
  reachEnd();
  await findCard('Show 42');
  expect(listCardNames()).toHaveLength(42);
  expect(listRequests()).toHaveLength(2);
  expect(listRequests().at(-1)).toContain('page=2');
  reachEnd();
  expect(listRequests()).toHaveLength(2);
});

test('another sort order starts again at page 1; there are three, each explained', {
  tags: ['C-PLAYLIST-21', 'C-PLAYLIST-22', 'C-ENTITY-15'],
}, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 2)));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Order: Newest' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'NewestLast created first',
    'A to ZBy name',
    'StarredLast starred first, then the newest',
  ]);
  server.answer(contract.playlists, createPage(createPlaylists(7, 1)));
  await user.click(screen.getByRole('option', { name: /^Starred/ }));
  await waitFor(() => expect(listCardNames()).toEqual(['Show 7']));
  expect(listRequests().at(-1)).toBe('/api/playlist?sort=-pinned&pagesize=40&summary=true&page=1');
});

test('a search filters the list from its first page on', { tags: ['C-PLAYLIST-23', 'C-PLAYLIST-21'] }, async () => {
  server.answer(contract.playlists, createPage(createPlaylists(1, 2)));
  const user = open();
  await findCard('Show 1');
  server.answer(contract.playlists, createPage([]));
  await user.type(screen.getByRole('searchbox', { name: 'Find in playlists' }), 'night');
  expect(await screen.findByRole('heading', { name: 'No playlists match' })).toBeTruthy();
  expect(listRequests().at(-1)).toBe('/api/playlist?sort=-date&searchToken=night&pagesize=40&summary=true&page=1');
  server.answer(contract.playlists, createPage(createPlaylists(1, 2)));
  await user.click(screen.getByRole('button', { name: 'Show all playlists' }));
  expect(await findCard('Show 1')).toBeTruthy();
});

test('an empty list explains how to create a playlist, and its button opens the form', {
  tags: ['C-PLAYLIST-06'],
}, async () => {
  server.answer(contract.playlists, createPage([]));
  const user = open();
  const emptyState = (await screen.findByRole('heading', { name: 'No playlists yet' })).parentElement as HTMLElement;
  await user.click(within(emptyState).getByRole('button', { name: 'New playlist' }));
  expect(await screen.findByRole('dialog', { name: 'New playlist' })).toBeTruthy();
});

test('loading the list can be tried again after a failure', { tags: ['C-ROUTE-17'] }, async () => {
  server.refuse(contract.playlists, 'FORBIDDEN');
  const user = open();
  await screen.findByRole('alert');
  server.answer(contract.playlists, createPage(createPlaylists(1, 1)));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findCard('Show 1')).toBeTruthy();
});

test('there is a column for each 400 px, at most seven, at least one', {
  tags: ['C-PLAYLIST-04', 'C-PLAYLIST-05'],
}, async () => {
  server.answer(contract.playlists, createPage([createPlaylist('p')]));
  for (const [width, columns] of [
    [1300, '3'],
    [350, '1'],
    [4000, '7'],
  ] as const) {
    mockLayout({ width, height: 900, scrollHeight: 900 });
    open();
    await findCard('Playlist p');
    const grids = screen.getAllByRole('list').map((list) => list.style.getPropertyValue('--columns'));
    expect(grids.at(-1)).toBe(columns);
    document.body.replaceChildren();
  }
});
