import { releases } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { sampleOptions } from '../testing/options.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Header } from './Header.tsx';
import { Releases } from './Releases.tsx';
import { Sidebar } from './Sidebar.tsx';

const page = document.documentElement;
let server: FakeServer;

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 9_000 }));
beforeEach(() => {
  vi.useFakeTimers();
  mockWindowWidth(1440);
  page.scrollTo = ((_left: number, top: number) => {
    page.scrollTop = top;
  }) as typeof page.scrollTo;
  const items = Array.from({ length: 20 }, (_none, index) => createRelease(`r${index}`));
  useSettings.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  server.answer(releases, { items, total: 20, page: 1, pagesize: 40 });
});
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const click = (name: string) => fireEvent.click(screen.getByText(name));

/** Another page, with buttons that go back in the history. */
function OtherPage() {
  const navigate = useNavigate();
  return (
    <p>
      <button type="button" onClick={() => void navigate(-1)}>
        {'Back'}
      </button>
      <button type="button" onClick={() => void navigate(-2)}>
        {'Back two'}
      </button>
    </p>
  );
}

/** The gallery, scrolled down to 700 px. */
async function showScrolledGallery(): Promise<void> {
  renderScreen(
    withProviders(
      <>
        <Sidebar />
        <Header />
        <Link to="/elsewhere">{'Elsewhere'}</Link>
        <Routes>
          <Route path={paths.releases} element={<Releases />} />
          <Route path="*" element={<OtherPage />} />
        </Routes>
      </>,
    ),
    paths.releases,
  );
  await advance(200);
  page.scrollTop = 700;
  fireEvent.scroll(page);
}

function leave(): void {
  click('Elsewhere');
  page.scrollTop = 0;
}

test('coming back restores the scroll position, and again within 100 ms if the page moved while it loads', {
  tags: ['C-ROUTE-04', 'C-GALLERY-32', 'C-ENTITY-13'],
}, async () => {
  await showScrolledGallery();
  leave();
  click('Back');
  expect(page.scrollTop).toBe(700);
  page.scrollTop = 650;
  await advance(100);
  expect(page.scrollTop).toBe(700);
});

test('each filter has its own scroll position, which going back restores', {
  tags: ['C-ROUTE-04', 'C-GALLERY-27'],
}, async () => {
  await showScrolledGallery();
  click('Explicit only');
  await advance(200);
  expect(page.scrollTop).toBe(0);
  page.scrollTop = 300;
  fireEvent.scroll(page);
  leave();
  click('Back');
  await advance(200);
  expect([page.scrollTop, screen.getByText('Explicit only').getAttribute('aria-pressed')]).toEqual([300, 'true']);
  leave();
  click('Back two');
  await advance(200);
  expect([page.scrollTop, screen.getByText('Explicit only').getAttribute('aria-pressed')]).toEqual([700, 'false']);
});

test('the back button of another page returns to the gallery with its filters and scroll position', {
  tags: ['C-ROUTE-04', 'C-SHELL-08'],
}, async () => {
  await showScrolledGallery();
  click('Explicit only');
  await advance(200);
  page.scrollTop = 300;
  fireEvent.scroll(page);
  leave();
  fireEvent.click(screen.getByRole('button', { name: 'Back to releases' }));
  await advance(200);
  expect([page.scrollTop, screen.getByText('Explicit only').getAttribute('aria-pressed')]).toEqual([300, 'true']);
});

test('the document title names the selected genres', async () => {
  server.answer(options, sampleOptions);
  renderScreen(withProviders(<Releases />), '/releases?genres=100,101');
  await advance(200);
  expect(document.title).toMatch(/^Releases · House · Jazz/);
});

test('Releases in the sidebar scrolls to the top, from another page and from the gallery itself', {
  tags: ['C-ROUTE-05'],
}, async () => {
  await showScrolledGallery();
  const clickReleases = () =>
    fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Releases' }));
  leave();
  page.scrollTop = 30;
  clickReleases();
  expect(page.scrollTop).toBe(0);
  await advance(200);
  page.scrollTop = 700;
  fireEvent.scroll(page);
  clickReleases();
  expect(page.scrollTop).toBe(0);
});
