import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSession } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SetPassword } from './SetPassword.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { Verify } from './Verify.tsx';

const URL = 'https://support.promenade.test/';
const listSupportLinks = () =>
  screen.queryAllByRole('link', { name: 'Support' }).filter((link) => !link.closest('footer'));

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
  '%s has a floating support link that opens a new tab',
  { tags: ['A-SHELL-23', 'A-SHELL-24', 'A-ROUTE-16'] },
  (_name, element) => {
    renderScreen(element);
    const [link] = listSupportLinks();
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      URL,
      '_blank',
      'noopener',
    ]);
  },
);

test('the sign-in page has no support button, nor has the form for a sign-in link', {
  tags: ['A-SHELL-22'],
}, async () => {
  const user = renderScreen(<SignIn />);
  expect(listSupportLinks()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
  await screen.findByRole('button', { name: 'Send the link' });
  expect(listSupportLinks()).toEqual([]);
});

test('a signed-in person sees no support button', { tags: ['A-SHELL-22'] }, () => {
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  renderScreen(<SignUp />);
  expect(listSupportLinks()).toEqual([]);
});

test('without a support URL there is no support button', { tags: ['A-SHELL-24'] }, () => {
  site.supportUrl = '';
  renderScreen(<SignUp />);
  expect(listSupportLinks()).toEqual([]);
});

test('the footer links support, privacy and company, each in a new tab', { tags: ['A-SHELL-01', 'A-ROUTE-16'] }, () => {
  Object.assign(site, { privacyUrl: 'https://promenade.test/privacy', companyUrl: 'https://promenade.test/' });
  renderScreen(<SignIn />);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('footer a')];
  Object.assign(site, { privacyUrl: '', companyUrl: '' });
  expect(links.map((link) => [link.textContent, link.href, link.target, link.rel])).toEqual([
    ['Support', URL, '_blank', 'noopener'],
    ['Privacy', 'https://promenade.test/privacy', '_blank', 'noopener'],
    ['Company', 'https://promenade.test/', '_blank', 'noopener'],
  ]);
});
