import { refresh } from '@promenade/contract/access';
import { type Release, release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { beginSession } from '../platform/session.ts';
import { useSetting } from '../platform/settingStore.ts';
import { site } from '../platform/site.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { detail, release, track } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { accessToken } from '../testing/tokens.ts';
import { Gallery } from './Gallery.tsx';

let server: FakeServer;

// As in the shell, the pop-up is there before it is needed.
beforeAll(() => import('../release/ReleaseDialog.tsx'));

beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  vi.stubGlobal('innerWidth', 1440);
  useSetting.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  document.documentElement.scrollTop = 0;
});

afterEach(() => void vi.useRealTimers());

const some = (from: number, count: number): Release[] =>
  Array.from({ length: count }, (_none, at) => release(`r${from + at}`, { title: `Release ${from + at}` }));
const page = (items: Release[], number = 1, total = items.length) => ({ items, total, page: number, pagesize: 40 });
const card = (title: string) => screen.findByRole('link', { name: title });
const Address = () => <output>{useLocation().pathname}</output>;
const pull = (pixels: number) => {
  fireEvent.touchStart(document.documentElement, { touches: [{ clientY: 200 }] });
  fireEvent.touchMove(document.documentElement, { touches: [{ clientY: 200 + pixels }] });
  fireEvent.touchEnd(document.documentElement);
};
const shown = () =>
  show(
    signedIn(
      <>
        <Gallery />
        <Address />
      </>,
    ),
  );

test('25 skeleton cards stand in until the releases and their number are here', {
  tags: ['C-GALLERY-12', 'C-GALLERY-17', 'C-GALLERY-19', 'C-ENTITY-13'],
}, async () => {
  server.answer(releases, page(some(1, 3), 1, 1234));
  shown();
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(25);
  expect(screen.queryByText('no available releases')).toBeNull();
  expect(await card('Release 1')).toBeTruthy();
  expect(screen.getByText('1,234 promos')).toBeTruthy();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('the first question is for page 1, newest first', {
  tags: ['C-GALLERY-22', 'C-GALLERY-28', 'C-ENTITY-13', 'C-ROUTE-01', 'C-ROUTE-02'],
}, async () => {
  server.answer(releases, page(some(1, 1)));
  shown();
  await card('Release 1');
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/release?sort=-date&page=1']);
  expect(screen.getByRole('grid')).toBeTruthy();
});

test('an empty list says so, with a way to support and a hint', {
  tags: ['C-GALLERY-14', 'C-GALLERY-15', 'C-GALLERY-16'],
}, async () => {
  Object.assign(site, { supportUrl: 'https://support.example' });
  server.answer(releases, page([]));
  shown();
  expect(await screen.findByText('no available releases')).toBeTruthy();
  expect(screen.getByText(/Adjust the filters/i)).toBeTruthy();
  const support = screen.getByRole('link', { name: 'Contact support' });
  expect([support.getAttribute('href'), support.getAttribute('target')]).toEqual(['https://support.example', '_blank']);
});

test('a failure shows an error, never the empty state, and can be tried again', {
  tags: ['C-GALLERY-17', 'C-GALLERY-19'],
}, async () => {
  server.refuse(releases, 'VALIDATION');
  const person = shown();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('no available releases')).toBeNull();
  server.answer(releases, page(some(1, 1)));
  await person.click(again);
  expect(await card('Release 1')).toBeTruthy();
});

test('past four fifths of the page the next one is asked for, once, and appended', {
  tags: ['C-GALLERY-20', 'C-GALLERY-23', 'C-GALLERY-24', 'C-GALLERY-33', 'C-ROUTE-03'],
}, async () => {
  server.answer(releases, page(some(1, 40), 1, 60));
  shown();
  await card('Release 1');
  server.answer(releases, page(some(40, 21), 2, 60));
  document.documentElement.scrollTop = 2400;
  await waitFor(
    () => {
      fireEvent.scroll(document.documentElement);
      expect(server.calls.map(({ path }) => path)).toContain('/api/release?sort=-date&page=2');
    },
    { timeout: 5_000 },
  );
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'));
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('15');
  fireEvent.scroll(document.documentElement);
  expect(server.calls).toHaveLength(2);
});

test('the end of the page is looked for from the second on, and at four fifths exactly', {
  tags: ['C-GALLERY-23', 'C-GALLERY-32'],
}, async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const scroll = (top: number) => {
    document.documentElement.scrollTop = top;
    fireEvent.scroll(document.documentElement);
  };
  server.answer(releases, page(some(1, 40), 1, 60));
  shown();
  scroll(3100);
  await pass(999);
  expect(screen.getByRole('grid')).toBeTruthy();
  expect(server.calls).toHaveLength(1);
  scroll(2299);
  await pass(1);
  scroll(2299);
  await pass(1_000);
  expect(server.calls).toHaveLength(1);
  scroll(2300);
  await pass(150);
  expect(server.calls).toHaveLength(2);
});

