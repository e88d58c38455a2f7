import './testing/render.ts';
import { type AccessClaims, signIn, signOut as signOutRoute } from '@promenade/contract/access';
import { releases } from '@promenade/contract/catalogue';
import { connect, connections } from '@promenade/contract/network';
import { profile } from '@promenade/contract/profile';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from './access/authentication.ts';
import { setDeepLink } from './platform/deepLink.ts';
import { endSession, expireSession, startSession, useSession } from './platform/session.ts';
import { Router } from './router.tsx';
import { createProfile } from './testing/accounts.ts';
import { mockWindowWidth } from './testing/browserMocks.ts';
import { type FakeServer, fakeServer } from './testing/fakeServer.ts';
import { createAccessToken, createLinkToken } from './testing/tokens.ts';

const getUrl = () => window.location.pathname + window.location.search;
let server: FakeServer;

beforeEach(prepare);
afterEach(() => void vi.useRealTimers());

function prepare(): void {
  mockWindowWidth(1440);
  server = fakeServer();
  server.answer(profile, createProfile());
  server.answer(releases, { items: [], total: 0, page: 1, pagesize: 40 });
  server.answer(signOutRoute, undefined);
  server.answer(connections, { data: { connections: [] } });
  server.answer(connect, { data: { connected: [] } });
}

/** Opens a URL, signed in if there is an account. */
function openApp(url: string, account?: Partial<AccessClaims>) {
  window.history.replaceState(null, '', url);
  if (account) startSession({ 'access-token': createAccessToken(1800, account), 'refresh-token': 'r' }, false);
  else setDeepLink(window.location);
  render(<Router />);
  return userEvent.setup();
}

// Loads the lazy screens before the time limits of the tests apply.
beforeAll(async () => {
  prepare();
  openApp('/releases', {});
  await screen.findByRole('heading', { name: 'Releases' }, { timeout: 60_000 });
  await Promise.all([import('./design/MenuList.tsx'), import('./design/Dialog.tsx')]);
  cleanup();
  endSession();
}, 60_000);

const findSignInPage = () => screen.findByRole('heading', { name: 'Sign in' });
const findGallery = () => screen.findByRole('heading', { name: 'Releases', level: 1 });

test.each(['/', '/login'])('%s is the sign-in page', { tags: ['A-ROUTE-01', 'A-ROUTE-03'] }, async (address) => {
  openApp(address);
  await findSignInPage();
  expect(getUrl()).toBe(address);
});

test.each(['/releases', '/flagged', '/nowhere', '/releases/releaseInfo/1'])(
  'without a session %s leads to the sign-in page',
  { tags: ['A-ROUTE-15', 'C-ROUTE-24'] },
  async (address) => {
    openApp(address);
    await findSignInPage();
    expect(getUrl()).toBe('/');
  },
);

test('the sign-in page has language and logo, but no navigation', {
  tags: ['A-SHELL-01', 'A-GEN-08'],
}, async () => {
  openApp('/');
  await findSignInPage();
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('en');
  expect(screen.getByText('Promenade')).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the parameter of a coworker sign-up shows its banner', {
  tags: ['A-ROUTE-09', 'A-SIGNIN-08', 'A-SIGNIN-09'],
}, async () => {
  openApp('/?successSignUpCoworker=true');
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toBe('Your account has been createdYou can now sign in.');
});

test('accounts are requested on a page in a new tab', {
  tags: ['A-ROUTE-16', 'A-SIGNIN-06', 'A-SIGNIN-07'],
}, async () => {
  openApp('/');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Request an account' });
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual(['/signup', '_blank', 'noopener']);
});

test.each(['/', '/login'])(
  'signed in, %s leads to the gallery',
  { tags: ['A-ROUTE-02', 'A-ROUTE-13', 'C-ROUTE-01'] },
  async (address) => {
    openApp(address, {});
    await findGallery();
    expect(getUrl()).toBe('/releases');
  },
);

