import { profile } from '@promenade/contract/profile';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths, releasePath } from '../platform/paths.ts';
import { site } from '../platform/site.ts';
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

beforeEach(() => fakeServer().stall(profile, 'nothing'));
afterEach(() => void Object.assign(site, { supportUrl }));

test('help opens the support page of the installation in a new tab (A-SHELL-17)', () => {
  Object.assign(site, { supportUrl: 'https://support.example' });
  shown(paths.releases);
  const help = screen.getByRole<HTMLAnchorElement>('link', { name: 'Help' });
  expect([help.getAttribute('href'), help.target, help.rel]).toEqual(['https://support.example', '_blank', 'noopener']);
});

test('an installation without a support page has no help button (A-SHELL-17)', () => {
  Object.assign(site, { supportUrl: '' });
  shown(paths.releases);
  expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
});

test.each([releasePath('r1'), '/nowhere'])(
  'the back arrow leads from %s to the releases (C-SHELL-08, C-SHELL-09)',
  async (at) => {
    const person = shown(at);
    const arrow = screen.getByRole('button', { name: 'Back to releases' });
    await person.click(arrow);
    expect(screen.getByRole('status').textContent).toBe('/releases');
    expect(back()).toBeNull();
  },
);

test('the gallery itself has no back arrow (C-SHELL-09)', () => {
  shown(paths.releases);
  expect(back()).toBeNull();
});
