import { refresh } from '@promenade/contract/access';
import { type Release, release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { archiveRelease } from '@promenade/contract/library';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { startSession } from '../platform/session.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { site } from '../platform/site.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { Gallery } from './Gallery.tsx';

let server: FakeServer;

// The pop-up is lazy; the shell prefetches it.
beforeAll(() => import('../release/ReleaseDialog.tsx'));

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  vi.stubGlobal('innerWidth', 1440);
  useSettings.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  document.documentElement.scrollTop = 0;
});

afterEach(() => void vi.useRealTimers());

const makeReleases = (start: number, count: number): Release[] =>
  Array.from({ length: count }, (_none, index) =>
    createRelease(`r${start + index}`, { title: `Release ${start + index}` }),
  );
const page = (items: Release[], pageNumber = 1, total = items.length) => ({
  items,
  total,
  page: pageNumber,
  pagesize: 40,
});
/** Calls other than that for the counts. */
/** Without those of the head: the counts, and how many are new. */
const listCalls = () => server.calls.filter(({ path }) => path !== '/api/counts' && !path.includes('pagesize=1&'));
const findCard = (title: string) => screen.findByRole('link', { name: title });
const Address = () => <output>{useLocation().pathname}</output>;
const pull = (pixels: number) => {
  fireEvent.touchStart(document.documentElement, { touches: [{ clientY: 200 }] });
  fireEvent.touchMove(document.documentElement, { touches: [{ clientY: 200 + pixels }] });
  fireEvent.touchEnd(document.documentElement);
};
const showGallery = () =>
  renderScreen(
    withProviders(
      <>
        <Gallery />
        <Address />
      </>,
    ),
  );

test('25 skeleton cards are shown until the releases and their total are loaded', {
  tags: ['C-GALLERY-12', 'C-GALLERY-17', 'C-GALLERY-19', 'C-ENTITY-13'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 3), 1, 1234));
  showGallery();
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(25);
  expect(screen.queryByText('no available releases')).toBeNull();
  expect(await findCard('Release 1')).toBeTruthy();
  expect(screen.getByText('1,234 promos')).toBeTruthy();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('the first request is for page 1, newest first', {
  tags: ['C-GALLERY-22', 'C-GALLERY-28', 'C-ENTITY-13', 'C-ROUTE-01', 'C-ROUTE-02'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 1)));
  showGallery();
  await findCard('Release 1');
  expect(listCalls().map(({ path }) => path)).toEqual(['/api/release?sort=-date&page=1']);
  expect(screen.getByRole('grid')).toBeTruthy();
});

test('an empty list shows a message, a hint and a link to support', {
  tags: ['C-GALLERY-14', 'C-GALLERY-15', 'C-GALLERY-16'],
}, async () => {
  Object.assign(site, { supportUrl: 'https://support.example' });
  server.answer(releases, page([]));
  showGallery();
  expect(await screen.findByText('no available releases')).toBeTruthy();
  expect(screen.getByText(/Change the filters/i)).toBeTruthy();
  const support = screen.getByRole('link', { name: 'Contact support' });
  expect([support.getAttribute('href'), support.getAttribute('target')]).toEqual(['https://support.example', '_blank']);
});

test('a failure shows an error instead of the empty state, and can be retried', {
  tags: ['C-GALLERY-17', 'C-GALLERY-19'],
}, async () => {
  server.refuse(releases, 'VALIDATION');
  const user = showGallery();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('no available releases')).toBeNull();
  server.answer(releases, page(makeReleases(1, 1)));
  await user.click(retry);
  expect(await findCard('Release 1')).toBeTruthy();
});

test('a service that is down opens the release error modal', { tags: ['C-ERR-11'] }, async () => {
  closeReleaseError();
  server.refuse(releases, 'BUSY');
  showGallery();
  await waitFor(() => expect(useReleaseError.getState().failure).toMatchObject({ status: 503 }));
});

test('after four fifths of the scroll height the next page is fetched once and appended', {
  tags: ['C-GALLERY-20', 'C-GALLERY-23', 'C-GALLERY-24', 'C-GALLERY-33', 'C-ROUTE-03'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 40), 1, 60));
  showGallery();
  await findCard('Release 1');
  server.answer(releases, page(makeReleases(40, 21), 2, 60));
  document.documentElement.scrollTop = 2400;
  await waitFor(() => {
    fireEvent.scroll(document.documentElement);
    expect(listCalls().map(({ path }) => path)).toContain('/api/release?sort=-date&page=2');
  });
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'));
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('15');
  fireEvent.scroll(document.documentElement);
  expect(listCalls()).toHaveLength(2);
});

