import { InfiniteQueryObserver, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { patchRelease } from '../catalogue/cacheData.ts';
import { showReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { ReleasePage } from '../release/ReleasePage.tsx';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { createQueryClient, patchQueries } from './queryClient.ts';
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

test('a list that was invalidated while it was not shown is fetched when it is, also after a release was changed', async () => {
  const client = createQueryClient();
  const items = [createRelease('r1')];
  const queryKey = ['releases', 'archived', {}];
  client.setQueryData(queryKey, { pages: [{ items, total: 1, page: 1, pagesize: 40 }], pageParams: [1] });
  await client.invalidateQueries({ queryKey });
  patchRelease(client, 'r1', { flagged: true });
  patchRelease(client, 'r2', { flagged: true });
  expect(client.getQueryData(queryKey)).toMatchObject({ pages: [{ items: [{ releaseid: 'r1', flagged: true }] }] });
  const queryFn = vi.fn<() => Promise<object>>(async () => ({ items: [], total: 0, page: 1, pagesize: 40 }));
  const list = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  });
  list.subscribe(() => undefined);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalled());
});

test('a change that changes nothing renders nothing', () => {
  const client = createQueryClient();
  client.setQueryData(['names'], ['a', 'b']);
  const listener = vi.fn<() => void>();
  new QueryObserver(client, { queryKey: ['names'], enabled: false }).subscribe(listener);
  patchQueries<string[]>(client, { queryKey: ['names'] }, (names) => [...names]);
  patchQueries<string[]>(client, { queryKey: ['none'] }, (names) => [...names, 'c']);
  expect(listener).not.toHaveBeenCalled();
  expect(client.getQueryData(['none'])).toBeUndefined();
});

test.each([
  ['a failure is asked for again after one and two seconds', 500, [1, 2, 3]],
  ['a refusal is not asked for again', 404, [1, 1, 1]],
])('%s', async (_name, status, calls) => {
  vi.useFakeTimers();
  const queryFn = vi.fn<() => Promise<never>>(() => Promise.reject(new ApiError('UNEXPECTED', status, '')));
  new QueryObserver(createQueryClient(), { queryKey: ['failing'], queryFn }).subscribe(() => undefined);
  const counts = [];
  for (const ms of [999, 1_001, 30_000]) {
    await vi.advanceTimersByTimeAsync(ms);
    counts.push(queryFn.mock.calls.length);
  }
  expect(counts).toEqual(calls);
});
