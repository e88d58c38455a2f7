import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { clearDeepLink, getDeepLink, isDeepLink, setDeepLink } from './deepLink.ts';
import { endSession } from './session.ts';

beforeEach(() => sessionStorage.clear());

test.each([
  '/releases/releaseInfo/4711',
  '/playlists/12',
  '/artists/12',
  '/desk/12',
  '/labels/12',
  '/account',
  '/account/profile',
  '/account-management',
  '/my-network',
  '/recently_played',
  '/flagged',
  '/archived',
  '/settings/x',
  '/merge/token',
  '/split/token',
  '/settings-preferences',
])('%s is stored', { tags: ['A-ROUTE-29', 'A-ROUTE-30', 'A-ROUTE-31', 'A-ROUTE-33', 'A-ROUTE-34'] }, (pathname) => {
  setDeepLink({ pathname, search: '' });
  expect(getDeepLink()).toBe(pathname);
});

test.each(['/', '/login', '/releases', '/playlists', '/profile', '/search/top', '/nowhere'])(
  '%s is not stored',
  { tags: ['A-ROUTE-31'] },
  (pathname) => {
    setDeepLink({ pathname, search: '?q=x' });
    expect(getDeepLink()).toBeUndefined();
  },
);

test('the query is stored too', { tags: ['A-ROUTE-35'] }, () => {
  setDeepLink({ pathname: '/flagged', search: '?tab=tracks' });
  expect(getDeepLink()).toBe('/flagged?tab=tracks');
  clearDeepLink();
  expect(getDeepLink()).toBeUndefined();
});

test.each(['//evil.example/account', 'https://evil.example', '/account\\@evil.example', 'javascript:alert(1)'])(
  '%s is ignored, even when it is in the storage',
  { tags: ['A-ROUTE-35'] },
  (address) => {
    sessionStorage.setItem('deepLink', address);
    expect(isDeepLink(address)).toBe(false);
    expect(getDeepLink()).toBeUndefined();
  },
);

test('a path of an expired session opens for its own account only', { tags: ['requirements decision 29'] }, () => {
  setDeepLink({ pathname: '/playlists/7', search: '' }, 'player-1');
  expect(getDeepLink()).toBeUndefined();
  signInAs({ playerid: 'player-2' });
  expect(getDeepLink()).toBeUndefined();
  signInAs({ playerid: 'player-1' });
  expect(getDeepLink()).toBe('/playlists/7');
  endSession();
});
