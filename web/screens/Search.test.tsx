import { releases } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { type ArtistResult, type LabelResult, type SearchResults, search } from '@promenade/contract/search';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useRecentSearches } from '../search/recentSearchesStore.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { sampleOptions } from '../testing/options.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Search } from './Search.tsx';
import { Sidebar } from './Sidebar.tsx';

let server: FakeServer;

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  vi.stubGlobal('innerWidth', 1440);
  server = fakeServer();
  useRecentSearches.setState({ recent: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

const score = { score: 1 };
const artist = (name: string): ArtistResult => ({
  artistid: name,
  artist: name,
  thumbnail: null,
  coverart: null,
  releases: 3,
  ...score,
});
const label = (name: string): LabelResult => ({ labelid: name, label: name, logo: null, releases: 7, ...score });
const makeFive = <Item,>(make: (name: string) => Item) => ['1', '2', '3', '4', '5'].map(make);

function makeResults(overrides: Partial<SearchResults> = {}): SearchResults {
  const all = {
    tracks: makeFive((number) => ({ ...createTrack(`t${number}`), ...score })),
    artists: makeFive((number) => artist(`Artist ${number}`)),
    labels: makeFive((number) => label(`Label ${number}`)),
    releases: makeFive((number) => ({ ...createRelease(`r${number}`), ...score })),
  };
  const top: SearchResults['top'] = [
    { section: 'tracks', id: 't1' },
    { section: 'artists', id: 'Artist 1' },
    { section: 'labels', id: 'Label 1' },
    { section: 'releases', id: 'r1' },
    { section: 'tracks', id: 't2' },
    { section: 'releases', id: 'r2' },
    { section: 'releases', id: 'r3' },
  ];
  return { ...all, top, ...overrides };
}

const Address = () => {
  const { pathname, search: query } = useLocation();
  return <output data-testid="address">{pathname + query}</output>;
};
const getUrl = () => screen.getByTestId('address').textContent;
const openPage = (path: string) =>
  renderScreen(
    withProviders(
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
const findInput = () => screen.findByRole('searchbox', { name: 'Search' });
const findTable = (name: string) => screen.findByRole('grid', { name });
const listSearches = () => server.calls.filter(({ path }) => path.startsWith('/api/search')).map(({ path }) => path);

test('the top tab shows six best results, then four of each section with a link to all', {
  tags: ['C-SEARCH-03', 'C-SEARCH-04', 'C-SEARCH-05', 'C-SEARCH-07', 'C-SEARCH-08', 'C-SEARCH-10'],
}, async () => {
  server.answer(search, makeResults());
  openPage('/search/top?q=tides');
  const top = (await screen.findByRole('heading', { name: 'Top results' })).closest('section');
  expect(top?.querySelectorAll('li')).toHaveLength(6);
  expect(screen.getAllByText('See all').map((link) => link.getAttribute('href'))).toEqual([
    '/search/tracks?q=tides',
    '/search/artists?q=tides',
    '/search/labels?q=tides',
    '/search/releases?q=tides',
  ]);
  expect([...(top?.querySelectorAll('a') ?? [])].slice(0, 4).map((link) => link.getAttribute('href'))).toEqual([
    '/releases/releaseInfo/r',
    '/artists/Artist%201',
    '/labels/Label%201',
    '/releases/releaseInfo/r1',
  ]);
  expect(within(await findTable('Releases')).getByText('Release r4')).toBeTruthy();
  expect(within(await findTable('Releases')).queryByText('Release r5')).toBeNull();
  expect(listSearches()).toEqual(['/api/search?filter=tides&section=top&pagesize=5']);
});

test('a section with four results has no link to more', { tags: ['C-SEARCH-08'] }, async () => {
  server.answer(search, makeResults({ artists: makeFive((number) => artist(`Artist ${number}`)).slice(0, 4) }));
  openPage('/search/top?q=tides');
  await findTable('Artists');
  expect(screen.getAllByText('See all').map((link) => link.getAttribute('href'))).not.toContain(
    '/search/artists?q=tides',
  );
});

test('the tabs have their order; a section tab requests a hundred results', {
  tags: ['C-SEARCH-01', 'C-SEARCH-02', 'C-SEARCH-06', 'C-SEARCH-07', 'C-ROUTE-08'],
}, async () => {
  server.answer(search, makeResults());
  openPage('/search/labels?q=tides');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Top results',
    'Tracks',
    'Artists',
    'Labels',
    'Releases',
  ]);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Labels');
  expect(within(await findTable('Labels')).getByText('Label 5')).toBeTruthy();
  expect(listSearches()).toEqual(['/api/search?filter=tides&section=labels&pagesize=100']);
});

test('a search without a category shows the top results; an unknown category is not found', {
  tags: ['C-ROUTE-16'],
}, async () => {
  server.answer(search, makeResults());
  openPage('/search?q=tides');
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Top results');
  cleanup();
  openPage('/search/songs?q=tides');
  expect(screen.queryByRole('tab')).toBeNull();
  expect(await screen.findByText(/This address does not exist/)).toBeTruthy();
  expect(document.title).toContain('Page not found');
});

test('the releases of an artist or label are loaded a hundred at a time; the name leads to its page', {
  tags: ['C-SEARCH-12', 'C-SEARCH-13', 'C-ROUTE-10', 'C-ROUTE-11'],
}, async () => {
  const artists = [
    { artistid: 'a', name: 'Ada' },
    { artistid: 'c', name: 'Ada & Co' },
  ];
  server.answer(releases, { items: [createRelease('r1', { artists })], total: 1, page: 1, pagesize: 100 });
  openPage('/search/releases/artist?q=Ada%20%26%20Co');
  expect(await screen.findByText('Release r1')).toBeTruthy();
  const getName = (name: string) => within(screen.getByRole('heading', { name })).getByRole('link', { name });
  expect(getName('Ada & Co').getAttribute('href')).toBe('/artists/c');
  cleanup();
  openPage('/search/releases/label?q=Parallel');
  expect(await screen.findByText('Release r1')).toBeTruthy();
  expect(getName('Parallel').getAttribute('href')).toBe('/labels/00000000-0000-4000-8000-000000000001');
  expect(server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/release'))).toEqual([
    '/api/release?artist=Ada+%26+Co&sort=-date&pagesize=100&page=1',
    '/api/release?label=Parallel&sort=-date&pagesize=100&page=1',
  ]);
});

test('results are counted for screen readers; without any the page offers what to try next', {
  tags: ['C-TABLE-10'],
}, async () => {
  server.answer(search, makeResults({ labels: [], releases: [], tracks: [] }));
  openPage('/search/labels?q=tides');
  expect(await screen.findByText('5 results shown')).toBeTruthy();
  cleanup();
  useRecentSearches.setState({ recent: ['harbour'] });
  server.answer(search, makeResults({ artists: [], labels: [], releases: [], tracks: [] }));
  openPage('/search/labels?q=xyz');
  expect(await screen.findByRole('heading', { name: 'No results found' })).toBeTruthy();
  expect(screen.getByText('0 results shown')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'harbour' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Search all categories' }).getAttribute('href')).toBe('/search/top?q=xyz');
  const main = within(screen.getByRole('heading', { name: 'No results found' }).parentElement as HTMLElement);
  expect(main.getByRole('link', { name: 'Back to releases' }).getAttribute('href')).toBe('/releases');
  await userEvent.click(main.getByRole('button', { name: 'Clear the search' }));
  expect(getUrl()).toBe('/search');
  expect(document.activeElement).toBe(await findInput());
});

test('a failed search shows an error and can be retried', { tags: ['C-SEARCH-17'] }, async () => {
  server.fail(search, 500);
  openPage('/search/top?q=tides');
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong with your search');
  server.answer(search, makeResults());
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findTable('Tracks')).toBeTruthy();
});

test('the button opens the search and focuses its field; Escape goes back', {
  tags: ['C-SHELL-04', 'C-SHELL-05', 'C-SHELL-19', 'C-SEARCH-19'],
}, async () => {
  openPage('/releases?genres=1');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(getUrl()).toBe('/search');
  await waitFor(async () => expect(document.activeElement).toBe(await findInput()));
  await userEvent.keyboard('{Escape}');
  expect(getUrl()).toBe('/releases?genres=1');
});

test('typing searches; Enter saves the term', {
  tags: ['C-ROUTE-09', 'C-ROUTE-12', 'C-SEARCH-14'],
}, async () => {
  server.answer(search, makeResults());
  openPage('/search');
  await userEvent.type(await findInput(), 'AC/DC & co');
  await waitFor(() => expect(getUrl()).toBe('/search/top?q=AC%2FDC+%26+co'));
  expect(useRecentSearches.getState().recent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(useRecentSearches.getState().recent).toEqual(['AC/DC & co']);
  expect(await findTable('Tracks')).toBeTruthy();
});

test('typing stays in the open tab, Enter opens the top results', { tags: ['C-ROUTE-12'] }, async () => {
  server.answer(search, makeResults());
  openPage('/search/labels?q=tide');
  await userEvent.type(await findInput(), 's');
  await waitFor(() => expect(getUrl()).toBe('/search/labels?q=tides'));
  await userEvent.keyboard('{Enter}');
  expect(getUrl()).toBe('/search/top?q=tides');
});

test('Enter on an empty or blank field does nothing', { tags: ['C-SHELL-07'] }, async () => {
  openPage('/search');
  await userEvent.type(await findInput(), '   {Enter}');
  expect(getUrl()).toBe('/search');
  expect(server.calls).toEqual([]);
  expect(useRecentSearches.getState().recent).toEqual([]);
});

test('clearing the text keeps the field open and focused', { tags: ['C-SHELL-06'] }, async () => {
  server.answer(search, makeResults());
  openPage('/search/top?q=tides');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }));
  expect(getUrl()).toBe('/search');
  expect(document.activeElement).toBe(await findInput());
  expect(((await findInput()) as HTMLInputElement).value).toBe('');
});

