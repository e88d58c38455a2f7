import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { ReleasePage } from '../release/ReleasePage.tsx';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { createQueryClient } from './queryClient.ts';
import { ApiError } from './request.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what says that the service is unavailable goes away by itself as soon as it answers', async () => {
  mockWindowWidth(1440);
  signInAs();
  let isUp = false;
  vi.stubGlobal('fetch', async () =>
    isUp
      ? Response.json(createReleaseDetail('r', [createTrack('song')]))
      : Response.json({ error: { code: 'BUSY' } }, { status: 503 }),
  );
  vi.useFakeTimers();
  const client = createQueryClient();
  renderScreen(
    <QueryClientProvider client={client}>
      <ReleasePage releaseid="r" />
    </QueryClientProvider>,
  );
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await advance(30_000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Service Unavailable');
  expect(useReleaseError.getState().failure).toBeInstanceOf(ApiError);
  isUp = true;
  await advance(5_000);
  expect(screen.getByText('Track song')).toBeTruthy();
  expect(useReleaseError.getState().failure).toBeUndefined();
  // An error that has another reason stays.
  const failure = new ApiError('FORBIDDEN', 403, '');
  showReleaseError(failure);
  await advance(5_000);
  expect(useReleaseError.getState().failure).toBe(failure);
});
