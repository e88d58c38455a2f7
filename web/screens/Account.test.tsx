import '../testing/render.ts';
import type { AccessClaims } from '@promenade/contract/access';
import { releases } from '@promenade/contract/catalogue';
import { connect, connections } from '@promenade/contract/network';
import { merge, profile } from '@promenade/contract/profile';
import { countries } from '@promenade/contract/signUp';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { endSession, startSession, useSession } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { Router } from '../router.tsx';
import { createProfile } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createAccessToken, createLinkToken } from '../testing/tokens.ts';

const names = { ...site };
const at = () => window.location.pathname + window.location.search;
const tab = (name: string) => screen.findByRole('tab', { name });
const selected = async () => (await screen.findByRole('tab', { selected: true })).textContent;
const profileHere = () => screen.findByRole('region', { name: 'Profile' });
const managementHere = () => screen.findByText('No active subscription');
let server: FakeServer;

// Loads the lazy screens before the tests, outside their timeouts.
beforeAll(async () => {
  prepare();
  open('/account');
  await screen.findByRole('region', { name: 'Profile' }, { timeout: 60_000 });
  await Promise.all([import('./Releases.tsx'), import('../design/Dialog.tsx')]);
  cleanup();
  endSession();
}, 60_000);

beforeEach(prepare);
afterEach(() => void Object.assign(site, names));

function prepare(): void {
  mockWindowWidth(1440);
  server = fakeServer();
  server.answer(profile, createProfile());
  server.answer(countries, { data: { countries: ['DE'], states: {} } });
  server.answer(connections, { data: { connections: [] } });
  server.answer(connect, { data: { connected: [] } });
  server.answer(releases, { items: [], total: 0, page: 1, pagesize: 40 });
}

function open(address: string, account: Partial<AccessClaims> = {}) {
  window.history.replaceState(null, '', address);
  startSession({ 'access-token': createAccessToken(1800, account), 'refresh-token': 'r' }, false);
  render(<Router />);
  return userEvent.setup();
}

test.each([1440, 1024])(
  'at %i px the account area has tabs, each with its address',
  { tags: ['A-SHELL-12', 'A-ACCOUNT-12', 'A-ROUTE-22', 'A-ROUTE-24'] },
  async (width) => {
    mockWindowWidth(width);
    const user = open('/account');
    await profileHere();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Profile',
      'My Network',
      'Account Management',
      'Settings & Preferences',
      'What labels see',
    ]);
    const targets = [];
    for (const name of ['My Network', 'Account Management', 'Settings & Preferences', 'Profile']) {
      await user.click(await tab(name));
      expect(await selected()).toBe(name);
      targets.push(at());
    }
    expect(targets).toEqual([
      '/account/my-network',
      '/account/management',
      '/account/settings-preferences',
      '/account/profile',
    ]);
  },
);

test('arrow keys move between tabs, Enter chooses one, and the focus stays on the tabs', async () => {
  const user = open('/account/profile');
  const first = await tab('Profile');
  first.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  await managementHere();
  expect(document.activeElement).toBe(await tab('Account Management'));
  expect(screen.getByRole('tabpanel', { name: 'Account Management' })).toBeDefined();
});

test.each([
  ['/account', 'Profile'],
  ['/account/nothing-of-this-name', 'Profile'],
  ['/profile', 'Profile'],
  ['/my-network', 'My Network'],
  ['/account-management', 'Account Management'],
  ['/settings-preferences', 'Settings & Preferences'],
  ['/account/settings-preferences', 'Settings & Preferences'],
])('on a wide window %s shows %s', { tags: ['A-ROUTE-19', 'A-ROUTE-23', 'A-ROUTE-37'] }, async (address, name) => {
  open(address);
  expect(await selected()).toBe(name);
});

test('on a phone the account is a menu of its pages, sign-out and the footer links', {
  tags: ['A-SHELL-13', 'A-SHELL-14', 'A-ROUTE-19'],
}, async () => {
  mockWindowWidth(390);
  Object.assign(site, {
    supportUrl: 'https://s.example',
    privacyUrl: 'https://p.example',
    companyUrl: 'https://c.example',
  });
  open('/account');
  const menu = await screen.findByRole('navigation', { name: 'Account' });
  const entries = within(menu).getAllByRole('link');
  expect(entries.map((entry) => [entry.textContent, entry.getAttribute('href')])).toEqual([
    ['Profile', '/profile'],
    ['My Network', '/my-network'],
    ['Account Management', '/account-management'],
    ['Settings & Preferences', '/settings-preferences'],
    ['What labels see', '/what-labels-see'],
  ]);
  expect(
    ['Support', 'Privacy', 'Company'].map((name) => screen.getByRole('link', { name }).getAttribute('href')),
  ).toEqual(['https://s.example', 'https://p.example', 'https://c.example']);
  expect(screen.queryByRole('tab')).toBeNull();
});

