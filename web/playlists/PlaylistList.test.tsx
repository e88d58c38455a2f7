import * as contract from '@promenade/contract/playlists';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { Notices } from '../screens/Notices.tsx';
import { Playlists } from '../screens/Playlists.tsx';
import { laidOut } from '../testing/browser.ts';
import {
  cardNames,
  cardOf,
  loadPlaylists,
  openPlaylists,
  pageOf,
  playlistServer,
  somePlaylists,
} from '../testing/PlaylistScreens.tsx';
import { playlist } from '../testing/playlists.ts';
import type { FakeServer } from '../testing/server.ts';

let server: FakeServer;
/** Brings the end of the list into the window. */
let reachEnd: () => void;

beforeAll(loadPlaylists);
beforeEach(() => {
  server = playlistServer();
  watchSight();
});

function watchSight(): void {
  const seen = new Set<() => void>();
  reachEnd = () => act(() => [...seen].forEach((tell) => tell()));
  const observer = class {
    readonly tell: () => void;
    constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
      this.tell = () => told([{ isIntersecting: true }]);
    }
    observe(): void {
      seen.add(this.tell);
    }
    disconnect(): void {
      seen.delete(this.tell);
    }
  };
  vi.stubGlobal('IntersectionObserver', observer);
}

const open = (at: string = paths.playlists) => openPlaylists({ all: <Playlists />, notices: <Notices /> }, at);
const asked = () =>
  server.calls.filter(({ method, path }) => method === 'GET' && path.includes('page=')).map((call) => call.path);

test('playlists are cards with name, description, star, number of tracks and a play button', {
  tags: ['C-ROUTE-17', 'C-PLAYLIST-02', 'C-ENTITY-10'],
}, async () => {
  const loud = playlist('p', { name: 'Friday', desc: 'Loud things', tracks: 12, duration: 2590, pinned: true });
  server.answer(
    contract.playlists,
    pageOf([loud, playlist('q', { name: 'Empty', tracks: 0, thumbnails: [] })], 1, 1234),
  );
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  const friday = within(await cardOf('Friday'));
  expect(screen.getByRole('heading', { name: 'Playlists', level: 1 })).toBeTruthy();
  expect(screen.getByText('1,234 playlists')).toBeTruthy();
  expect(friday.getByText('Loud things')).toBeTruthy();
  expect(friday.getByText('12 tracks · 43:10')).toBeTruthy();
  expect(friday.getByRole('button', { name: 'Star Friday' }).getAttribute('aria-pressed')).toBe('true');
  expect(friday.getByRole('link').getAttribute('href')).toBe('/playlists/p');
});

test('the next page is asked for at the end and appended, no other', {
  tags: ['C-PLAYLIST-21', 'C-PLAYLIST-23', 'C-ENTITY-15', 'A-CONST-18'],
}, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 40), 1, 42));
  open();
  await cardOf('Show 40');
  expect(asked()).toEqual(['/api/playlist?sort=-date&pagesize=40&summary=true&page=1']);
  server.answer(contract.playlists, pageOf(somePlaylists(40, 3), 2, 42));
  reachEnd();
  await cardOf('Show 42');
  expect(cardNames()).toHaveLength(42);
  expect(asked()).toHaveLength(2);
  expect(asked().at(-1)).toContain('page=2');
  reachEnd();
  expect(asked()).toHaveLength(2);
});

test('another order starts again at page 1 and stands in the address; there are three', {
  tags: ['C-PLAYLIST-21', 'C-PLAYLIST-22', 'C-ENTITY-15'],
}, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 2)));
  const person = open();
  await person.click(await screen.findByRole('button', { name: 'Order: Newest' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Newest',
    'A to Z',
    'Starred',
  ]);
  server.answer(contract.playlists, pageOf(somePlaylists(7, 1)));
  await person.click(screen.getByRole('option', { name: 'Starred' }));
  await waitFor(() => expect(cardNames()).toEqual(['Show 7']));
  expect(asked().at(-1)).toBe('/api/playlist?sort=-pinned&pagesize=40&summary=true&page=1');
});

test('words narrow the list, from its first page on', { tags: ['C-PLAYLIST-23', 'C-PLAYLIST-21'] }, async () => {
  server.answer(contract.playlists, pageOf(somePlaylists(1, 2)));
  const person = open();
  await cardOf('Show 1');
  server.answer(contract.playlists, pageOf([]));
  await person.type(screen.getByRole('searchbox', { name: 'Find in playlists' }), 'night');
  expect(await screen.findByRole('heading', { name: 'No playlist fits' })).toBeTruthy();
  expect(asked().at(-1)).toBe('/api/playlist?sort=-date&searchToken=night&pagesize=40&summary=true&page=1');
});

test('without a playlist the page says how to get one, and its button makes one', {
  tags: ['C-PLAYLIST-06'],
}, async () => {
  server.answer(contract.playlists, pageOf([]));
  const person = open();
  const nothing = (await screen.findByRole('heading', { name: 'No playlists yet' })).parentElement as HTMLElement;
  await person.click(within(nothing).getByRole('button', { name: 'New playlist' }));
  expect(await screen.findByRole('dialog', { name: 'New playlist' })).toBeTruthy();
});

test('a list that does not come can be asked for again', { tags: ['C-ROUTE-17'] }, async () => {
  server.refuse(contract.playlists, 'FORBIDDEN');
  const person = open();
  await screen.findByRole('alert');
  server.answer(contract.playlists, pageOf(somePlaylists(1, 1)));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await cardOf('Show 1')).toBeTruthy();
});

test('there is a column for each 400 px, at most seven, at least one', {
  tags: ['C-PLAYLIST-04', 'C-PLAYLIST-05'],
}, async () => {
  server.answer(contract.playlists, pageOf([playlist('p')]));
  for (const [width, columns] of [
    [1300, '3'],
    [350, '1'],
    [4000, '7'],
  ] as const) {
    laidOut({ width, height: 900, scrollHeight: 900 });
    open();
    await cardOf('Playlist p');
    const grids = screen.getAllByRole('list').map((list) => list.style.getPropertyValue('--columns'));
    expect(grids.at(-1)).toBe(columns);
    document.body.replaceChildren();
  }
});
