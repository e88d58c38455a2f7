import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followBrowser, useGlobal } from '../platform/online.ts';
import { readSlice } from '../platform/persisted.ts';
import { network, windowOf } from '../testing/browser.ts';
import { show } from '../testing/show.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  windowOf(1440);
  stop = followBrowser();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the banner shows while the browser is offline and goes half a second after it is back', {
  tags: ['A-SHELL-20', 'A-SHELL-21', 'A-CONST-11', 'C-MODAL-04', 'C-MODAL-05'],
}, () => {
  show(<OfflineBanner />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => network(false));
  expect(screen.getByRole('alert').textContent).toBe('Not Connected to Promenade Services');
  act(() => network(true));
  act(() => void vi.advanceTimersByTime(499));
  expect(screen.queryByRole('alert')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('going offline again within the half second keeps the banner', { tags: ['A-SHELL-20'] }, () => {
  show(<OfflineBanner />);
  act(() => network(false));
  act(() => network(true));
  act(() => void vi.advanceTimersByTime(300));
  act(() => network(false));
  act(() => void vi.advanceTimersByTime(5000));
  expect(screen.queryByRole('alert')).not.toBeNull();
});

test.each([
  [1279, true],
  [1280, false],
  [500, true],
])(
  'a window of %i px: tablet view is %s',
  { tags: ['A-SHELL-27', 'A-SHELL-28', 'A-STATE-10', 'C-SHELL-16', 'C-PERSIST-05'] },
  (width, is) => {
    stop();
    windowOf(width);
    stop = followBrowser();
    expect(useGlobal.getState()).toEqual({ isConnectedWithInternet: true, isIpadView: is });
    expect(readSlice('global')).toEqual({ isConnectedWithInternet: true, isIpadView: is });
  },
);
