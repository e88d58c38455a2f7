import './testing/show.ts';
import { type AccessClaims, signIn, signOut as signOutRoute } from '@promenade/contract/access';
import { releases } from '@promenade/contract/catalogue';
import { connect, connections } from '@promenade/contract/network';
import { profile } from '@promenade/contract/profile';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from './access/authentication.ts';
import { rememberDeepLink } from './platform/deepLink.ts';
import { announceExpiry, beginSession, endSession, useSession } from './platform/session.ts';
import { Router } from './router.tsx';
import { windowOf } from './testing/browser.ts';
import { person } from './testing/person.ts';
import { type FakeServer, fakeServer } from './testing/server.ts';
import { accessToken, linkToken } from './testing/tokens.ts';

const at = () => window.location.pathname + window.location.search;
let server: FakeServer;

beforeEach(prepare);
afterEach(() => void vi.useRealTimers());

function prepare(): void {
  windowOf(1440);
  server = fakeServer();
  server.answer(profile, person());
  server.answer(releases, { items: [], total: 0, page: 1, pagesize: 40 });
  server.answer(signOutRoute, undefined);
  server.answer(connections, { data: { connections: [] } });
  server.answer(connect, { data: { connected: [] } });
}

/** Opens an address, signed in or not. */
function open(address: string, account?: Partial<AccessClaims>) {
  window.history.replaceState(null, '', address);
  if (account) beginSession({ 'access-token': accessToken(1800, account), 'refresh-token': 'r' }, false);
  else rememberDeepLink(window.location);
  render(<Router />);
  return userEvent.setup();
}

// The lazy screens are read once, outside of any test's own time.
beforeAll(async () => {
  prepare();
  open('/releases', {});
  await screen.findByRole('heading', { name: 'Releases' }, { timeout: 60_000 });
  await Promise.all([import('./design/MenuList.tsx'), import('./design/Dialog.tsx')]);
  cleanup();
  endSession();
}, 60_000);

const signInPage = () => screen.findByRole('heading', { name: 'Sign in' });
const gallery = () => screen.findByRole('heading', { name: 'Releases', level: 1 });

test.each(['/', '/login'])('%s is the sign-in page', { tags: ['A-ROUTE-01', 'A-ROUTE-03'] }, async (address) => {
  open(address);
  await signInPage();
  expect(at()).toBe(address);
});

test.each(['/releases', '/flagged', '/nowhere', '/releases/releaseInfo/1'])(
  'without a session %s leads to the sign-in page',
  { tags: ['A-ROUTE-15', 'C-ROUTE-24'] },
  async (address) => {
    open(address);
    await signInPage();
    expect(at()).toBe('/');
  },
);

test('the frame before the session has language, logo and nothing of the shell', {
  tags: ['A-SHELL-01', 'A-GEN-08'],
}, async () => {
  open('/');
  await signInPage();
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('en');
  expect(screen.getByText('Promenade')).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the flag of a coworker sign-up shows its banner', {
  tags: ['A-ROUTE-09', 'A-SIGNIN-08', 'A-SIGNIN-09'],
}, async () => {
  open('/?successSignUpCoworker=true');
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toBe('Your account has been createdYou can now sign in.');
});

test('an account is asked for on a page of its own', {
  tags: ['A-ROUTE-16', 'A-SIGNIN-06', 'A-SIGNIN-07'],
}, async () => {
  open('/');
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Request an account' });
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual(['/signup', '_blank', 'noopener']);
});

test.each(['/', '/login'])(
  'signed in, %s leads to the gallery',
  { tags: ['A-ROUTE-02', 'A-ROUTE-13', 'C-ROUTE-01'] },
  async (address) => {
    open(address, {});
    await gallery();
    expect(at()).toBe('/releases');
  },
);

