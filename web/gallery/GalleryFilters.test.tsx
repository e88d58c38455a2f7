import { type Release, releases } from '@promenade/contract/catalogue';
import { counts } from '@promenade/contract/counts';
import { options } from '@promenade/contract/options';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions, sampleOptions } from '../testing/options.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Gallery } from './Gallery.tsx';

const page = document.documentElement;
let server: FakeServer;

// Lazy parts that hover and focus prefetch.
beforeAll(() =>
  Promise.all([import('./FilterList.tsx'), import('./MusicFilter.tsx'), import('../design/DropdownList.tsx')]),
);
beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  page.scrollTo = ((_left: number, top: number) => {
    page.scrollTop = top;
  }) as typeof page.scrollTo;
  useSettings.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  server.answer(options, sampleOptions);
  answerReleases('One', 'Two', 'Three');
});

afterEach(() => void vi.useRealTimers());

/** The server answers with these releases. */
function answerReleases(...titles: string[]): void {
  const items: Release[] = titles.map((title) => createRelease(title, { title }));
  server.answer(releases, { items, total: items.length, page: 1, pagesize: 40 });
}

function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      {`Back from ${pathname}${search}`}
    </button>
  );
}

const showGallery = (url: string = paths.releases) =>
  renderScreen(
    withProviders(
      <>
        <Gallery />
        <Address />
      </>,
    ),
    url,
  );
const getUrl = () => screen.getByText(/^Back from /).textContent.replace('Back from ', '');
const listQueries = () =>
  server.calls
    .filter(({ path }) => path.startsWith('/api/release?') && !path.includes('pagesize=1&'))
    .map(({ path }) => path.replace('/api/release?', ''));
const findCard = (title: string) => screen.findByRole('link', { name: title });
const getBar = () => within(screen.getByRole('group', { name: 'Filters' }));
const getChips = () => within(screen.getByRole('list', { name: 'Active filters' }));
const toggleFilter = async (user: ReturnType<typeof showGallery>, type: string, name: string) => {
  fireEvent.click(getBar().getByText(type));
  await user.click(within(await screen.findByRole('dialog')).getByText(name));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('the bar has every type of filter and the two switches, and sends no request', {
  tags: ['C-FILTER-01'],
}, async () => {
  showGallery();
  await findCard('One');
  expect(
    getBar()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Genre',
    'Mood',
    'Instrument',
    'Market',
    'Version',
    'Package',
    'Release type',
    'Label',
    'BPM and key',
    'Explicit only',
    'To hear',
  ]);
  expect(listQueries()).toEqual(['sort=-date&page=1']);
});

