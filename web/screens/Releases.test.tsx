import { releases } from '@promenade/contract/catalogue';
import { act, fireEvent, screen } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release } from '../testing/music.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { Releases } from './Releases.tsx';
import { Sidebar } from './Sidebar.tsx';

const page = document.documentElement;

beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 9_000 }));
beforeEach(() => {
  vi.useFakeTimers();
  windowOf(1440);
  page.scrollTo = ((_left: number, top: number) => {
    page.scrollTop = top;
  }) as typeof page.scrollTo;
  const items = Array.from({ length: 20 }, (_none, at) => release(`r${at}`));
  fakeServer().answer(releases, { items, total: 20, page: 1, pagesize: 40 });
});
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const press = (name: string) => fireEvent.click(screen.getByText(name));

/** Another page, which starts at its top. */
function Elsewhere() {
  const navigate = useNavigate();
  return (
    <p>
      <button type="button" onClick={() => void navigate(-1)}>
        {'Back'}
      </button>
    </p>
  );
}

/** The gallery, scrolled down to 700 px. */
async function scrolledGallery(): Promise<void> {
  show(
    signedIn(
      <>
        <Sidebar />
        <Link to="/elsewhere">{'Elsewhere'}</Link>
        <Routes>
          <Route path={paths.releases} element={<Releases />} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </>,
    ),
    paths.releases,
  );
  await pass(200);
  page.scrollTop = 700;
  fireEvent.scroll(page);
}

function leave(): void {
  press('Elsewhere');
  page.scrollTop = 0;
}

test('coming back finds the place, once more after 100 ms if the page moved (C-ROUTE-04, C-GALLERY-32, C-ENTITY-13)', async () => {
  await scrolledGallery();
  leave();
  press('Back');
  expect(page.scrollTop).toBe(700);
  page.scrollTop = 650;
  await pass(99);
  expect(page.scrollTop).toBe(650);
  await pass(1);
  expect(page.scrollTop).toBe(700);
});

test('choosing Releases in the sidebar starts at the top, from elsewhere and from the gallery itself (C-ROUTE-05)', async () => {
  await scrolledGallery();
  const choose = () => fireEvent.click(screen.getByRole('link', { name: 'Releases' }));
  leave();
  page.scrollTop = 30;
  choose();
  expect(page.scrollTop).toBe(0);
  await pass(200);
  page.scrollTop = 700;
  fireEvent.scroll(page);
  choose();
  expect(page.scrollTop).toBe(0);
});