test('recent searches link to their results and can be cleared', {
  tags: ['C-SEARCH-16', 'C-ROUTE-15', 'C-SHELL-18'],
}, async () => {
  useRecentSearches.setState({ recent: ['harbour & sun', 'tides'] });
  server.answer(search, makeResults());
  openPage('/search');
  const first = await screen.findByRole('link', { name: 'harbour & sun' });
  expect(first.getAttribute('href')).toBe('/search/top?q=harbour+%26+sun');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('link', { name: 'tides' })).toBeNull();
  expect(useRecentSearches.getState().recent).toEqual([]);
});

test('a link to another search changes the text of the field', async () => {
  useRecentSearches.setState({ recent: ['tides'] });
  server.answer(search, makeResults());
  openPage('/search');
  await userEvent.click(await screen.findByRole('link', { name: 'tides' }));
  await waitFor(async () => expect(((await findInput()) as HTMLInputElement).value).toBe('tides'));
});

test('a click on a result keeps the search among the recent ones', { tags: ['C-SEARCH-14'] }, async () => {
  server.answer(search, makeResults());
  openPage('/search/top?q=tides');
  const [heading] = await screen.findAllByRole('heading', { name: 'Top results' });
  expect(useRecentSearches.getState().recent).toEqual([]);
  await userEvent.click(heading ?? document.body);
  expect(useRecentSearches.getState().recent).toEqual([]);
  await userEvent.click(within(await findTable('Artists')).getByRole('link', { name: 'Artist 1' }));
  expect(useRecentSearches.getState().recent).toEqual(['tides']);
});

