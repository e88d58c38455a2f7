import { refresh } from '@promenade/contract/access';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { createAccessToken, NOON } from '../testing/tokens.ts';
import { writeSlice } from './persistedState.ts';
import { endSession, getStoredTokens, startSession, useSession } from './session.ts';
import { checkSession, getTokenState, resumeSession, watchSession } from './sessionRefresh.ts';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const startTestSession = (seconds: number, refreshToken = 'refresh-1') =>
  startSession({ 'access-token': createAccessToken(seconds), 'refresh-token': refreshToken }, false);
const checkNow = () => checkSession(Date.now());

beforeEach(() => log.mockClear());
afterEach(() => {
  vi.useRealTimers();
  endSession();
  localStorage.clear();
});

test('a token is fresh, stale or expired by its remaining time', {
  tags: ['A-SESSION-06', 'A-SESSION-07', 'A-SESSION-08'],
}, () => {
  const getState = (seconds: number) => getTokenState(createAccessToken(seconds, {}, NOON), NOON);
  expect([600, 300, 299, 15, 14, -1].map(getState)).toEqual(['fresh', 'fresh', 'stale', 'stale', 'expired', 'expired']);
});

test('a stale token is refreshed, and both new tokens are stored', {
  tags: ['A-SESSION-06', 'A-SESSION-12'],
}, async () => {
  const server = fakeServer();
  const next = createAccessToken(1800);
  server.answer(refresh, { 'access-token': next, 'refresh-token': 'refresh-2' });
  startTestSession(200);
  await checkNow();
  expect(server.calls).toMatchObject([
    { method: 'PUT', path: '/api/auth/refresh', body: { 'refresh-token': 'refresh-1' } },
  ]);
  expect(getStoredTokens()).toEqual({ accessToken: next, refreshToken: 'refresh-2' });
  expect(useSession.getState().accessToken).toBe(next);
});

test('a response without both tokens is an error; the old tokens stay', { tags: ['A-SESSION-13'] }, async () => {
  const server = fakeServer();
  server.answer(refresh, { 'access-token': createAccessToken(1800), 'refresh-token': '' });
  startTestSession(200);
  const before = getStoredTokens();
  await checkNow();
  expect(getStoredTokens()).toEqual(before);
  expect(log).toHaveBeenCalledOnce();
});

test('without a refresh token no request is sent', { tags: ['A-SESSION-14'] }, async () => {
  const server = fakeServer();
  startTestSession(200, '');
  await checkNow();
  expect(server.calls).toEqual([]);
});

test('a refused refresh is logged without a message on the screen', {
  tags: ['A-SESSION-15', 'A-ERR-23'],
}, async () => {
  fakeServer().refuse(refresh, 'UNAUTHENTICATED');
  startTestSession(200);
  await checkNow();
  expect(log).toHaveBeenCalledOnce();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
});

test('an expired token is exchanged; the dialog opens only when that is refused', {
  tags: ['A-SESSION-07', 'A-SESSION-08', 'requirements decision 29'],
}, async () => {
  const server = fakeServer();
  const renewed = createAccessToken(1800);
  server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'refresh-2' });
  startTestSession(-3600);
  await checkNow();
  expect(useSession.getState()).toMatchObject({ accessToken: renewed, showLogoutDisclaimerModal: false });
  server.refuse(refresh, 'UNAUTHENTICATED');
  startTestSession(-3600);
  await checkNow();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
});

test.each(['disconnect', 'TOO_MANY_REQUESTS', 'BUSY', 'UNEXPECTED'] as const)(
  'an exchange that ends with %s is tried again later, without a dialog',
  { tags: ['requirements decision 29'] },
  async (failure) => {
    const server = fakeServer();
    if (failure === 'disconnect') server.disconnect(refresh);
    else server.refuse(refresh, failure);
    startTestSession(-3600);
    await checkNow();
    await checkNow();
    expect(server.calls).toHaveLength(2);
    expect(useSession.getState()).toMatchObject({ refreshToken: 'refresh-1', showLogoutDisclaimerModal: false });
  },
);

test.each([
  ['visibilitychange', document],
  ['pageshow', window],
  ['focus', window],
  ['online', window],
] as const)(
  'a browser that wakes with %s exchanges its expired token once',
  { tags: ['requirements decision 29'] },
  async (event, target) => {
    const server = fakeServer();
    const renewed = createAccessToken(1800);
    server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'refresh-2' });
    startTestSession(1800);
    const stop = watchSession();
    useSession.setState({ accessToken: createAccessToken(-3600) });
    localStorage.setItem('accessToken', useSession.getState().accessToken ?? '');
    target.dispatchEvent(new Event(event));
    target.dispatchEvent(new Event(event));
    await vi.waitFor(() => expect(useSession.getState().accessToken).toBe(renewed));
    expect(server.calls).toHaveLength(1);
    stop();
  },
);

test('a cold start with an expired token renews the session, or is signed out without a dialog and with its state kept', {
  tags: ['A-SESSION-09', 'requirements decision 29'],
}, async () => {
  const server = fakeServer();
  server.answer(refresh, { 'access-token': createAccessToken(1800), 'refresh-token': 'refresh-2' });
  startTestSession(-3600);
  await resumeSession(Date.now());
  expect(useSession.getState().refreshToken).toBe('refresh-2');
  writeSlice('search', { recent: ['house'] });
  server.refuse(refresh, 'UNAUTHENTICATED');
  startTestSession(-3600);
  await resumeSession(Date.now());
  expect(useSession.getState()).toMatchObject({ accessToken: null, showLogoutDisclaimerModal: false });
  expect(localStorage.getItem('promenade:player-1')).toContain('house');
});

test('tokens that another tab has refreshed are used without a call', { tags: ['A-SESSION-26'] }, async () => {
  const server = fakeServer();
  startTestSession(200);
  const stale = useSession.getState();
  startTestSession(1800, 'refresh-2');
  useSession.setState(stale);
  await checkNow();
  expect(useSession.getState()).toMatchObject({ refreshToken: 'refresh-2' });
  expect(server.calls).toEqual([]);
});

test('the session is checked every 60 seconds until the watch is stopped', {
  tags: ['A-SESSION-04', 'A-SESSION-05', 'A-CONST-02'],
}, () => {
  const server = fakeServer();
  server.refuse(refresh, 'BUSY');
  vi.useFakeTimers({ now: NOON });
  startTestSession(3600);
  const stop = watchSession();
  vi.setSystemTime(NOON + 3_600_000 - 10_000);
  vi.advanceTimersByTime(59_999);
  expect(server.calls).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(server.calls).toHaveLength(1);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(server.calls).toHaveLength(1);
});
