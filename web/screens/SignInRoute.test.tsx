import {
  exchangeSignInLink,
  type LinkClaims,
  requestReset,
  requestSignInLink,
  signIn,
  signInLink,
} from '@promenade/contract/access';
import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { rememberSignInLink } from '../access/authentication.ts';
import { setDeepLink } from '../platform/deepLink.ts';
import { paths } from '../platform/paths.ts';
import { startSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { createAccessToken, createLinkToken } from '../testing/tokens.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SignInRoute } from './SignInRoute.tsx';
import { Verify } from './Verify.tsx';

const tokens = { 'access-token': createAccessToken(1800), 'refresh-token': 'r' };
const link = 'x'.repeat(43);
const storedToken = () => localStorage.getItem('connectionToken');
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(signInLink, { data: { email: 'rosa@demo.test', publicdevice: false, state: 'open' } });
  server.answer(exchangeSignInLink, tokens);
});

const open = (address: string) =>
  renderScreen(
    <Routes>
      <Route path={paths.home} element={<SignInRoute />} />
      <Route path={paths.login} element={<SignInRoute />} />
      <Route path={paths.signIn} element={<SignInRoute />} />
      <Route path={paths.forgotPassword} element={<ForgotPassword />} />
      <Route path={paths.verify} element={<Verify ready={async () => undefined} />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    address,
  );

function Elsewhere() {
  return <p data-testid="elsewhere">{useLocation().pathname}</p>;
}

const signInPage = () => screen.findByRole('heading', { name: 'Sign in', level: 1 });
const elsewhere = async () => (await screen.findByTestId('elsewhere')).textContent;

test.each(['/signin/invited-1', '/?signInConnectionToken=invited-1', '/login?signInConnectionToken=invited-1'])(
  '%s is the sign-in page and stores the invitation',
  { tags: ['A-ROUTE-05', 'A-ROUTE-10', 'A-ROUTE-11'] },
  async (address) => {
    open(address);
    await signInPage();
    expect(storedToken()).toBe('invited-1');
  },
);

test('without an invitation in the address a stored one stays', { tags: ['A-ROUTE-05'] }, async () => {
  localStorage.setItem('connectionToken', 'earlier');
  open('/');
  await signInPage();
  expect(storedToken()).toBe('earlier');
});

test.each(['/signin/invited-2', '/?signInConnectionToken=invited-2', '/login'])(
  '%s redirects a signed-in person to the releases',
  { tags: ['A-ROUTE-05', 'A-ROUTE-13'] },
  async (address) => {
    startSession(tokens, false);
    open(address);
    expect(await elsewhere()).toBe('/releases');
    expect(storedToken()).toBe(address === '/login' ? null : 'invited-2');
  },
);

const invitation = (more: Partial<LinkClaims> = {}) =>
  createLinkToken({
    kind: 'invitation',
    email: 'rosa@demo.test',
    inviter_email: 'ada@demo.test',
    inviter_name: 'Ada Byron',
    ...more,
  });
const expired = { exp: Date.now() / 1000 - 1 };

test.each([
  [invitation(), 'Ada Byron invites you to connectSign in to the account of rosa@demo.test to accept.'],
  [invitation(expired), 'invitation link has expiredAsk Ada Byron for a new invitation.'],
])(
  'the sign-in page says who invites which address',
  {
    tags: ['A-ROUTE-05', 'requirements decision 43'],
  },
  async (token, expected) => {
    open(`/signin/${token}`);
    await signInPage();
    expect((await screen.findByText(/Ada Byron/)).closest('[role]')?.textContent).toBe(expected);
  },
);

test.each([
  ['merge', {}, 'Sign in to link new@demo.testThe account of rosa@demo.test asked for it.'],
  ['split', {}, 'Sign in to unlink new@demo.testThe account of rosa@demo.test asked for it.'],
  ['merge', expired, 'This link has expiredSign in and add new@demo.test again in your settings.'],
] as const)(
  'the sign-in page says what a link to %s addresses is about, before it is used',
  {
    tags: ['A-ROUTE-34', 'requirements decision 43'],
  },
  async (kind, more, expected) => {
    const token = createLinkToken({ kind, email: 'new@demo.test', account: 'rosa@demo.test', ...more });
    setDeepLink({ pathname: `/${kind}/${token}`, search: '' });
    open('/');
    expect((await screen.findByText(/new@demo\.test/)).closest('[role]')?.textContent).toBe(expected);
    expect(server.calls).toEqual([]);
  },
);

test.each([
  ['Accept', 'stores'],
  ['Not now', 'does not store'],
])(
  'a signed-in person is asked about an invitation: %s %s it',
  {
    tags: ['A-NETWORK-45', 'A-ROUTE-13', 'requirements decision 43'],
  },
  async (answer) => {
    const token = invitation();
    startSession(tokens, false);
    const user = open(`/signin/${token}`);
    await screen.findByText('Ada Byron invites you to connect');
    expect(screen.getByText(/The invitation is for rosa@demo\.test/)).toBeDefined();
    expect(storedToken()).toBeNull();
    await user.click(screen.getByRole('button', { name: answer }));
    expect([await elsewhere(), storedToken()]).toEqual(['/releases', answer === 'Accept' ? token : null]);
  },
);

test('an expired invitation says so to a signed-in person, and leads to the releases', {
  tags: ['requirements decision 43'],
}, async () => {
  startSession(tokens, false);
  const user = open(`/signin/${invitation(expired)}`);
  expect((await screen.findByRole('alert')).textContent).toContain('Ask Ada Byron for a new invitation.');
  await user.click(screen.getByRole('button', { name: 'Go to releases' }));
  expect([await elsewhere(), storedToken()]).toEqual(['/releases', null]);
});

test('who signs in on the page of an invitation is not asked again', {
  tags: ['A-NETWORK-30', 'requirements decision 43'],
}, async () => {
  const token = invitation();
  server.answer(signIn, tokens);
  const user = open(`/signin/${token}`);
  await user.type(await screen.findByLabelText('Email'), 'rosa@demo.test');
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  expect([await elsewhere(), storedToken()]).toEqual(['/releases', token]);
});

test('the invitation survives a sign-in on a public computer', { tags: ['A-ROUTE-05'] }, async () => {
  server.answer(signIn, tokens);
  const user = open('/signin/invited-3');
  await user.type(await screen.findByLabelText('Email'), 'rosa@demo.test');
  await user.type(screen.getByLabelText('Password'), 'x');
  await user.click(screen.getByRole('checkbox'));
  await user.keyboard('{Enter}');
  expect([await elsewhere(), storedToken()]).toEqual(['/releases', 'invited-3']);
});

test.each([`/?token=${link}`, `/login?token=${link}`, `/authverify/${link}`])(
  'a token in the address starts as the link of the mail does, and lands at the releases',
  { tags: ['A-ROUTE-10', 'A-ROUTE-11', 'A-ROUTE-12', 'A-ROUTE-14', 'A-STATE-15'] },
  async (address) => {
    rememberSignInLink('rosa@demo.test');
    open(address);
    expect(await elsewhere()).toBe('/releases');
    expect(server.calls.map(({ body }) => body)).toEqual([{ token: link }, { token: link, flag: 'musicsite' }]);
  },
);

test('a sign-in token in the query opens the confirmation and is not used', {
  tags: ['A-ROUTE-12'],
}, async () => {
  open(`/?token=${link}`);
  await screen.findByText('Sign in as rosa@demo.test?');
  expect(server.calls).toMatchObject([{ path: '/api/auth/login-email/link', body: { token: link } }]);
});

test('the page links to the forgotten password, which links back', {
  tags: ['A-ROUTE-07', 'A-SIGNIN-04'],
}, async () => {
  const user = open('/');
  const forgot = await screen.findByRole('link', { name: 'Forgot password?' });
  expect(forgot.getAttribute('href')).toBe('/forgot-password');
  await user.click(forgot);
  await screen.findByRole('heading', { name: 'Forgot password' });
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await signInPage();
});

test('the page switches between password and sign-in link', {
  tags: ['A-GEN-03', 'A-SIGNIN-05', 'A-MAGIC-01'],
}, async () => {
  server.answer(requestSignInLink, undefined);
  const user = open('/');
  await user.click(await screen.findByRole('button', { name: 'Email me a sign-in link' }));
  await screen.findByRole('heading', { name: 'Sign in by email' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign in with a password' }));
  await signInPage();
  expect(screen.getByLabelText('Password')).toBeDefined();
});

test('the link to request an account opens a new tab', {
  tags: ['A-SIGNIN-06', 'A-SIGNIN-07'],
}, async () => {
  open('/');
  const request = await screen.findByRole('link', { name: 'Request an account' });
  expect([request.getAttribute('href'), request.getAttribute('target'), request.getAttribute('rel')]).toEqual([
    '/signup',
    '_blank',
    'noopener',
  ]);
});

test('the forgotten-password form has the focus in its field, then on the confirmation', {
  tags: ['A-ROUTE-07', 'A-RESET-04'],
}, async () => {
  server.answer(requestReset, undefined);
  const user = open('/');
  await signInPage();
  await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
  expect(document.activeElement).toBe(await screen.findByLabelText('Email'));
  await user.keyboard('rosa@demo.test{Enter}');
  expect(document.activeElement).toBe(await screen.findByRole('status'));
});
