import { exchangeSignInLink, requestSignInLink, signInLink } from '@promenade/contract/access';
import type { RouteAnswer } from '@promenade/contract/route';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { rememberSignInLink } from '../access/authentication.ts';
import { paths } from '../platform/paths.ts';
import { startSession, useSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { Verify } from './Verify.tsx';

const fresh = createAccessToken(1800);
const tokens = { 'access-token': fresh, 'refresh-token': 'r' };
const token = 'x'.repeat(43);
const submit = () => screen.findByRole('button', { name: 'Sign in' });
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  answerLink();
  server.answer(exchangeSignInLink, tokens);
});

const answerLink = (more: Partial<RouteAnswer<typeof signInLink>['data']> = {}) =>
  server.answer(signInLink, { data: { email: 'rosa@demo.test', publicdevice: false, state: 'open', ...more } });
const exchanges = () => server.calls.filter(({ path }) => path === '/api/auth/pwdless');

const open = () =>
  renderScreen(
    <StrictMode>
      <Routes>
        <Route path={paths.verify} element={<Verify ready={async () => undefined} />} />
        <Route path={paths.home} element={<p>at home</p>} />
      </Routes>
    </StrictMode>,
    `/authverify/${token}`,
  );

test('in the browser that requested it the link signs in at once, and only once', {
  tags: ['A-ROUTE-04', 'A-MAGIC-11'],
}, async () => {
  rememberSignInLink('rosa@demo.test');
  open();
  await screen.findByText('at home');
  expect(exchanges()).toMatchObject([{ method: 'POST', body: { token, flag: 'musicsite' } }]);
  expect(useSession.getState()).toMatchObject({ accessToken: fresh, refreshToken: 'r' });
  expect(localStorage.getItem('loginLinkFor')).toBeNull();
});

test.each([
  ['requested nothing', undefined],
  ['requested a link to another address', 'ada@demo.test'],
])('a browser that %s shows the account and waits for a click', { tags: ['A-MAGIC-11'] }, async (_who, address) => {
  if (address) rememberSignInLink(address);
  const user = open();
  await screen.findByText('Sign in as rosa@demo.test?');
  expect(exchanges()).toEqual([]);
  expect(useSession.getState().accessToken).toBeNull();
  await user.click(await submit());
  await screen.findByText('at home');
  expect(exchanges()).toHaveLength(1);
  expect(localStorage.getItem('accessToken')).toBe(fresh);
});

test('a link requested on a public computer starts a session of this tab only', {
  tags: ['A-MAGIC-11'],
}, async () => {
  answerLink({ publicdevice: true });
  const user = open();
  await user.click(await submit());
  await screen.findByText('at home');
  expect([localStorage.getItem('accessToken'), sessionStorage.getItem('accessToken')]).toEqual([null, fresh]);
});

test('a link also works in the session of another account', { tags: ['A-ROUTE-36'] }, async () => {
  startSession({ 'access-token': createAccessToken(60, { playerid: 'other' }), 'refresh-token': 'o' }, false);
  const user = open();
  await user.click(await submit());
  await waitFor(() => expect(useSession.getState().accessToken).toBe(fresh));
});

test('an expired link says so without being used, and a new one is offered', { tags: ['A-MAGIC-12'] }, async () => {
  rememberSignInLink('rosa@demo.test');
  answerLink({ state: 'expired' });
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('This sign-in link has expired');
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Sign in with a password' })).toBeDefined();
  expect(exchanges()).toEqual([]);
});

test('a link that was used says so, and leads a person who is signed in to the releases', {
  tags: ['A-MAGIC-12', 'requirements decision 44'],
}, async () => {
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  answerLink({ state: 'used' });
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('It was already used, or a newer one was sent.');
  expect(screen.getByText('You are signed in as rosa@demo.test.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to releases' }).getAttribute('href')).toBe('/releases');
});

test.each([
  ['is mangled', 'INVALID_TOKEN', 'Something went wrongPlease try again later.'],
  ['was replaced', 'TOKEN_EXPIRED', 'This sign-in link does not work any more'],
] as const)(
  'a link that %s is not used, and a new one is offered',
  { tags: ['A-MAGIC-12', 'A-ERR-07', 'A-ERR-22'] },
  async (_what, code, words) => {
    rememberSignInLink('rosa@demo.test');
    server.refuse(signInLink, code);
    open();
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeDefined();
    expect(exchanges()).toEqual([]);
  },
);

test('a link that ends while its page is open says that it has expired', { tags: ['A-MAGIC-12'] }, async () => {
  server.refuse(exchangeSignInLink, 'TOKEN_EXPIRED');
  const user = open();
  const button = await submit();
  answerLink({ state: 'expired' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('This sign-in link has expired');
});

test('without an answer about the link it is asked again', async () => {
  server.disconnect(signInLink);
  const user = open();
  await screen.findByRole('alert');
  answerLink();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Sign in as rosa@demo.test?')).toBeDefined();
});

test.each([
  ['INVALID_TOKEN', 'Something went wrong'],
  ['TOKEN_EXPIRED', 'This sign-in link does not work any more'],
] as const)(
  'a link that the server refuses with %s offers a new one to the same address',
  { tags: ['A-MAGIC-12', 'A-ERR-07', 'A-ERR-22'] },
  async (code, title) => {
    server.refuse(exchangeSignInLink, code);
    server.answer(requestSignInLink, undefined);
    const user = open();
    await user.click(await submit());
    expect((await screen.findByRole('alert')).textContent).toContain(title);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@demo.test');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByText('Check your inbox');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('without an answer the link can be retried', { tags: ['A-MAGIC-11'] }, async () => {
  rememberSignInLink('rosa@demo.test');
  server.disconnect(exchangeSignInLink);
  const user = open();
  await screen.findByRole('alert');
  server.answer(exchangeSignInLink, tokens);
  await user.click(await submit());
  await screen.findByText('at home');
  expect(exchanges()).toHaveLength(2);
});

test('an inactive account gets its message', { tags: ['A-MAGIC-08', 'A-ERR-13'] }, async () => {
  server.refuse(exchangeSignInLink, 'ACCOUNT_INACTIVE');
  const user = open();
  await user.click(await submit());
  expect((await screen.findByRole('alert')).textContent).toContain('There may be an issue with this account');
});
