import { type Release, releases } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSetting } from '../platform/settingStore.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release } from '../testing/music.ts';
import { noOptions, someOptions } from '../testing/options.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { Gallery } from './Gallery.tsx';

const page = document.documentElement;
let server: FakeServer;

// What a pointer nearby would have fetched.
beforeAll(() => Promise.all([import('./FilterList.tsx'), import('../design/DropdownList.tsx')]));
beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  page.scrollTo = ((_left: number, top: number) => {
    page.scrollTop = top;
  }) as typeof page.scrollTo;
  useSetting.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  server.answer(options, someOptions);
  found('One', 'Two', 'Three');
});

/** From now on the server finds these. */
function found(...titles: string[]): void {
  const items: Release[] = titles.map((title) => release(title, { title }));
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

const shown = (at: string = paths.releases) =>
  show(
    signedIn(
      <>
        <Gallery />
        <Address />
      </>,
    ),
    at,
  );
const address = () => screen.getByText(/^Back from /).textContent.replace('Back from ', '');
const asked = () =>
  server.calls
    .filter(({ path }) => path.startsWith('/api/release?'))
    .map(({ path }) => path.replace('/api/release?', ''));
const card = (title: string) => screen.findByRole('link', { name: title });
const bar = () => within(screen.getByRole('group', { name: 'Filters' }));
const chips = () => within(screen.getByRole('list', { name: 'Active filters' }));
const tick = async (person: ReturnType<typeof shown>, type: string, name: string) => {
  fireEvent.click(bar().getByText(type));
  await person.click(within(await screen.findByRole('dialog')).getByText(name));
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('the bar offers every type of filter and the two switches, and asks for nothing yet', {
  tags: ['C-FILTER-01'],
}, async () => {
  shown();
  await card('One');
  expect(
    bar()
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
    'Explicit only',
    'Unheard only',
  ]);
  expect(asked()).toEqual(['sort=-date&page=1']);
});

test('a tick applies at once: page 1 anew, from the top, the address says it', {
  tags: ['C-FILTER-14', 'C-FILTER-16', 'C-GALLERY-27'],
}, async () => {
  const person = shown();
  await card('One');
  page.scrollTop = 700;
  found('Jazzy');
  await tick(person, 'Genre', 'Jazz');
  expect(await card('Jazzy')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
  expect(page.scrollTop).toBe(0);
  expect(asked().at(-1)).toBe('genres=101&sort=-date&page=1');
  expect(address()).toBe('/releases?genres=101&sort=-date');
});

test('several of one type are joined, types stand beside each other', {
  tags: ['C-FILTER-09', 'C-FILTER-12'],
}, async () => {
  const person = shown('/releases?release_types=EP&markets=ca');
  await card('One');
  await tick(person, 'Release type', 'Album');
  expect(address()).toBe('/releases?markets=ca&release_types=Album,EP&sort=-date');
  expect(await bar().findByRole('button', { name: 'Release type 2 active' })).toBeTruthy();
});

test('a second tick takes away what the first one added', { tags: ['C-FILTER-02'] }, async () => {
  const person = shown('/releases?release_types=EP');
  await card('One');
  await tick(person, 'Release type', 'EP');
  expect(address()).toBe('/releases?sort=-date');
});

test('a list stays open for the next tick and tells what is left', async () => {
  const person = shown();
  await card('One');
  fireEvent.click(bar().getByText('Mood'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Mood' }));
  found('Calm');
  await person.click(dialog.getByText('Mood 1'));
  expect(await dialog.findByText('1 promo')).toBeTruthy();
  expect(dialog.getByRole('option', { name: 'Mood 1' }).getAttribute('aria-selected')).toBe('true');
});

test('a long list is searched by letters, whatever their case and accents', async () => {
  const person = shown();
  await card('One');
  fireEvent.click(bar().getByText('Genre'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Genre' }));
  expect(document.activeElement).toBe(dialog.getByRole('searchbox', { name: 'Search' }));
  await person.keyboard('jáz');
  await waitFor(() => expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Jazz']));
  await person.keyboard('zzz');
  expect(await dialog.findByText('Nothing found')).toBeTruthy();
});

test('a short list has no search; arrows and space tick, Escape closes and keeps what is ticked', async () => {
  const person = shown();
  await card('One');
  const button = bar().getByRole('button', { name: 'Version' });
  button.focus();
  await person.keyboard('{Enter}');
  await screen.findByRole('option', { name: 'Clean' });
  expect(screen.queryByRole('searchbox')).toBeNull();
  await person.keyboard('{ArrowDown} {Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toMatch(/versions=(Clean|Radio\+edit)/);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('markets show their icons; choices that did not come say so', async () => {
  const person = shown();
  await card('One');
  await person.click(bar().getByRole('button', { name: 'Market' }));
  const market = await screen.findByRole('option', { name: 'Canada' });
  expect(market.querySelector('img')?.getAttribute('src')).toBe('/api/options/logos/ca-small.png');
  cleanup();
  server.refuse(options, 'NOT_FOUND');
  const other = shown();
  await card('One');
  await other.click(bar().getByRole('button', { name: 'Market' }));
  expect(await screen.findByText('The choices could not be loaded')).toBeTruthy();
});

test('an installation without packages says so', async () => {
  server.answer(options, noOptions);
  const person = shown();
  await card('One');
  await person.click(bar().getByRole('button', { name: 'Package' }));
  expect(await screen.findByText('There is nothing to choose from')).toBeTruthy();
});

test('explicit and unheard are switches, sent only when set', { tags: ['C-FILTER-10'] }, async () => {
  const person = shown();
  await card('One');
  const explicit = bar().getByRole('button', { name: 'Explicit only' });
  await person.click(explicit);
  await person.click(bar().getByRole('button', { name: 'Unheard only' }));
  expect([explicit.getAttribute('aria-pressed'), asked().at(-1)]).toEqual([
    'true',
    'explicit=true&unheard=true&sort=-date&page=1',
  ]);
  await person.click(explicit);
  expect(asked().at(-1)).toBe('unheard=true&sort=-date&page=1');
});

test('a pasted address narrows the gallery and shows its filters by name, each can be taken away', {
  tags: ['C-FILTER-03', 'C-FILTER-15'],
}, async () => {
  const person = shown('/releases?genres=100&moods=100&markets=de&explicit=true');
  await chips().findByText('House');
  expect(
    chips()
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['House', '100', 'Germany', 'Clear all']);
  expect(asked()).toEqual(['genres=100&moods=100&markets=de&explicit=true&sort=-date&page=1']);
  await person.click(chips().getByRole('button', { name: 'Remove filter House' }));
  expect(address()).toBe('/releases?moods=100&markets=de&explicit=true&sort=-date');
  expect(document.activeElement?.textContent).toBe('100');
});

test('Clear all takes every filter away and explicit with them', { tags: ['C-FILTER-04'] }, async () => {
  const person = shown('/releases?genres=100,101&explicit=true&sort=title');
  await person.click(await screen.findByRole('button', { name: 'Clear all' }));
  expect(address()).toBe('/releases?sort=title');
  expect(bar().getByRole('button', { name: 'Explicit only' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }));
});

test.each([
  ['Last 7 days', 'sort=-popular&days=7'],
  ['Last 30 days', 'sort=-popular&days=30'],
  ['Trending songs', 'sort=-trending'],
  ['All time', 'sort=-date'],
])(
  '%s asks for %s, and so does the next visit',
  { tags: ['C-ENUM-04', 'C-GALLERY-27', 'C-GALLERY-28', 'C-GALLERY-29', 'C-GALLERY-31', 'C-PERSIST-04'] },
  async (name, question) => {
    const person = shown('/releases?sort=title');
    await person.click(screen.getByRole('button', { name: 'Sort by: Title' }));
    await person.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    expect(address()).toBe(`/releases?${question}`);
    expect(await screen.findByRole('button', { name: `Sort by: ${name}` })).toBeTruthy();
    await waitFor(() => expect(asked().at(-1)).toBe(`${question}&page=1`));
    cleanup();
    shown();
    expect(screen.getByRole('button', { name: `Sort by: ${name}` })).toBeTruthy();
  },
);

test('Trending songs explains itself', { tags: ['C-GALLERY-30'] }, async () => {
  const person = shown('/releases?sort=-trending');
  const button = screen.getByRole('button', { name: 'Sort by: Trending songs' });
  expect(button.title).toBe('Most played and downloaded songs right now');
  await person.click(button);
  expect(await screen.findByText('Most played and downloaded songs right now')).toBeTruthy();
});

test('going back undoes a choice, though another order became the last one', async () => {
  const person = shown();
  await card('One');
  await person.click(screen.getByRole('button', { name: /^Sort by/ }));
  await person.click(await screen.findByRole('option', { name: /^Trending songs/ }));
  await tick(person, 'Genre', 'House');
  await person.click(screen.getByText(/^Back from/));
  expect(address()).toBe('/releases?sort=-trending');
  await person.click(screen.getByText(/^Back from/));
  expect(screen.getByRole('button', { name: 'Sort by: All time' })).toBeTruthy();
});

test('until the answer to a new choice is here the list before it stays, never the empty state', {
  tags: ['C-GALLERY-17'],
}, async () => {
  const person = shown();
  await card('One');
  server.stall(releases, 'nothing');
  await person.click(bar().getByRole('button', { name: 'Explicit only' }));
  expect(screen.getByRole('link', { name: 'One' }).closest('[aria-busy=true]')).toBeTruthy();
  expect(screen.queryByText('no available releases')).toBeNull();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('an answer to a choice that was changed meanwhile is dropped', { tags: ['C-GALLERY-33'] }, async () => {
  const person = shown();
  await card('One');
  server.stall(releases, 'nothing');
  await person.click(bar().getByRole('button', { name: 'Explicit only' }));
  found('Unheard');
  await person.click(bar().getByRole('button', { name: 'Unheard only' }));
  found('Late');
  expect(await card('Unheard')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Late' })).toBeNull();
});

test('filters that leave nothing can be cleared where it says so', {
  tags: ['C-GALLERY-14', 'C-GALLERY-16'],
}, async () => {
  found();
  const person = shown('/releases?genres=100');
  expect(await screen.findByText('no available releases')).toBeTruthy();
  found('One');
  await person.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await card('One')).toBeTruthy();
});

test('a filter that fails says so, with the filters still at hand', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const person = shown();
  await card('One');
  server.refuse(releases, 'VALIDATION');
  await person.click(bar().getByRole('button', { name: 'Explicit only' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'One' })).toBeNull();
  expect(bar().getByRole('button', { name: 'Explicit only' })).toBeTruthy();
});