test('a pull of 100 px at the top loads page 1 anew, which replaces the list', {
  tags: ['C-GALLERY-20', 'C-GALLERY-25', 'C-GALLERY-26'],
}, async () => {
  server.answer(releases, page(some(1, 2)));
  shown();
  await card('Release 1');
  server.answer(releases, page(some(7, 1)));
  pull(99);
  expect(server.calls).toHaveLength(1);
  pull(100);
  expect(await card('Release 7')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Release 1' })).toBeNull();
});

test('a pull that fails is logged; the list stays and its loading sign goes', { tags: ['C-ERR-08'] }, async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server.answer(releases, page(some(1, 2)));
  shown();
  await card('Release 1');
  server.refuse(releases, 'VALIDATION');
  pull(100);
  expect(screen.getByText('Refreshing')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Refreshing')).toBeNull());
  expect(screen.getByRole('link', { name: 'Release 2' })).toBeTruthy();
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test('arrows walk through the cards, the Tab key stops at one', async () => {
  server.answer(releases, page(some(1, 12)));
  const person = shown();
  (await card('Release 1')).focus();
  await person.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Release 6');
  await screen.findByRole('button', { name: 'Play Release 6' });
  await person.keyboard('{Tab}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Play Release 6');
  expect(document.querySelectorAll('a[tabindex="0"]')).toHaveLength(1);
});

test('on desktop a click opens the pop-up and closing it leaves everything in place', {
  tags: ['C-GALLERY-09'],
}, async () => {
  server.answer(releases, page(some(1, 2)));
  server.answer(releaseRoute, detail('r1', [track('a')], { title: 'Release 1' }));
  const person = shown();
  await person.click(await card('Release 1'));
  expect(await screen.findByRole('dialog', { name: 'Release 1 by Artist r1' })).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('/')).toBeTruthy();
});

test.each([
  [390, '/releases/releaseInfo/r1'],
  [767, '/releases/releaseInfo/r1'],
  [768, '/'],
])(
  'in a window of %i px a tap leads to %s: mobile is below 768 px',
  { tags: ['A-SHELL-28', 'C-GALLERY-08', 'C-GALLERY-10'] },
  async (width, address) => {
    windowOf(width);
    server.answer(releases, page(some(1, 2)));
    server.answer(releaseRoute, detail('r1', [track('a')], { title: 'Release 1' }));
    const person = shown();
    await person.click(await card('Release 1'));
    expect(screen.getByText(address)).toBeTruthy();
    expect(screen.queryByRole('dialog') === null).toBe(address !== '/');
  },
);

test('a token about to end is refreshed before the search; a failed refresh does not hold it up', {
  tags: ['C-GALLERY-21', 'C-GALLERY-35'],
}, async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  beginSession({ 'access-token': accessToken(120), 'refresh-token': 'r' }, false);
  server.refuse(refresh, 'BUSY');
  server.answer(releases, page(some(1, 1)));
  shown();
  await card('Release 1');
  expect(server.calls.map(({ path }) => path.split('?')[0])).toEqual([`/api${refresh.path}`, '/api/release']);
});
