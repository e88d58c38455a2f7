import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBrowserState, watchBrowserState } from '../platform/browserStateStore.ts';
import { readSlice } from '../platform/persistedState.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth, setOnline } from '../testing/browserMocks.ts';
import { renderScreen } from '../testing/render.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  mockWindowWidth(1440);
  stop = watchBrowserState();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the banner is shown while the browser is offline and for half a second after', {
  tags: ['A-SHELL-20', 'A-SHELL-21', 'A-CONST-11', 'C-MODAL-04', 'C-MODAL-05'],
}, () => {
  renderScreen(<OfflineBanner />);
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => setOnline(false));
  expect(screen.getByRole('alert').textContent).toBe('Not Connected to Promenade Services');
  act(() => setOnline(true));
  act(() => void vi.advanceTimersByTime(499));
  expect(screen.queryByRole('alert')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('going offline again within the half second keeps the banner', { tags: ['A-SHELL-20'] }, () => {
  renderScreen(<OfflineBanner />);
  act(() => setOnline(false));
  act(() => setOnline(true));
  act(() => void vi.advanceTimersByTime(300));
  act(() => setOnline(false));
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
  (width, isTablet) => {
    stop();
    signInAs();
    mockWindowWidth(width);
    stop = watchBrowserState();
    expect(useBrowserState.getState()).toEqual({ isConnectedWithInternet: true, isIpadView: isTablet });
    expect(readSlice('global')).toEqual({ isConnectedWithInternet: true, isIpadView: isTablet });
  },
);
