import { refresh } from '@promenade/contract/access';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/server.ts';
import { accessToken, NOON } from '../testing/tokens.ts';
import { judge, revalidate, watchSession } from './refresh.ts';
import { beginSession, endSession, keptTokens, useSession } from './session.ts';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const begin = (seconds: number, refreshToken = 'refresh-1') =>
  beginSession({ 'access-token': accessToken(seconds), 'refresh-token': refreshToken }, false);
const look = () => revalidate(Date.now());

beforeEach(() => log.mockClear());
afterEach(() => {
  vi.useRealTimers();
  endSession();
  localStorage.clear();
});

test('expiry is judged before refreshing', { tags: ['A-SESSION-06', 'A-SESSION-07', 'A-SESSION-08'] }, () => {
  const at = (seconds: number) => judge(accessToken(seconds, {}, NOON), NOON);
  expect([at(600), at(300), at(299), at(15), at(14), at(-1)]).toEqual([
    'fine',
    'fine',
    'refresh',
    'refresh',
    'expired',
    'expired',
  ]);
});

test('a token that is due is exchanged, and both new ones are kept', {
  tags: ['A-SESSION-06', 'A-SESSION-12'],
}, async () => {
  const server = fakeServer();
  const next = accessToken(1800);
  server.answer(refresh, { 'access-token': next, 'refresh-token': 'refresh-2' });
  begin(200);
  await look();
  expect(server.calls).toMatchObject([
    { method: 'PUT', path: '/api/auth/refresh', body: { 'refresh-token': 'refresh-1' } },
  ]);
  expect(keptTokens()).toEqual({ accessToken: next, refreshToken: 'refresh-2' });
  expect(useSession.getState().accessToken).toBe(next);
});

test('an answer without both tokens is a failure; the old ones stay', { tags: ['A-SESSION-13'] }, async () => {
  const server = fakeServer();
  server.answer(refresh, { 'access-token': accessToken(1800), 'refresh-token': '' });
  begin(200);
  const before = keptTokens();
  await look();
  expect(keptTokens()).toEqual(before);
  expect(log).toHaveBeenCalledOnce();
});

test('without a refresh token nothing is asked', { tags: ['A-SESSION-14'] }, async () => {
  const server = fakeServer();
  begin(200, '');
  await look();
  expect(server.calls).toEqual([]);
});

test('a refused refresh is logged and says nothing to the person', { tags: ['A-SESSION-15', 'A-ERR-23'] }, async () => {
  fakeServer().refuse(refresh, 'UNAUTHENTICATED');
  begin(200);
  await look();
  expect(log).toHaveBeenCalledOnce();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
});

test('an expired token opens the dialog and is not refreshed', { tags: ['A-SESSION-07', 'A-SESSION-08'] }, async () => {
  const server = fakeServer();
  begin(10);
  await look();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
  expect(server.calls).toEqual([]);
});

test('tokens that another tab has renewed are taken over without a call', { tags: ['A-SESSION-26'] }, async () => {
  const server = fakeServer();
  begin(200);
  const stale = useSession.getState();
  begin(1800, 'refresh-2');
  useSession.setState(stale);
  await look();
  expect(useSession.getState()).toMatchObject({ refreshToken: 'refresh-2' });
  expect(server.calls).toEqual([]);
});

test('the token is looked at every 60 seconds until the watch stops', {
  tags: ['A-SESSION-04', 'A-SESSION-05', 'A-CONST-02'],
}, () => {
  vi.useFakeTimers({ now: NOON });
  begin(3600);
  const stop = watchSession();
  vi.setSystemTime(NOON + 3_600_000 - 10_000);
  vi.advanceTimersByTime(59_999);
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
  vi.advanceTimersByTime(1);
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
  stop();
  begin(-1);
  vi.advanceTimersByTime(600_000);
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
});