test('tempo and keys are filters of the URL, with a chip each', async () => {
  const user = showGallery();
  await findCard('One');
  await user.click(getBar().getByRole('button', { name: 'BPM and key' }));
  const popover = within(await screen.findByRole('dialog', { name: 'BPM and key' }));
  await user.type(popover.getByRole('textbox', { name: 'BPM from' }), '124');
  await user.type(popover.getByRole('textbox', { name: 'BPM to' }), '118{Enter}');
  await user.click(popover.getByRole('button', { name: 'A minor · 8A' }));
  await user.click(popover.getByRole('button', { name: 'F# minor · 11A' }));
  await user.click(popover.getByRole('checkbox', { name: 'Keys that fit, too' }));
  expect(getUrl()).toBe('/releases?bpm=118-124&keys=A+minor,F%23+minor&fits=true&sort=-date');
  expect(listQueries().at(-1)).toBe('bpm=118-124&keys=A+minor%2CF%23+minor&fits=true&sort=-date&page=1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const names = ['118 to 124\u00a0BPM', 'A minor · 8A and what fits', 'F# minor · 11A and what fits'];
  for (const name of names) await user.click(await screen.findByRole('button', { name: `Remove filter ${name}` }));
  expect(getUrl()).toBe('/releases?sort=-date');
});

test('what is new since Monday is counted beside the title, and listed by a press', async () => {
  const user = showGallery();
  await user.click(await screen.findByRole('link', { name: '3 new since Monday' }));
  expect(getUrl()).toMatch(/^\/releases\?since=/);
  expect(listQueries().at(-1)).toMatch(/^since=.*T.*&sort=-date&page=1$/);
  await user.click(await screen.findByRole('button', { name: 'Remove filter New since Monday' }));
  expect(getUrl()).toBe('/releases?sort=-date');
});

test('selecting a filter loads page 1, scrolls to the top and changes the URL', {
  tags: ['C-FILTER-14', 'C-FILTER-16', 'C-GALLERY-27'],
}, async () => {
  const user = showGallery();
  await findCard('One');
  page.scrollTop = 700;
  answerReleases('Jazzy');
  await toggleFilter(user, 'Genre', 'Jazz');
  expect(await findCard('Jazzy')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
  expect(page.scrollTop).toBe(0);
  expect(listQueries().at(-1)).toBe('genres=101&sort=-date&page=1');
  expect(getUrl()).toBe('/releases?genres=101&sort=-date');
});

test('a person who scrolls at once stays there', { tags: ['C-GALLERY-32'] }, async () => {
  vi.useFakeTimers();
  const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  showGallery();
  await advance(20);
  expect(screen.getByRole('link', { name: 'One' })).toBeTruthy();
  page.scrollTop = 300;
  fireEvent.scroll(page);
  await advance(200);
  expect(page.scrollTop).toBe(300);
});

test('filters of one type are joined by commas, types are separate parameters', {
  tags: ['C-FILTER-09', 'C-FILTER-12'],
}, async () => {
  const user = showGallery('/releases?release_types=EP&markets=ca');
  await findCard('One');
  await toggleFilter(user, 'Release type', 'Album');
  expect(getUrl()).toBe('/releases?markets=ca&release_types=Album,EP&sort=-date');
  expect(await getBar().findByRole('button', { name: 'Release type 2 active' })).toBeTruthy();
});

test('selecting a filter again removes it', { tags: ['C-FILTER-02'] }, async () => {
  const user = showGallery('/releases?release_types=EP');
  await findCard('One');
  await toggleFilter(user, 'Release type', 'EP');
  expect(getUrl()).toBe('/releases?sort=-date');
});

test('a list stays open after a selection and shows the number of releases left', async () => {
  const user = showGallery();
  await findCard('One');
  fireEvent.click(getBar().getByText('Mood'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mood' }));
  answerReleases('Calm');
  await user.click(dialog.getByText('Mood 1'));
  expect(await dialog.findByText('1 promo')).toBeTruthy();
  expect(dialog.getByRole('option', { name: 'Mood 1' }).getAttribute('aria-selected')).toBe('true');
});

test('a long list is searched without case and accents', async () => {
  const user = showGallery();
  await findCard('One');
  fireEvent.click(getBar().getByText('Genre'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Genre' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('searchbox', { name: 'Search' })));
  await user.keyboard('jáz');
  await waitFor(() => expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Jazz']));
  await user.keyboard('zzz');
  expect(await dialog.findByText('Nothing found')).toBeTruthy();
});

test('a short list has no search; arrows and Space select, Escape closes and keeps the selection', async () => {
  const user = showGallery();
  await findCard('One');
  const button = getBar().getByRole('button', { name: 'Version' });
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: 'Clean' });
  expect(screen.queryByRole('searchbox')).toBeNull();
  await user.keyboard('{ArrowDown} {Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getUrl()).toMatch(/versions=(Clean|Radio\+edit)/);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('markets have icons; choices that could not be loaded show an error', async () => {
  const user = showGallery();
  await findCard('One');
  await user.click(getBar().getByRole('button', { name: 'Market' }));
  const market = await screen.findByRole('option', { name: 'Canada' });
  expect(market.querySelector('img')?.getAttribute('src')).toBe('/api/options/logos/ca-small.png');
  cleanup();
  server.refuse(options, 'NOT_FOUND');
  const otherPerson = showGallery();
  await findCard('One');
  await otherPerson.click(getBar().getByRole('button', { name: 'Market' }));
  expect(await screen.findByText('The options could not be loaded')).toBeTruthy();
});

test('an installation without packages shows a message', async () => {
  server.answer(options, emptyOptions);
  const user = showGallery();
  await findCard('One');
  await user.click(getBar().getByRole('button', { name: 'Package' }));
  expect(await screen.findByText('No options')).toBeTruthy();
});

test('explicit and to hear are switches, sent only when on', { tags: ['C-FILTER-10'] }, async () => {
  const user = showGallery();
  await findCard('One');
  const explicit = getBar().getByRole('button', { name: 'Explicit only' });
  await user.click(explicit);
  await user.click(getBar().getByRole('button', { name: 'To hear' }));
  expect([explicit.getAttribute('aria-pressed'), listQueries().at(-1)]).toEqual([
    'true',
    'explicit=true&tohear=true&sort=-date&page=1',
  ]);
  await user.click(explicit);
  expect(listQueries().at(-1)).toBe('tohear=true&sort=-date&page=1');
});

test('what is to hear has an address of its own, says how much is left, and explains its dots', {
  tags: ['requirements decision 36'],
}, async () => {
  server.answer(counts, { releases: 9, tohear: 1200, flagged: 0, playlists: 0, archived: 0, history: 0 });
  showGallery('/releases?tohear=true');
  await findCard('One');
  expect(await screen.findByText('1,200 still to hear')).toBeTruthy();
  const button = getBar().getByRole('button', { name: 'To hear' });
  expect([button.textContent, button.ariaPressed ?? button.getAttribute('aria-pressed')]).toEqual([
    'To hear999+',
    'true',
  ]);
  expect(button.title).toMatch(/^1,200 still to hear\. Dot: nothing heard yet\. Half dot: partly heard\./);
});

test('when nothing is left to hear the page says so and leads to all releases', async () => {
  answerReleases();
  const user = showGallery('/releases?tohear=true');
  expect(await screen.findByRole('heading', { name: 'Nothing left to hear' })).toBeTruthy();
  answerReleases('One');
  await user.click(screen.getByRole('button', { name: 'Show all releases' }));
  expect(await findCard('One')).toBeTruthy();
  expect(getUrl()).toBe('/releases?sort=-date');
});

test('a pasted URL filters the gallery and shows its filters by name; each can be removed', {
  tags: ['C-FILTER-03', 'C-FILTER-15'],
}, async () => {
  const user = showGallery('/releases?genres=100&moods=100&markets=de&explicit=true');
  await getChips().findByText('House');
  expect(
    getChips()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['House', '100', 'Germany', 'Clear all']);
  expect(listQueries()).toEqual(['genres=100&moods=100&markets=de&explicit=true&sort=-date&page=1']);
  await user.click(getChips().getByRole('button', { name: 'Remove filter House' }));
  expect(getUrl()).toBe('/releases?moods=100&markets=de&explicit=true&sort=-date');
  expect(document.activeElement?.textContent).toBe('100');
});

test('Clear all removes every filter and turns explicit off', { tags: ['C-FILTER-04'] }, async () => {
  const user = showGallery('/releases?genres=100,101&explicit=true&sort=title');
  await user.click(await screen.findByRole('button', { name: 'Clear all' }));
  expect(getUrl()).toBe('/releases?sort=title');
  expect(getBar().getByRole('button', { name: 'Explicit only' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }));
});

test.each([
  ['Last 7 days', 'sort=-popular&days=7'],
  ['Last 30 days', 'sort=-popular&days=30'],
  ['Trending songs', 'sort=-trending'],
  ['All time', 'sort=-date'],
])(
  '%s requests %s, and so does the next visit',
  { tags: ['C-ENUM-04', 'C-GALLERY-27', 'C-GALLERY-28', 'C-GALLERY-29', 'C-GALLERY-31', 'C-PERSIST-04'] },
  async (name, query) => {
    const user = showGallery('/releases?sort=title');
    await user.click(screen.getByRole('button', { name: 'Sort by: Title' }));
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    expect(getUrl()).toBe(`/releases?${query}`);
    expect(await screen.findByRole('button', { name: `Sort by: ${name}` })).toBeTruthy();
    await waitFor(() => expect(listQueries().at(-1)).toBe(`${query}&page=1`));
    cleanup();
    showGallery();
    expect(screen.getByRole('button', { name: `Sort by: ${name}` })).toBeTruthy();
  },
);

test('each order has an explanation', { tags: ['C-GALLERY-28', 'C-GALLERY-29', 'C-GALLERY-30'] }, async () => {
  const user = showGallery('/releases?sort=-trending');
  const button = screen.getByRole('button', { name: 'Sort by: Trending songs' });
  expect(button.title).toBe('Most played and downloaded songs right now');
  await user.click(button);
  const orders = await screen.findAllByRole('option');
  expect(orders.map(({ textContent }) => textContent)).toEqual([
    'All timeNewest first',
    'Last 7 daysPlayed or downloaded by most people in 7 days',
    'Last 30 daysPlayed or downloaded by most people in 30 days',
    'Trending songsMost played and downloaded songs right now',
  ]);
});

test('releases are filtered by label', async () => {
  const user = showGallery();
  await findCard('One');
  await toggleFilter(user, 'Label', 'Parallel');
  const [{ id } = { id: '' }] = sampleOptions.labels;
  await waitFor(() => expect(listQueries().at(-1)).toBe(`labels=${id}&sort=-date&page=1`));
  expect(await screen.findByRole('button', { name: 'Remove filter Parallel' })).toBeTruthy();
});

test('going back undoes a choice, even if another order was chosen later', async () => {
  const user = showGallery();
  await findCard('One');
  await user.click(screen.getByRole('button', { name: /^Sort by/ }));
  await user.click(await screen.findByRole('option', { name: /^Trending songs/ }));
  await toggleFilter(user, 'Genre', 'House');
  await user.click(screen.getByText(/^Back from/));
  expect(getUrl()).toBe('/releases?sort=-trending');
  await user.click(screen.getByText(/^Back from/));
  expect(screen.getByRole('button', { name: 'Sort by: All time' })).toBeTruthy();
});

test('until new filters are answered the former list stays, never the empty state', {
  tags: ['C-GALLERY-17'],
}, async () => {
  const user = showGallery();
  await findCard('One');
  server.stall(releases, 'nothing');
  await user.click(getBar().getByRole('button', { name: 'Explicit only' }));
  expect(screen.getByRole('link', { name: 'One' }).closest('[aria-busy=true]')).toBeTruthy();
  expect(screen.queryByText('no available releases')).toBeNull();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('an answer to filters that were changed meanwhile is ignored', { tags: ['C-GALLERY-33'] }, async () => {
  const user = showGallery();
  await findCard('One');
  server.stall(releases, 'nothing');
  await user.click(getBar().getByRole('button', { name: 'Explicit only' }));
  answerReleases('Waiting');
  await user.click(getBar().getByRole('button', { name: 'To hear' }));
  answerReleases('Late');
  expect(await findCard('Waiting')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Late' })).toBeNull();
});

test('the empty state offers to clear the filters', {
  tags: ['C-GALLERY-14', 'C-GALLERY-16'],
}, async () => {
  answerReleases();
  const user = showGallery('/releases?genres=100');
  expect(await screen.findByText('no available releases')).toBeTruthy();
  answerReleases('One');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await findCard('One')).toBeTruthy();
});

test('a failed filter request shows an error and keeps the filter bar', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const user = showGallery();
  await findCard('One');
  server.refuse(releases, 'VALIDATION');
  await user.click(getBar().getByRole('button', { name: 'Explicit only' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
  expect(getBar().getByRole('button', { name: 'Explicit only' })).toBeTruthy();
});