test('infinite scroll starts after one second and triggers at exactly four fifths', {
  tags: ['C-GALLERY-23', 'C-GALLERY-32'],
}, async () => {
  vi.useFakeTimers();
  const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const scrollTo = (top: number) => {
    document.documentElement.scrollTop = top;
    fireEvent.scroll(document.documentElement);
  };
  server.answer(releases, page(makeReleases(1, 40), 1, 60));
  showGallery();
  scrollTo(3100);
  await advance(999);
  expect(screen.getByRole('grid')).toBeTruthy();
  expect(listCalls()).toHaveLength(1);
  scrollTo(2299);
  await advance(1);
  scrollTo(2299);
  await advance(1_000);
  expect(listCalls()).toHaveLength(1);
  scrollTo(2300);
  await advance(150);
  expect(listCalls()).toHaveLength(2);
});

test('a pull of 100 px at the top reloads page 1, which replaces the list', {
  tags: ['C-GALLERY-20', 'C-GALLERY-25', 'C-GALLERY-26'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 2)));
  showGallery();
  await findCard('Release 1');
  server.answer(releases, page(makeReleases(7, 1)));
  pull(99);
  expect(listCalls()).toHaveLength(1);
  pull(100);
  expect(await findCard('Release 7')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Release 1' })).toBeNull();
});

test('a failed pull to refresh is logged, keeps the list and removes its loading sign', {
  tags: ['C-ERR-08'],
}, async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  server.answer(releases, page(makeReleases(1, 2)));
  showGallery();
  await findCard('Release 1');
  server.refuse(releases, 'VALIDATION');
  pull(100);
  expect(screen.getByText('Refreshing')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Refreshing')).toBeNull());
  expect(screen.getByRole('link', { name: 'Release 2' })).toBeTruthy();
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
});

test('arrow keys move between cards, of which one is tabbable', async () => {
  server.answer(releases, page(makeReleases(1, 12)));
  const user = showGallery();
  (await findCard('Release 1')).focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Release 6');
  await screen.findByRole('button', { name: 'Play Release 6' });
  await user.keyboard('{Tab}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Play Release 6');
  expect(document.querySelectorAll('a[tabindex="0"]')).toHaveLength(1);
});

test('on desktops a click opens the pop-up, and closing it stays on the page', {
  tags: ['C-GALLERY-09'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 2)));
  server.answer(releaseRoute, createReleaseDetail('r1', [createTrack('a')], { title: 'Release 1' }));
  const user = showGallery();
  await user.click(await findCard('Release 1'));
  expect(await screen.findByRole('dialog', { name: 'Release 1 by Artist r1' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('/')).toBeTruthy();
});

test('after a release was archived in its pop-up the focus goes to the next card', {
  tags: ['C-ARCHIVE-01'],
}, async () => {
  server.answer(releases, page(makeReleases(1, 3)));
  server.answer(releaseRoute, createReleaseDetail('r2', [createTrack('a')], { title: 'Release 2' }));
  server.answer(archiveRelease, createRelease('r2', { archived: true }));
  const user = showGallery();
  await user.click(await findCard('Release 2'));
  await user.click(await screen.findByRole('button', { name: 'Archive Release 2' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Archive Release 2', pressed: true }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Release 3' })));
  expect(screen.queryByRole('link', { name: 'Release 2' })).toBeNull();
});

test.each([
  [390, '/releases/releaseInfo/r1'],
  [767, '/releases/releaseInfo/r1'],
  [768, '/'],
])(
  'in a window of %i px a tap leads to %s: phones are below 768 px',
  { tags: ['A-SHELL-28', 'C-GALLERY-08', 'C-GALLERY-10'] },
  async (width, address) => {
    mockWindowWidth(width);
    server.answer(releases, page(makeReleases(1, 2)));
    server.answer(releaseRoute, createReleaseDetail('r1', [createTrack('a')], { title: 'Release 1' }));
    const user = showGallery();
    await user.click(await findCard('Release 1'));
    expect(screen.getByText(address)).toBeTruthy();
    expect(screen.queryByRole('dialog') === null).toBe(address !== '/');
  },
);

test('an expiring token is refreshed before the search, which is sent even if that fails', {
  tags: ['C-GALLERY-21', 'C-GALLERY-35'],
}, async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  startSession({ 'access-token': createAccessToken(120), 'refresh-token': 'r' }, false);
  server.refuse(refresh, 'BUSY');
  server.answer(releases, page(makeReleases(1, 1)));
  showGallery();
  await findCard('Release 1');
  const [first, ...others] = listCalls().map(({ path }) => path.split('?')[0]);
  expect(first).toBe(`/api${refresh.path}`);
  expect(others).toContain('/api/release');
});
