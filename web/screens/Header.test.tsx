import { options } from '@promenade/contract/options';
import { profile } from '@promenade/contract/profile';
import { act, cleanup, screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usePageTitle } from '../platform/pageTitle.ts';
import { paths, releasePath } from '../platform/paths.ts';
import { readSlice } from '../platform/persistedState.ts';
import { site } from '../platform/site.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Header } from './Header.tsx';

const { supportUrl } = site;
const Address = () => <output>{useLocation().pathname}</output>;
const renderHeader = (path: string) =>
  renderScreen(
    withProviders(
      <>
        <Header />
        <Address />
      </>,
    ),
    path,
  );
const findBackButton = () => screen.queryByRole('button', { name: 'Back to releases' });

beforeEach(() => {
  mockWindowWidth(1440);
  fakeServer().stall(profile, 'nothing');
});
afterEach(() => void Object.assign(site, { supportUrl }));

test('the header has search, view toggle and downloads; pages other than the gallery have a back button', {
  tags: ['C-SHELL-03'],
}, async () => {
  fakeServer().answer(options, emptyOptions);
  renderHeader(paths.releases);
  for (const name of [/^Search/, 'Show as list', /^Downloads/]) {
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
  expect(findBackButton()).toBeNull();
  cleanup();
  renderHeader(paths.playlists);
  expect(findBackButton()).toBeTruthy();
});

test('on a phone the logo is the main navigation, with Releases alone', { tags: ['C-SHELL-02', 'A-SHELL-03'] }, () => {
  mockWindowWidth(390);
  renderHeader(paths.playlists);
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Releases', '/releases'],
  ]);
});

test('help opens the support page of the installation in a new tab', { tags: ['A-SHELL-17'] }, () => {
  Object.assign(site, { supportUrl: 'https://support.example' });
  renderHeader(paths.releases);
  const help = screen.getByRole<HTMLAnchorElement>('link', { name: 'Help' });
  expect([help.getAttribute('href'), help.target, help.rel]).toEqual(['https://support.example', '_blank', 'noopener']);
});

test('an installation without a support page has no help button', { tags: ['A-SHELL-17'] }, () => {
  Object.assign(site, { supportUrl: '' });
  renderHeader(paths.releases);
  expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
});

test.each([releasePath('r1'), '/nowhere'])(
  'the back button leads from %s to the releases',
  { tags: ['C-SHELL-08', 'C-SHELL-09'] },
  async (path) => {
    const user = renderHeader(path);
    const backButton = screen.getByRole('button', { name: 'Back to releases' });
    await user.click(backButton);
    expect(screen.getByRole('status').textContent).toBe('/releases');
    expect(findBackButton()).toBeNull();
  },
);

test('the gallery has no back button', { tags: ['C-SHELL-09'] }, () => {
  renderHeader(paths.releases);
  expect(findBackButton()).toBeNull();
});

test.each(['/profile', '/my-network', '/account-management', '/settings-preferences', '/account/management'])(
  'on a phone the back button leads from %s to the account menu',
  { tags: ['A-SHELL-15', 'A-SHELL-16'] },
  async (path) => {
    mockWindowWidth(390);
    const user = renderHeader(path);
    await user.click(screen.getByRole('button', { name: 'Back to account' }));
    expect(screen.getByRole('status').textContent).toBe('/account');
  },
);

test('on wider screens the back button of these pages leads to the releases', async () => {
  const user = renderHeader('/profile');
  await user.click(screen.getByRole('button', { name: 'Back to releases' }));
  expect(screen.getByRole('status').textContent).toBe('/releases');
});

test('tapping the avatar on a phone opens the account', { tags: ['A-SHELL-11', 'A-SHELL-10'] }, async () => {
  mockWindowWidth(390);
  const user = renderHeader(paths.releases);
  await user.click(screen.getByRole('link', { name: /Account menu/ }));
  expect(screen.getByRole('status').textContent).toBe('/account');
});

test.each([
  ['Profile', '/account/profile'],
  ['My Network', '/account/my-network'],
  ['Account Management', '/account/management'],
  ['Settings & Preferences', '/account/settings-preferences'],
  ['What labels see', '/account/what-labels-see'],
])('%s of the user menu leads to %s', { tags: ['A-SHELL-08', 'A-SHELL-10'] }, async (name, path) => {
  mockWindowWidth(1024);
  const user = renderHeader(paths.releases);
  await user.click(screen.getByRole('button', { name: /Account menu/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Profile',
    'My Network',
    'Account Management',
    'Settings & Preferences',
    'What labels see',
    'Sign out',
  ]);
  await user.click(screen.getByRole('menuitem', { name }));
  expect(screen.getByRole('status').textContent).toBe(path);
});

test('the gallery can show cards or a list, which is persisted; other pages have no toggle', {
  tags: ['C-SHELL-10', 'C-PERSIST-04'],
}, async () => {
  signInAs();
  const user = renderHeader(paths.releases);
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect(readSlice('setting')).toMatchObject({ view: 'list' });
  await user.click(screen.getByRole('button', { name: 'Show as cards' }));
  expect(readSlice('setting')).toMatchObject({ view: 'grid' });
  cleanup();
  renderHeader(releasePath('r1'));
  expect(screen.queryByRole('button', { name: /Show as/ })).toBeNull();
});

test.each([
  [true, ['Show as list', 'Search', 'Downloads', 'Invite', 'Help', 'RV Account menu']],
  [false, ['Show as list', 'Search', 'Downloads', 'Help', 'RV Account menu']],
])(
  'verified %s: the header has the controls %j',
  { tags: ['A-SHELL-04', 'A-NETWORK-11', 'A-ROLE-03', 'C-SHELL-11'] },
  (verified, expected) => {
    Object.assign(site, { supportUrl: 'https://support.example' });
    signInAs({ verified });
    renderHeader(paths.releases);
    const controls = [...document.querySelectorAll('header :is(a, button)')].map((control) =>
      control.getAttribute('aria-label'),
    );
    expect(controls).toEqual(expected);
  },
);

test.each([
  [1440, true],
  [390, false],
])('at %i px the title is between the controls: %j', { tags: ['A-SHELL-04'] }, (width, isBetween) => {
  mockWindowWidth(width);
  act(() => usePageTitle.setState({ title: 'Account Management' }));
  renderHeader(paths.account);
  expect(screen.getByRole('heading', { level: 1 }).closest('header') !== null).toBe(isBetween);
  act(() => usePageTitle.setState({ title: '' }));
});
