import { exchangeLink, type LinkClaims, requestLoginLink } from '@promenade/contract/access';
import { screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { rememberLoginLink } from '../access/loginLink.ts';
import { paths } from '../platform/paths.ts';
import { beginSession, useSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { accessToken, linkToken } from '../testing/tokens.ts';
import { Verify } from './Verify.tsx';

const fresh = accessToken(1800);
const tokens = { 'access-token': fresh, 'refresh-token': 'r' };
const link = (more: Partial<LinkClaims> = {}) => linkToken({ kind: 'sign-in', ...more });
const submit = () => screen.findByRole('button', { name: 'Sign in' });
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(exchangeLink, tokens);
});

const open = (token = link()) =>
  show(
    <StrictMode>
      <Routes>
        <Route path={paths.verify} element={<Verify ready={async () => undefined} />} />
        <Route path={paths.home} element={<p>at home</p>} />
      </Routes>
    </StrictMode>,
    `/authverify/${token}`,
  );

test('in the browser that asked, the link signs in at once, and only once', {
  tags: ['A-ROUTE-04', 'A-MAGIC-11'],
}, async () => {
  rememberLoginLink('rosa@demo.test');
  const token = link();
  open(token);
  await screen.findByText('at home');
  expect(server.calls).toMatchObject([
    { method: 'POST', path: '/api/auth/pwdless', body: { token, flag: 'musicsite' } },
  ]);
  expect(useSession.getState()).toMatchObject({ accessToken: fresh, refreshToken: 'r' });
  expect(localStorage.getItem('loginLinkFor')).toBeNull();
});

test.each([
  ['asked for nothing', undefined],
  ['asked for another address', 'ada@demo.test'],
])('a browser that %s shows who would sign in, and waits', { tags: ['A-MAGIC-11'] }, async (_who, address) => {
  if (address) rememberLoginLink(address);
  const user = open();
  await screen.findByText('Sign in as rosa@demo.test?');
  expect(server.calls).toEqual([]);
  expect(useSession.getState().accessToken).toBeNull();
  await user.click(await submit());
  await screen.findByText('at home');
  expect(server.calls).toHaveLength(1);
  expect(localStorage.getItem('accessToken')).toBe(fresh);
});

test('a link that was asked for on a public computer starts a session of this tab only', {
  tags: ['A-MAGIC-11'],
}, async () => {
  const user = open(link({ publicdevice: true }));
  await user.click(await submit());
  await screen.findByText('at home');
  expect([localStorage.getItem('accessToken'), sessionStorage.getItem('accessToken')]).toEqual([null, fresh]);
});

test('a link works in a session of somebody else, too', { tags: ['A-ROUTE-36'] }, async () => {
  beginSession({ 'access-token': accessToken(60, { playerid: 'other' }), 'refresh-token': 'o' }, false);
  const user = open();
  await user.click(await submit());
  await waitFor(() => expect(useSession.getState().accessToken).toBe(fresh));
});

test.each([
  ['ran out', () => link({ exp: Date.now() / 1000 - 1 })],
  ['is for something else', () => linkToken({ kind: 'reset' })],
  ['says nothing', () => 'scrambled'],
])(
  'a link that %s is refused here, and a new one is offered',
  { tags: ['A-MAGIC-12', 'A-ERR-07', 'A-ERR-22'] },
  async (_what, token) => {
    rememberLoginLink('rosa@demo.test');
    open(token());
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrongPlease try again later.');
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeDefined();
    expect(server.calls).toEqual([]);
  },
);

test.each(['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const)(
  'a link that the server refuses with %s is followed by a new one to the same address',
  { tags: ['A-MAGIC-12', 'A-ERR-07', 'A-ERR-22'] },
  async (code) => {
    server.refuse(exchangeLink, code);
    server.answer(requestLoginLink, undefined);
    const user = open();
    await user.click(await submit());
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@demo.test');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    await screen.findByText('Check your inbox');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('without an answer the link can be tried again', { tags: ['A-MAGIC-11'] }, async () => {
  rememberLoginLink('rosa@demo.test');
  server.silence(exchangeLink);
  const user = open();
  await screen.findByRole('alert');
  server.answer(exchangeLink, tokens);
  await user.click(await submit());
  await screen.findByText('at home');
  expect(server.calls).toHaveLength(2);
});

test('an inactive account is told so', { tags: ['A-MAGIC-08', 'A-ERR-13'] }, async () => {
  server.refuse(exchangeLink, 'ACCOUNT_INACTIVE');
  const user = open();
  await user.click(await submit());
  expect((await screen.findByRole('alert')).textContent).toContain('There may be an issue with this account');
});
