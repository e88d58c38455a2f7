import { beforeEach, expect, test } from 'vitest';
import { deepLink, forgetDeepLink, isDeepLink, rememberDeepLink } from './deepLink.ts';

beforeEach(() => sessionStorage.clear());

test.each([
  '/releases/releaseInfo/4711',
  '/playlists/12',
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
])('%s is remembered', { tags: ['A-ROUTE-29', 'A-ROUTE-30', 'A-ROUTE-31', 'A-ROUTE-33', 'A-ROUTE-34'] }, (pathname) => {
  rememberDeepLink({ pathname, search: '' });
  expect(deepLink()).toBe(pathname);
});

test.each(['/', '/login', '/releases', '/playlists', '/profile', '/search/top', '/nowhere'])(
  '%s is not remembered',
  { tags: ['A-ROUTE-31'] },
  (pathname) => {
    rememberDeepLink({ pathname, search: '?q=x' });
    expect(deepLink()).toBeUndefined();
  },
);

test('the query is remembered too', { tags: ['A-ROUTE-35'] }, () => {
  rememberDeepLink({ pathname: '/flagged', search: '?tab=tracks' });
  expect(deepLink()).toBe('/flagged?tab=tracks');
  forgetDeepLink();
  expect(deepLink()).toBeUndefined();
});

test.each(['//evil.example/account', 'https://evil.example', '/account\\@evil.example', 'javascript:alert(1)'])(
  '%s never leads anywhere, even when something put it into the storage',
  { tags: ['A-ROUTE-35'] },
  (address) => {
    sessionStorage.setItem('deepLink', address);
    expect(isDeepLink(address)).toBe(false);
    expect(deepLink()).toBeUndefined();
  },
);
