import { act, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../testing/render.ts';
import { CrashBoundary, reloadWhenBack } from './CrashBoundary.tsx';

function Broken(): never {
  throw new Error('a render error');
}

test('a screen that crashes shows an error and a reload button', { tags: ['A-SHELL-30'] }, () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  renderScreen(
    <CrashBoundary>
      <Broken />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});

test('a screen whose code cannot be loaded says that the service is away, and reloads when it answers', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.useFakeTimers();
  let isUp = false;
  vi.stubGlobal('fetch', async () => new Response(null, { status: isUp ? 200 : 503 }));
  const Missing = lazy(async () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/Flagged.js');
  });
  renderScreen(
    <CrashBoundary>
      <Suspense fallback={null}>
        <Missing />
      </Suspense>
    </CrashBoundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('alert').textContent).toContain('Service Unavailable');
  const reload = vi.fn<() => void>();
  void reloadWhenBack(reload);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  isUp = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  log.mockRestore();
});