test('the sidebar shows the recent searches beside results, not on other pages', { tags: ['C-SHELL-18'] }, async () => {
  useRecentSearches.setState({ recent: ['harbour', 'tides'] });
  server.answer(search, makeResults());
  renderScreen(withProviders(<Sidebar />), '/search/top?q=tides');
  const recent = within(await screen.findByRole('region', { name: 'Recent searches' }));
  expect(recent.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['harbour', 'tides']);
  cleanup();
  renderScreen(withProviders(<Sidebar />), '/releases');
  expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull();
});

test.each([
  ['jaz', [['Genre: Jazz', '/releases?genres=101']]],
  ['JAZZ', [['Genre: Jazz', '/releases?genres=101']]],
  [
    'mood',
    [
      ['Mood: Mood 1', '/releases?moods=1'],
      ['Mood: Mood 2', '/releases?moods=2'],
    ],
  ],
  ['instrument2', [['Instrument: Instrument 2', '/releases?instruments=2']]],
  ['j', []],
  ['azz', []],
  ['jazz quartet', []],
])('a search for "%s" offers the filters %j, also without results', async (text, filters) => {
  server.answer(options, sampleOptions);
  server.answer(search, makeResults({ tracks: [], artists: [], labels: [], releases: [], top: [] }));
  openPage(`/search/top?q=${encodeURIComponent(text)}`);
  const shown = () =>
    within(screen.queryByRole('list', { name: 'Matching filters' }) ?? document.createElement('ul'))
      .queryAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/options'));
  await waitFor(() => expect(shown()).toEqual(filters));
});
