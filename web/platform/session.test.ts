import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccessToken } from '../testing/tokens.ts';
import { endSession, expireSession, restoreSession, startSession, useSession, watchOtherTabs } from './session.ts';

const tokens = (seconds = 1800) => ({ 'access-token': createAccessToken(seconds), 'refresh-token': 'refresh-1' });
const initial = { accessToken: null, refreshToken: null, showLogoutDisclaimerModal: false };
let stop = () => {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stop = watchOtherTabs();
});
afterEach(() => {
  stop();
  endSession();
});

test('signing in stores the access token under its own key and both tokens in the state', {
  tags: ['A-SESSION-22', 'A-SESSION-23', 'A-STATE-02'],
}, () => {
  const pair = tokens();
  startSession(pair, false);
  expect(localStorage.getItem('accessToken')).toBe(pair['access-token']);
  expect(JSON.parse(localStorage.getItem('promenade') ?? '').state.authentication).toEqual({
    accessToken: pair['access-token'],
    refreshToken: 'refresh-1',
  });
  expect(useSession.getState()).toMatchObject({ accessToken: pair['access-token'], refreshToken: 'refresh-1' });
});

test('a valid session is restored at start; the key overrides the state', { tags: ['A-SESSION-23'] }, () => {
  startSession(tokens(), false);
  const newer = createAccessToken(900);
  localStorage.setItem('accessToken', newer);
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual({ ...initial, accessToken: newer, refreshToken: 'refresh-1' });
});

test('an expired session is not restored at start, and no dialog opens', {
  tags: ['A-SESSION-09', 'A-STATE-14'],
}, () => {
  startSession(tokens(10), false);
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual(initial);
});

test('an expired session opens the dialog and keeps the tokens until sign-out', {
  tags: ['A-SESSION-07', 'A-SESSION-09'],
}, () => {
  expireSession();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
  startSession(tokens(), false);
  expireSession();
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
  expect(useSession.getState().accessToken).not.toBeNull();
});

test('ending the session returns to the initial state and clears the stored tokens', {
  tags: ['A-STATE-04', 'A-SESSION-16'],
}, () => {
  startSession(tokens(), false);
  endSession();
  expect(useSession.getState()).toEqual(initial);
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(localStorage.getItem('promenade')).not.toContain('refresh-1');
});

test('on a public computer the tokens are in sessionStorage only', { tags: ['A-SIGNIN-03'] }, () => {
  startSession(tokens(), true);
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage.getItem('accessToken')).not.toBeNull();
  restoreSession(Date.now());
  expect(useSession.getState().accessToken).not.toBeNull();
});

test('signing out on a public computer clears the storage', { tags: ['A-SIGNIN-03'] }, () => {
  startSession(tokens(), true);
  endSession();
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('logging out in one tab logs out the others', { tags: ['A-SESSION-26'] }, () => {
  startSession(tokens(), false);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }));
  expect(useSession.getState()).toEqual(initial);
});

test('a storage event of another key changes nothing', { tags: ['A-SESSION-26'] }, () => {
  startSession(tokens(), false);
  localStorage.removeItem('accessToken');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', storageArea: localStorage }));
  expect(useSession.getState().accessToken).not.toBeNull();
});