test('signing in shows the gallery', { tags: ['A-SIGNIN-17'] }, async () => {
  server.answer(signIn, { 'access-token': accessToken(1800), 'refresh-token': 'r' });
  const user = open('/');
  await user.type(await screen.findByLabelText('Email'), 'rosa@demo.test');
  await user.type(screen.getByLabelText('Password'), 'Promenade-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await gallery();
  expect(at()).toBe('/releases');
});

test('after sign-in the remembered link opens after 200 ms and is forgotten', {
  tags: ['A-ROUTE-32', 'A-CONST-10'],
}, async () => {
  open('/archived?tab=songs');
  await signInPage();
  vi.useFakeTimers();
  act(() => beginSession({ 'access-token': accessToken(1800), 'refresh-token': 'r' }, false));
  act(() => void vi.advanceTimersByTime(199));
  expect(at()).toBe('/');
  act(() => void vi.advanceTimersByTime(1));
  expect(at()).toBe('/archived?tab=songs');
  expect(sessionStorage.getItem('deepLink')).toBeNull();
});

test('any other path shows the not-found page with a way back', {
  tags: ['A-ROUTE-20', 'A-ROUTE-21', 'C-ROUTE-23'],
}, async () => {
  const user = open('/nowhere', {});
  await screen.findByRole('heading', { name: 'Page not found' });
  await user.click(screen.getByRole('link', { name: 'Go to releases' }));
  await gallery();
  expect(at()).toBe('/releases');
});

test('the sidebar shows the places that exist, and the header the account', {
  tags: ['A-SHELL-02', 'A-SHELL-04', 'A-SHELL-05'],
}, async () => {
  open('/releases', { fullname: 'Somebody Else' });
  await gallery();
  const places = screen.getByRole('navigation', { name: 'Main' });
  const names = [...places.querySelectorAll('a')].map((link) => link.textContent);
  expect(names).toEqual(['Releases', 'Playlists', 'Flagged', 'Archived', 'History']);
  await waitFor(() => expect(screen.getByRole('button', { name: /Account menu/ }).textContent).toBe('RV'));
});

test('an unverified account sees the review banner in the shell', { tags: ['A-BANNER-05'] }, async () => {
  open('/releases', { verified: false });
  await gallery();
  expect(screen.getByText('Verification Pending')).toBeDefined();
});

test('signing out asks first, then ends the session and returns to the sign-in page', {
  tags: ['A-SHELL-09', 'A-SESSION-16', 'A-SESSION-25'],
}, async () => {
  const user = open('/releases', {});
  await gallery();
  const token = useSession.getState().accessToken;
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(useSession.getState().accessToken).toBe(token);
  await screen.findByRole('alertdialog', { name: 'Sign out?' });
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  await signInPage();
  expect(at()).toBe('/');
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(sessionStorage.getItem('deepLink')).toBeNull();
  const sent = server.calls.find((call) => call.path === '/api/auth/logout');
  expect(sent).toMatchObject({ method: 'POST', headers: { authorization: `Bearer ${token}` } });
});

test('a logout that does not reach the server is logged, and the person is out all the same', {
  tags: ['A-SESSION-17'],
}, async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.silence(signOutRoute);
  open('/releases', {});
  await gallery();
  act(signOut);
  await signInPage();
  await waitFor(() => expect(log).toHaveBeenCalledWith('The logout did not reach the server', expect.anything()));
  log.mockRestore();
});

test.each([
  ['with', {}],
  ['without', undefined],
])('the link of a reset mail works %s a session', { tags: ['A-ROUTE-06', 'A-ROUTE-36'] }, async (_with, account) => {
  open(`/resetpwd/${linkToken()}`, account);
  expect(await screen.findByLabelText('New password')).toBeDefined();
});

test('a session that ends says so over the screen; OK logs out', {
  tags: ['A-SESSION-10', 'A-SESSION-11', 'A-SESSION-27', 'A-ERR-18', 'C-ERR-06', 'C-MODAL-06'],
}, async () => {
  const user = open('/releases', {});
  await gallery();
  act(announceExpiry);
  const dialog = await screen.findByRole('alertdialog', { name: 'Session Expired' });
  expect(dialog.textContent).toContain('You must log in to continue');
  expect(at()).toBe('/releases');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await signInPage();
});
