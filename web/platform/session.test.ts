import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccessToken } from '../testing/tokens.ts';
import { readBrowserSlice, readSlice, writeBrowserSlice, writeSlice, writeSliceWhenIdle } from './persistedState.ts';
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

test('an expired session is restored at start only with a refresh token, and no dialog opens', {
  tags: ['A-SESSION-09', 'A-STATE-14', 'requirements decision 29'],
}, () => {
  startSession(tokens(10), false);
  restoreSession(Date.now());
  expect(useSession.getState()).toMatchObject({ refreshToken: 'refresh-1', showLogoutDisclaimerModal: false });
  startSession({ ...tokens(10), 'refresh-token': '' }, false);
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual(initial);
});

test.each([
  '{',
  '[]',
  '{"version":1,"state":{"authentication":7}}',
  '{"version":1,"state":{"authentication":{"refreshToken":{}}}}',
])('stored tokens of the wrong shape %j count as none', { tags: ['C-PERSIST-03'] }, (json) => {
  localStorage.setItem('promenade', json);
  localStorage.setItem('accessToken', 'no.token.at-all');
  restoreSession(Date.now());
  expect(useSession.getState()).toEqual(initial);
});

test('after an expiry the state of the account is left for its next sign-in; after a sign-out nothing is', {
  tags: ['requirements decision 29', 'C-PERSIST-01'],
}, () => {
  startSession(tokens(), false);
  writeSlice('search', { recent: ['house'] });
  endSession({ keepsState: true });
  expect(readSlice('search')).toBeUndefined();
  startSession({ ...tokens(), 'access-token': createAccessToken(1800, { playerid: 'player-2' }) }, false);
  expect(readSlice('search')).toBeUndefined();
  startSession(tokens(), false);
  expect(readSlice('search')).toEqual({ recent: ['house'] });
  sessionStorage.setItem('deepLink', '/playlists/7');
  localStorage.setItem('connectionToken', 'a.b.c');
  endSession();
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([[], []]);
});

test('the language of the browser survives a sign-out, but not that of a public computer', {
  tags: ['requirements decision 29'],
}, () => {
  startSession(tokens(), false);
  writeBrowserSlice('setting', { language: 'de' });
  endSession();
  expect(Object.keys(localStorage)).toEqual(['promenade']);
  expect(readBrowserSlice('setting')).toEqual({ language: 'de' });
  startSession(tokens(), true);
  expect(readBrowserSlice('setting')).toEqual({ language: 'de' });
  endSession({ keepsState: true });
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
});

test('when another account signs in in another tab, this tab gets its session and its state', {
  tags: ['requirements decision 34', 'A-SESSION-26'],
}, () => {
  startSession(tokens(), false);
  writeSlice('search', { recent: ['house'] });
  const other = createAccessToken(1800, { playerid: 'player-2' });
  localStorage.setItem('accessToken', other);
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }));
  expect([useSession.getState().accessToken, readSlice('search')]).toEqual([other, undefined]);
});

test('a sign-out by hand in another tab leaves nothing to write here', { tags: ['requirements decision 29'] }, () => {
  startSession(tokens(), false);
  writeSlice('search', { recent: ['house'] });
  writeSliceWhenIdle('playQueue', () => ({ items: [] }));
  localStorage.clear();
  const key = 'promenade:player-1';
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }));
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage).toHaveLength(0);
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
  expect(localStorage.getItem('promenade')).toBeNull();
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

test('the access token goes last, so that other tabs do not read the rest of an ended session', {
  tags: ['A-SESSION-26', 'requirements decision 29'],
}, () => {
  startSession(tokens(), false);
  writeSlice('search', { recent: ['house'] });
  const removeItem = vi.spyOn(Storage.prototype, 'removeItem');
  endSession();
  const removed = new Set(removeItem.mock.calls.map(([key]) => key));
  expect([...removed].slice(0, 3)).toEqual(['promenade:player-1', 'promenade', 'accessToken']);
  removeItem.mockRestore();
});
