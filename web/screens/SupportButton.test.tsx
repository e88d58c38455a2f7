import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginSession } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { accessToken } from '../testing/tokens.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetPassword } from './SetPassword.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { Verify } from './Verify.tsx';

const URL = 'https://support.promenade.test/';
const button = () => screen.queryAllByRole('link', { name: 'Support' }).filter((link) => !link.closest('footer'));

beforeEach(() => {
  fakeServer();
  site.supportUrl = URL;
});
afterEach(() => void (site.supportUrl = ''));

const screens: [string, ReactNode][] = [
  ['sign-up', <SignUp key="1" />],
  ['forgot password', <ForgotPassword key="2" />],
  ['reset password', <SetPassword key="3" />],
  ['verify', <Verify key="4" ready={async () => undefined} />],
];

test.each(screens)(
  'help floats over %s, in a new tab',
  { tags: ['A-SHELL-23', 'A-SHELL-24', 'A-ROUTE-16'] },
  (_name, piece) => {
    show(piece);
    const [link] = button();
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      URL,
      '_blank',
      'noopener',
    ]);
  },
);

test('the sign-in page shows no such button, nor does its form of a mailed link', {
  tags: ['A-SHELL-22'],
}, async () => {
  const user = show(<SignIn />);
  expect(button()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
  await screen.findByRole('button', { name: 'Send the link' });
  expect(button()).toEqual([]);
});

test('whoever is signed in sees none', { tags: ['A-SHELL-22'] }, () => {
  beginSession({ 'access-token': accessToken(1800), 'refresh-token': 'r' }, false);
  show(<SignUp />);
  expect(button()).toEqual([]);
});

test('without an address there is none', { tags: ['A-SHELL-24'] }, () => {
  site.supportUrl = '';
  show(<SignUp />);
  expect(button()).toEqual([]);
});

test('the footer links support, privacy and company, each in a new tab', { tags: ['A-SHELL-01', 'A-ROUTE-16'] }, () => {
  Object.assign(site, { privacyUrl: 'https://promenade.test/privacy', companyUrl: 'https://promenade.test/' });
  show(<SignIn />);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('footer a')];
  Object.assign(site, { privacyUrl: '', companyUrl: '' });
  expect(links.map((link) => [link.textContent, link.href, link.target, link.rel])).toEqual([
    ['Support', URL, '_blank', 'noopener'],
    ['Privacy', 'https://promenade.test/privacy', '_blank', 'noopener'],
    ['Company', 'https://promenade.test/', '_blank', 'noopener'],
  ]);
});
