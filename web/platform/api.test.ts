import { profile, signIn } from '@promenade/contract/access';
import { release, releases } from '@promenade/contract/catalogue';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../testing/server.ts';
import { accessToken } from '../testing/tokens.ts';
import { call } from './api.ts';
import { dismiss, useNotices } from './notices.ts';
import { beginSession, endSession, useSession } from './session.ts';

const begin = () => beginSession({ 'access-token': accessToken(900), 'refresh-token': 'r' }, false);
const credentials = { username: 'a@b.test', password: 'x' };
const notices = () => useNotices.getState().notices;

afterEach(() => {
  endSession();
  for (const { id } of notices()) dismiss(id);
});

test('a call goes below /api with its query and the access token (A-API-35)', async () => {
  const server = fakeServer();
  server.answer(releases, { items: [], total: 0, page: 2, pagesize: 40 });
  begin();
  await expect(call(releases, { query: { page: 2, sort: '-date' } })).resolves.toMatchObject({ page: 2 });
  expect(server.calls[0]).toMatchObject({
    method: 'GET',
    path: '/api/release?page=2&sort=-date',
    headers: { authorization: `Bearer ${useSession.getState().accessToken}` },
  });
});

test('what stands in the path is encoded', async () => {
  const server = fakeServer();
  await call(release, { params: { releaseid: 'a/b c?' } }).catch(() => undefined);
  expect(server.calls[0]?.path).toBe('/api/release/a%2Fb%20c%3F');
});

test('a refusal carries the code of the contract', async () => {
  fakeServer().refuse(signIn, 'INVALID_CREDENTIALS');
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', status: 401 });
});

test('an answer that nobody understands is unexpected, not a crash', async () => {
  fakeServer().fail(signIn, 500, '<html>');
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({ code: 'UNEXPECTED', status: 500 });
});

test('a dead session under a running app opens the dialog (A-SESSION-07)', async () => {
  fakeServer().refuse(profile, 'UNAUTHENTICATED');
  begin();
  await expect(call(profile, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
});

test('an outage is told once, and again only after the service was back (A-ERR-19, A-ERR-21)', async () => {
  const server = fakeServer();
  const ask = () => call(signIn, { body: credentials }).catch(() => undefined);
  server.fail(signIn, 503);
  await ask();
  server.silence(signIn);
  await ask();
  expect(notices()).toMatchObject([{ category: 'serviceUnavailable', notificationType: 'error' }]);
  server.refuse(signIn, 'INVALID_CREDENTIALS');
  await ask();
  server.fail(signIn, 502);
  await ask();
  expect(notices()).toHaveLength(2);
});
