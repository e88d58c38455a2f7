import { options } from '@promenade/contract/options';
import { profile } from '@promenade/contract/profile';
import { act, cleanup, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usePageTitle } from '../platform/pageTitle.ts';
import { paths, releasePath } from '../platform/paths.ts';
import { readSlice } from '../platform/persisted.ts';
import { site } from '../platform/site.ts';
import { windowOf } from '../testing/browser.ts';
import { noOptions } from '../testing/options.ts';
import { asAccount } from '../testing/people.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { Header } from './Header.tsx';

const { supportUrl } = site;
const Address = () => <output>{useLocation().pathname}</output>;
const shown = (at: string) =>
  show(
    signedIn(
      <>
        <Header />
        <Address />
      </>,
    ),
    at,
  );
const back = () => screen.queryByRole('button', { name: 'Back to releases' });

beforeEach(() => {
  windowOf(1440);
  fakeServer().stall(profile, 'nothing');
});
afterEach(() => void Object.assign(site, { supportUrl }));

test('the top bar holds search, the switch of the view and the downloads; beyond the gallery the way back', {
  tags: ['C-SHELL-03'],
}, async () => {
  fakeServer().answer(options, noOptions);
  shown(paths.releases);
  for (const name of [/^Search/, 'Show as list', /^Downloads/]) {
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
  expect(back()).toBeNull();
  cleanup();
  shown(paths.playlists);
  expect(back()).toBeTruthy();
});

test('help opens the support page of the installation in a new tab', { tags: ['A-SHELL-17'] }, () => {
  Object.assign(site, { supportUrl: 'https://support.example' });
  shown(paths.releases);
  const help = screen.getByRole<HTMLAnchorElement>('link', { name: 'Help' });
  expect([help.getAttribute('href'), help.target, help.rel]).toEqual(['https://support.example', '_blank', 'noopener']);
});

test('an installation without a support page has no help button', { tags: ['A-SHELL-17'] }, () => {
  Object.assign(site, { supportUrl: '' });
  shown(paths.releases);
  expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
});

test.each([releasePath('r1'), '/nowhere'])(
  'the back arrow leads from %s to the releases',
  { tags: ['C-SHELL-08', 'C-SHELL-09'] },
  async (at) => {
    const person = shown(at);
    const arrow = screen.getByRole('button', { name: 'Back to releases' });
    await person.click(arrow);
    expect(screen.getByRole('status').textContent).toBe('/releases');
    expect(back()).toBeNull();
  },
);

test('the gallery itself has no back arrow', { tags: ['C-SHELL-09'] }, () => {
  shown(paths.releases);
  expect(back()).toBeNull();
});

test.each(['/profile', '/my-network', '/account-management', '/settings-preferences', '/account/management'])(
  'on a phone the back arrow leads from %s to the menu of the account',
  { tags: ['A-SHELL-15', 'A-SHELL-16'] },
  async (at) => {
    windowOf(390);
    const person = shown(at);
    await person.click(screen.getByRole('button', { name: 'Back to account' }));
    expect(screen.getByRole('status').textContent).toBe('/account');
  },
);

test('with room for tabs the same pages lead back to the releases', async () => {
  const person = shown('/profile');
  await person.click(screen.getByRole('button', { name: 'Back to releases' }));
  expect(screen.getByRole('status').textContent).toBe('/releases');
});

test('tapping the avatar on a phone opens the account', { tags: ['A-SHELL-11', 'A-SHELL-10'] }, async () => {
  windowOf(390);
  const person = shown(paths.releases);
  await person.click(screen.getByRole('link', { name: /Account menu/ }));
  expect(screen.getByRole('status').textContent).toBe('/account');
});

test.each([
  ['Profile', '/account/profile'],
  ['My Network', '/account/my-network'],
  ['Account Management', '/account/management'],
  ['Settings & Preferences', '/account/settings-preferences'],
])('%s of the user menu leads to %s', { tags: ['A-SHELL-08', 'A-SHELL-10'] }, async (entry, address) => {
  windowOf(1024);
  const person = shown(paths.releases);
  await person.click(screen.getByRole('button', { name: /Account menu/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Profile',
    'My Network',
    'Account Management',
    'Settings & Preferences',
    'Sign out',
  ]);
  await person.click(screen.getByRole('menuitem', { name: entry }));
  expect(screen.getByRole('status').textContent).toBe(address);
});

test('the gallery has a switch between cards and list, which is kept; other pages have none', {
  tags: ['C-SHELL-10', 'C-PERSIST-04'],
}, async () => {
  const person = shown(paths.releases);
  await person.click(screen.getByRole('button', { name: 'Show as list' }));
  expect(readSlice('setting')).toMatchObject({ view: 'list' });
  await person.click(screen.getByRole('button', { name: 'Show as cards' }));
  expect(readSlice('setting')).toMatchObject({ view: 'grid' });
  cleanup();
  shown(releasePath('r1'));
  expect(screen.queryByRole('button', { name: /Show as/ })).toBeNull();
});

test.each([
  [true, ['Search', 'Show as list', 'Downloads', 'Invite', 'Help', 'RV Account menu']],
  [false, ['Search', 'Show as list', 'Downloads', 'Help', 'RV Account menu']],
])(
  'verified %s: after the title come %j',
  { tags: ['A-SHELL-04', 'A-NETWORK-11', 'A-ROLE-03', 'C-SHELL-11'] },
  (verified, expected) => {
    Object.assign(site, { supportUrl: 'https://support.example' });
    asAccount({ verified });
    shown(paths.releases);
    const controls = [...document.querySelectorAll('header :is(a, button)')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(controls.slice(1)).toEqual(expected);
  },
);

test.each([
  [1440, true],
  [390, false],
])('at %i px the title stands between the controls: %j', { tags: ['A-SHELL-04'] }, (width, isBetween) => {
  windowOf(width);
  act(() => usePageTitle.setState({ title: 'Account Management' }));
  shown(paths.account);
  expect(screen.getByRole('heading', { level: 1 }).closest('header') !== null).toBe(isBetween);
  act(() => usePageTitle.setState({ title: '' }));
});
