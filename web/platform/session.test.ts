import { afterEach, beforeEach, expect, test } from 'vitest';
import { accessToken } from '../testing/tokens.ts';
import { announceExpiry, beginSession, endSession, followOtherTabs, restoreSession, useSession } from './session.ts';

const tokens = (seconds = 1800) => ({ 'access-token': accessToken(seconds), 'refresh-token': 'refresh-1' });
const initial = { accessToken: null, refreshToken: null, showLogoutDisclaimerModal: false };
let stop = () => {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stop = followOtherTabs();
});
afterEach(() => {
  stop();
  endSession();
});

test('signing in keeps the access token under its own key and both in the state', {
  tags: ['A-SESSION-22', 'A-SESSION-23', 'A-STATE-02'],
}, () => {
  const both = tokens();
  beginSession(both, false);
  expect(localStorage.getItem('accessToken')).toBe(both['access-token']);
  expect(JSON.parse(localStorage.getItem('promenade') ?? '').state.authentication).toEqual({
    accessToken: both['access-token'],
    refreshToken: 'refresh-1',
  });
  expect(useSession.getState()).toMatchObject({ accessToken: both['access-token'], refreshToken: 'refresh-1' });
});

test('a session that still lives is taken up at start; the key wins over the state', { tags: ['A-SESSION-23'] }, () => {
  beginSession(tokens(), false);
  const newer = accessToken(900);
  localStorage.setItem('accessToken', newer);
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual({ ...initial, accessToken: newer, refreshToken: 'refresh-1' });
});

test('a session that ran out is none at a cold start: no dialog, the sign-in page', {
  tags: ['A-SESSION-09', 'A-STATE-14'],
}, () => {
  beginSession(tokens(10), false);
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual(initial);
});

test('a running app learns that the session is over and keeps its screen', {
  tags: ['A-SESSION-07', 'A-SESSION-09'],
}, () => {
  announceExpiry();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
  beginSession(tokens(), false);
  announceExpiry();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
  expect(useSession.getState().accessToken).not.toBeNull();
});

test('ending the session returns to the initial state and clears the stored tokens', {
  tags: ['A-STATE-04', 'A-SESSION-16'],
}, () => {
  beginSession(tokens(), false);
  endSession();
  expect(useSession.getState()).toEqual(initial);
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(localStorage.getItem('promenade')).not.toContain('refresh-1');
});

test('on a public computer the tokens live in the session storage only', { tags: ['A-SIGNIN-03'] }, () => {
  beginSession(tokens(), true);
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage.getItem('accessToken')).not.toBeNull();
  restoreSession(Date.now());
  expect(useSession.getState().accessToken).not.toBeNull();
});

test('signing out on a public computer leaves nothing behind', { tags: ['A-SIGNIN-03'] }, () => {
  beginSession(tokens(), true);
  endSession();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('logging out in one tab logs out the others', { tags: ['A-SESSION-26'] }, () => {
  beginSession(tokens(), false);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }));
  expect(useSession.getState()).toEqual(initial);
});

test('a storage event about something else changes nothing', { tags: ['A-SESSION-26'] }, () => {
  beginSession(tokens(), false);
  localStorage.removeItem('accessToken');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', storageArea: localStorage }));
  expect(useSession.getState().accessToken).not.toBeNull();
});
