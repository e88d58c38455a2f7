import { releases } from '@promenade/contract/catalogue';
import { type Found, type FoundArtist, type FoundLabel, search } from '@promenade/contract/search';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useRecentSearches } from '../search/recentSearchesStore.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release, track } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { Search } from './Search.tsx';

let server: FakeServer;

beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  windowOf(1440);
  vi.stubGlobal('innerWidth', 1440);
  server = fakeServer();
  useRecentSearches.setState({ recent: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

const score = { score: 1, relevance: 1 };
const artist = (name: string): FoundArtist => ({
  artistid: name,
  artist: name,
  thumbnail: null,
  coverart: null,
  releases: 3,
  ...score,
});
const label = (name: string): FoundLabel => ({ labelid: name, label: name, logo: null, releases: 7, ...score });
const five = <Item,>(make: (name: string) => Item) => ['1', '2', '3', '4', '5'].map(make);

function found(more: Partial<Found> = {}): Found {
  const all = {
    tracks: five((n) => ({ ...track(`t${n}`), ...score })),
    artists: five((n) => artist(`Artist ${n}`)),
    labels: five((n) => label(`Label ${n}`)),
    releases: five((n) => ({ ...release(`r${n}`), ...score })),
  };
  const top: Found['top'] = [
    { section: 'tracks', id: 't1' },
    { section: 'artists', id: 'Artist 1' },
    { section: 'labels', id: 'Label 1' },
    { section: 'releases', id: 'r1' },
    { section: 'tracks', id: 't2' },
    { section: 'releases', id: 'r2' },
    { section: 'releases', id: 'r3' },
  ];
  return { ...all, top, ...more };
}

const Address = () => {
  const { pathname, search: query } = useLocation();
  return <output data-testid="address">{pathname + query}</output>;
};
const address = () => screen.getByTestId('address').textContent;
const at = (path: string) =>
  show(
    signedIn(
      <>
        <SearchBox />
        <Routes>
          <Route path="/search/:category?/:profile?" element={<Search />} />
          <Route path="*" element={null} />
        </Routes>
        <Address />
      </>,
    ),
    path,
  );
const input = () => screen.findByRole('searchbox', { name: 'Search' });
const table = (name: string) => screen.findByRole('grid', { name });
const asked = () => server.calls.filter(({ path }) => path.startsWith('/api/search')).map(({ path }) => path);

test('the best six of all, then four of each with the way to all of them', {
  tags: ['C-SEARCH-03', 'C-SEARCH-04', 'C-SEARCH-05', 'C-SEARCH-07', 'C-SEARCH-08', 'C-SEARCH-10'],
}, async () => {
  server.answer(search, found());
  at('/search/top?q=tides');
  const top = (await screen.findByRole('heading', { name: 'Top results' })).closest('section');
  expect(top?.querySelectorAll('li')).toHaveLength(6);
  expect(screen.getAllByText('See all').map((link) => link.getAttribute('href'))).toEqual([
    '/search/tracks?q=tides',
    '/search/artists?q=tides',
    '/search/labels?q=tides',
    '/search/releases?q=tides',
  ]);
  expect(within(await table('Releases')).getByText('Release r4')).toBeTruthy();
  expect(within(await table('Releases')).queryByText('Release r5')).toBeNull();
  expect(asked()).toEqual(['/api/search?filter=tides&section=top&pagesize=5']);
});

test('four results of a kind are all there is: no way to more', { tags: ['C-SEARCH-08'] }, async () => {
  server.answer(search, found({ artists: five((n) => artist(`Artist ${n}`)).slice(0, 4) }));
  at('/search/top?q=tides');
  await table('Artists');
  expect(screen.getAllByText('See all').map((link) => link.getAttribute('href'))).not.toContain(
    '/search/artists?q=tides',
  );
});

test('the tabs stand in their order; one asks for a hundred of its kind', {
  tags: ['C-SEARCH-01', 'C-SEARCH-02', 'C-SEARCH-06', 'C-SEARCH-07', 'C-ROUTE-08'],
}, async () => {
  server.answer(search, found());
  at('/search/labels?q=tides');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Top results',
    'Tracks',
    'Artists',
    'Labels',
    'Releases',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Labels');
  expect(within(await table('Labels')).getByText('Label 5')).toBeTruthy();
  expect(asked()).toEqual(['/api/search?filter=tides&section=labels&pagesize=100']);
});

test('a search without a category shows the top; an unknown one is not found', { tags: ['C-ROUTE-16'] }, async () => {
  server.answer(search, found());
  at('/search?q=tides');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Top results');
  cleanup();
  at('/search/songs?q=tides');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(await screen.findByText(/There is nothing at this address/)).toBeTruthy();
  expect(document.title).toContain('Page not found');
});

test('the releases of an artist or a label come from the release search, a hundred at a time', {
  tags: ['C-SEARCH-12', 'C-SEARCH-13', 'C-ROUTE-10', 'C-ROUTE-11'],
}, async () => {
  server.answer(releases, { items: [release('r1')], total: 1, page: 1, pagesize: 100 });
  at('/search/releases/artist?q=Ada%20%26%20Co');
  expect(await screen.findByText('Release r1')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Ada & Co' })).toBeTruthy();
  cleanup();
  at('/search/releases/label?q=Parallel');
  expect(await screen.findByText('Release r1')).toBeTruthy();
  expect(server.calls.map(({ path }) => path)).toEqual([
    '/api/release?artist=Ada+%26+Co&sort=-date&pagesize=100&page=1',
    '/api/release?label=Parallel&sort=-date&pagesize=100&page=1',
  ]);
});

test('a search that fails says so and can be tried again', { tags: ['C-SEARCH-17'] }, async () => {
  server.fail(search, 500);
  at('/search/top?q=tides');
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong with your search');
  server.answer(search, found());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table('Tracks')).toBeTruthy();
});

test('the button opens the search and its input takes the focus; Escape leads back', {
  tags: ['C-SHELL-04', 'C-SHELL-05', 'C-SHELL-19', 'C-SEARCH-19'],
}, async () => {
  at('/releases?genres=1');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(address()).toBe('/search');
  await waitFor(async () => expect(document.activeElement).toBe(await input()));
  await userEvent.keyboard('{Escape}');
  expect(address()).toBe('/releases?genres=1');
});

test('what is typed is found while typing; Enter keeps the term', {
  tags: ['C-ROUTE-09', 'C-ROUTE-12', 'C-SEARCH-14'],
}, async () => {
  server.answer(search, found());
  at('/search');
  await userEvent.type(await input(), 'AC/DC & co');
  await waitFor(() => expect(address()).toBe('/search/top?q=AC%2FDC+%26+co'));
  expect(useRecentSearches.getState().recent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(useRecentSearches.getState().recent).toEqual(['AC/DC & co']);
  expect(await table('Tracks')).toBeTruthy();
});

test('typing stays in the open tab, Enter leads to the top', { tags: ['C-ROUTE-12'] }, async () => {
  server.answer(search, found());
  at('/search/labels?q=tide');
  await userEvent.type(await input(), 's');
  await waitFor(() => expect(address()).toBe('/search/labels?q=tides'));
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe('/search/top?q=tides');
});

test('Enter on nothing, or on room, does nothing', { tags: ['C-SHELL-07'] }, async () => {
  at('/search');
  await userEvent.type(await input(), '   {Enter}');
  expect(address()).toBe('/search');
  expect(server.calls).toEqual([]);
  expect(useRecentSearches.getState().recent).toEqual([]);
});

test('clearing the text keeps the input open and focused', { tags: ['C-SHELL-06'] }, async () => {
  server.answer(search, found());
  at('/search/top?q=tides');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
  expect(address()).toBe('/search');
  expect(document.activeElement).toBe(await input());
  expect(((await input()) as HTMLInputElement).value).toBe('');
});

test('recent searches lead to their results and can be cleared', {
  tags: ['C-SEARCH-16', 'C-ROUTE-15', 'C-SHELL-18'],
}, async () => {
  useRecentSearches.setState({ recent: ['harbour & sun', 'tides'] });
  server.answer(search, found());
  at('/search');
  const first = await screen.findByRole('link', { name: 'harbour & sun' });
  expect(first.getAttribute('href')).toBe('/search/top?q=harbour+%26+sun');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('link', { name: 'tides' })).toBeNull();
  expect(useRecentSearches.getState().recent).toEqual([]);
});

test('a link to another search changes the text of the input', async () => {
  useRecentSearches.setState({ recent: ['tides'] });
  server.answer(search, found());
  at('/search');
  await userEvent.click(await screen.findByRole('link', { name: 'tides' }));
  await waitFor(async () => expect(((await input()) as HTMLInputElement).value).toBe('tides'));
});