test('signing in shows the gallery', { tags: ['A-SIGNIN-17'] }, async () => {
  server.answer(signIn, { 'access-token': createAccessToken(1800), 'refresh-token': 'r' });
  const user = openApp('/');
  await user.type(await screen.findByLabelText('Email'), 'rosa@demo.test');
  await user.type(screen.getByLabelText('Password'), 'Promenade-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await findGallery();
  expect(getUrl()).toBe('/releases');
});

test('after sign-in the stored deep link opens after 200 ms and is cleared', {
  tags: ['A-ROUTE-32', 'A-CONST-10'],
}, async () => {
  openApp('/archived?tab=songs');
  await findSignInPage();
  vi.useFakeTimers();
  act(() => startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false));
  act(() => void vi.advanceTimersByTime(199));
  expect(getUrl()).toBe('/');
  act(() => void vi.advanceTimersByTime(1));
  expect(getUrl()).toBe('/archived?tab=songs');
  expect(sessionStorage.getItem('deepLink')).toBeNull();
});

test('an unknown path shows the not-found page with a link to the releases', {
  tags: ['A-ROUTE-20', 'A-ROUTE-21', 'C-ROUTE-23'],
}, async () => {
  const user = openApp('/nowhere', {});
  await screen.findByRole('heading', { name: 'Page not found' });
  await user.click(screen.getByRole('link', { name: 'Go to releases' }));
  await findGallery();
  expect(getUrl()).toBe('/releases');
});

test('the sidebar has the navigation and the header the account menu', {
  tags: ['A-SHELL-02', 'A-SHELL-04', 'A-SHELL-05'],
}, async () => {
  openApp('/releases', { fullname: 'Somebody Else' });
  await findGallery();
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  const names = [...navigation.querySelectorAll('a')].map((link) => link.textContent);
  expect(names).toEqual(['Releases', 'Playlists', 'Flagged', 'Archived', 'History']);
  await waitFor(() => expect(screen.getByRole('button', { name: /Account menu/ }).textContent).toBe('RV'));
});

test('an unverified account sees the review banner in the shell', { tags: ['A-BANNER-05'] }, async () => {
  openApp('/releases', { verified: false });
  await findGallery();
  expect(screen.getByText('Verification Pending')).toBeDefined();
});

test('signing out asks for confirmation, then ends the session and returns to the sign-in page', {
  tags: ['A-SHELL-09', 'A-SESSION-16', 'A-SESSION-25'],
}, async () => {
  const user = openApp('/releases', {});
  await findGallery();
  const token = useSession.getState().accessToken;
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(useSession.getState().accessToken).toBe(token);
  await screen.findByRole('alertdialog', { name: 'Sign out?' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await findSignInPage();
  expect(getUrl()).toBe('/');
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(sessionStorage.getItem('deepLink')).toBeNull();
  const request = server.calls.find((call) => call.path === '/api/auth/logout');
  expect(request).toMatchObject({ method: 'POST', headers: { authorization: `Bearer ${token}` } });
});

test('the sign-in page does not wait for the answer to the sign-out request', {
  tags: ['A-SESSION-17'],
}, async () => {
  server.stall(signOutRoute, 'nothing');
  openApp('/releases', {});
  await findGallery();
  act(signOut);
  await findSignInPage();
  expect(server.calls.some(({ path }) => path === '/api/auth/logout')).toBe(true);
});

test('a failed sign-out request is logged, and the session ends anyway', {
  tags: ['A-SESSION-17'],
}, async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.disconnect(signOutRoute);
  openApp('/releases', {});
  await findGallery();
  act(signOut);
  await findSignInPage();
  await waitFor(() => expect(log).toHaveBeenCalledWith('Could not sign out on the server', expect.anything()));
  log.mockRestore();
});

test.each([
  ['with', {}],
  ['without', undefined],
])('the link of a reset mail works %s a session', { tags: ['A-ROUTE-06', 'A-ROUTE-36'] }, async (_with, account) => {
  openApp(`/resetpwd/${createLinkToken()}`, account);
  expect(await screen.findByLabelText('New password')).toBeDefined();
});

test('an expired session opens a dialog; OK signs out', {
  tags: ['A-SESSION-10', 'A-SESSION-11', 'A-SESSION-27', 'A-ERR-18', 'C-ERR-06', 'C-MODAL-06'],
}, async () => {
  const user = openApp('/releases', {});
  await findGallery();
  act(expireSession);
  const dialog = await screen.findByRole('alertdialog', { name: 'Session Expired' });
  expect(dialog.textContent).toContain('You must log in to continue');
  expect(getUrl()).toBe('/releases');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await findSignInPage();
});
