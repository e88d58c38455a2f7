import { act, fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { Link, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setStateOwner } from '../platform/persistedState.ts';
import { scrollPositions } from '../platform/scrollPositions.ts';
import { mockLayout } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { useScrollPosition } from './useScrollPosition.ts';

const page = document.documentElement;
/** Pixels that the page can be scrolled by. */
let scrollable: number;

beforeEach(() => {
  vi.useFakeTimers();
  mockLayout({ width: 390, height: 844, scrollHeight: 4_000 });
  scrollable = 3_000;
  page.scrollTop = 0;
  page.scrollTo = ((_left: number, top: number) => {
    page.scrollTop = Math.min(top, scrollable);
  }) as typeof page.scrollTo;
});
afterEach(() => void vi.useRealTimers());

const advance = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const click = (name: string) => fireEvent.click(screen.getByText(name));

/** The list has its height after a second. */
function List() {
  useEffect(() => {
    scrollable = 0;
    page.scrollTop = 0;
    const timer = setTimeout(() => {
      scrollable = 3_000;
    }, 1_000);
    return () => clearTimeout(timer);
  }, []);
  return <Link to="/other">{'Open'}</Link>;
}

function Other() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        {'Back'}
      </button>
      <Link to="/flagged">{'List'}</Link>
    </>
  );
}

function Pages() {
  const [scroller] = useState(page);
  useScrollPosition(scroller);
  return (
    <Routes>
      <Route path="/flagged" element={<List />} />
      <Route path="/other" element={<Other />} />
    </Routes>
  );
}

async function leaveScrolledList(): Promise<void> {
  renderScreen(<Pages />, '/flagged');
  await advance(1_000);
  page.scrollTop = 900;
  fireEvent.scroll(page);
  click('Open');
}

test('going back restores the scroll position once the list has its height; a link starts at the top', async () => {
  await leaveScrolledList();
  expect(page.scrollTop).toBe(0);
  click('Back');
  await advance(1_100);
  expect(page.scrollTop).toBe(900);
  click('Open');
  click('List');
  await advance(1_100);
  expect(page.scrollTop).toBe(0);
});

test('a reload keeps the place in a list that loads page by page; after a sign-out nothing of it is stored', async () => {
  const key = 'default /flagged';
  setStateOwner('a');
  scrollPositions.set(key, 900);
  fireEvent(window, new Event('pagehide'));
  vi.resetModules();
  const reloaded = await import('../platform/scrollPositions.ts');
  scrollable = 500;
  const stop = reloaded.restoreScroll(page, key);
  for (const height of [5_000, 6_000, 7_000]) {
    mockLayout({ width: 390, height: 844, scrollHeight: height });
    await advance(2_000);
    expect(page.scrollTop).toBe(500);
  }
  scrollable = 3_000;
  await advance(100);
  stop();
  expect(page.scrollTop).toBe(900);
  setStateOwner(undefined);
  fireEvent(window, new Event('pagehide'));
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('flagged');
});

test('whoever scrolls before the list has its height stays there', async () => {
  await leaveScrolledList();
  click('Back');
  fireEvent.wheel(page);
  await advance(1_100);
  expect(page.scrollTop).toBe(0);
});