test('on a phone the account page links to the pages missing from the header', {
  tags: ['A-SHELL-03', 'C-SHELL-02'],
}, async () => {
  mockWindowWidth(390);
  open('/account');
  const music = await screen.findByRole('navigation', { name: 'Your music' });
  expect(
    within(music)
      .getAllByRole('link')
      .map((entry) => [entry.textContent, entry.getAttribute('href')]),
  ).toEqual([
    ['Playlists', '/playlists'],
    ['Flagged', '/flagged'],
    ['Archived', '/archived'],
    ['History', '/recently_played'],
  ]);
});

test('signing out on a phone asks first', { tags: ['A-SHELL-14', 'A-SHELL-09'] }, async () => {
  mockWindowWidth(390);
  const user = open('/account');
  await user.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('alertdialog', { name: 'Sign out?' });
  expect(useSession.getState().accessToken).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(useSession.getState().accessToken).toBeNull();
});

test.each(['/account-management', '/account/management'])(
  'on a phone %s is a page with a back arrow to the menu',
  { tags: ['A-ROUTE-37', 'A-SHELL-16'] },
  async (address) => {
    mockWindowWidth(390);
    const user = open(address);
    await managementHere();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Management');
    expect(screen.queryByRole('tab')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to account' }));
    expect(await screen.findByRole('navigation', { name: 'Account' })).toBeDefined();
  },
);

test.each([
  [1440, 'merge', '/account/settings-preferences'],
  [1024, 'split', '/account/settings-preferences'],
  [768, 'merge', '/account/settings-preferences'],
  [390, 'merge', '/settings-preferences'],
  [390, 'split', '/settings-preferences'],
])(
  'at %i px the link of a %s mail redirects to %s without a history entry',
  { tags: ['A-ROUTE-25', 'A-ROUTE-26', 'A-ROUTE-27', 'A-ROUTE-28'] },
  async (width, kind, target) => {
    mockWindowWidth(width);
    server.stall(merge, 'nothing');
    const token = createLinkToken();
    const before = window.history.length;
    open(`/${kind}/${token}`);
    await waitFor(() => expect(at()).toBe(`${target}?${kind}=${token}`));
    expect(window.history.length).toBe(before);
  },
);

/** Changes the city without saving. */
async function change() {
  const user = open('/account/profile');
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  const city = screen.getByLabelText<HTMLInputElement>('City');
  await user.type(city, '!');
  return { user, city };
}
const question = () => screen.findByRole('alertdialog', { name: 'Unsaved changes' });

test.each([
  ['a tab', () => tab('Account Management'), '/account/management'],
  [
    'the sidebar',
    async () => within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Releases' }),
    '/releases',
  ],
  ['the back arrow of the page', () => screen.findByRole('button', { name: 'Back to releases' }), '/releases'],
])(
  '%s asks before unsaved changes are lost, with the answers stay and leave',
  { tags: ['A-PROFILE-09'] },
  async (_what, control, target) => {
    const { user, city } = await change();
    await user.click(await control());
    await question();
    expect(at()).toBe('/account/profile');
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(city.value).toBe('Berlin!');
    await user.click(await control());
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(at()).toBe(target));
    await waitFor(() => expect(screen.queryByLabelText('City')).toBeNull());
  },
);

test('the back button of the browser asks too; the address stays until the answer is leave', {
  tags: ['A-PROFILE-09'],
}, async () => {
  const user = open('/account/management');
  await user.click(await tab('Profile'));
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await user.type(screen.getByLabelText('City'), '!');
  act(() => window.history.back());
  await question();
  await waitFor(() => expect(at()).toBe('/account/profile'));
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Berlin!');
  act(() => window.history.back());
  await question();
  await waitFor(() => expect(at()).toBe('/account/profile'));
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await managementHere();
  expect(at()).toBe('/account/management');
});

test('leaving without changes asks nothing', { tags: ['A-PROFILE-09'] }, async () => {
  const user = open('/account/profile');
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await user.click(await tab('Account Management'));
  expect(await managementHere()).toBeDefined();
});
