import { refresh, signIn } from '@promenade/contract/access';
import { release, releases } from '@promenade/contract/catalogue';
import { audioDownload } from '@promenade/contract/downloads';
import { createPlaylist } from '@promenade/contract/playlists';
import { profile } from '@promenade/contract/profile';
import { countries } from '@promenade/contract/signUp';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createGatedResponse } from '../testing/fileResponses.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { call } from './api.ts';
import { fetchBytes, fetchFile, streamFile } from './files.ts';
import { dismissNotice, useNotices } from './notices.ts';
import { endSession, startSession, useSession } from './session.ts';
import { refreshSession } from './sessionRefresh.ts';

const createRefusal = () => Response.json({ error: { code: 'UNAUTHENTICATED', message: '' } }, { status: 401 });
const startTestSession = () => startSession({ 'access-token': createAccessToken(900), 'refresh-token': 'r' }, false);
const credentials = { username: 'a@b.test', password: 'x' };
const notices = () => useNotices.getState().notices;

afterEach(() => {
  endSession();
  for (const { id } of notices()) dismissNotice(id);
});

test('a call goes below /api with its query and the access token', { tags: ['A-API-35'] }, async () => {
  const server = fakeServer();
  server.answer(releases, { items: [], total: 0, page: 2, pagesize: 40 });
  startTestSession();
  await expect(call(releases, { query: { page: 2, sort: '-date' } })).resolves.toMatchObject({ page: 2 });
  expect(server.calls[0]).toMatchObject({
    method: 'GET',
    path: '/api/release?page=2&sort=-date',
    headers: { authorization: `Bearer ${useSession.getState().accessToken}` },
  });
});

test('every call of a signed-in person has the access token, and none before the sign-in', {
  tags: ['A-API-31'],
}, async () => {
  const server = fakeServer();
  const headersOf = async () => {
    server.calls.length = 0;
    await Promise.allSettled([
      call(countries, {}),
      call(profile, {}),
      fetchBytes('/api/cover/r/x.webp'),
      fetchFile('/api/report/r/pdf'),
    ]);
    return server.calls.map(({ headers }) => headers['authorization']);
  };
  expect(await headersOf()).toEqual([undefined, undefined, undefined, undefined]);
  startTestSession();
  const authorization = `Bearer ${useSession.getState().accessToken}`;
  expect(await headersOf()).toEqual([authorization, authorization, authorization, authorization]);
  server.calls.length = 0;
  await refreshSession();
  expect(server.calls).toMatchObject([{ path: '/api/auth/refresh', headers: { authorization } }]);
});

test('path parameters are encoded', async () => {
  const server = fakeServer();
  await call(release, { params: { releaseid: 'a/b c?' } }).catch(() => undefined);
  expect(server.calls[0]?.path).toBe('/api/release/a%2Fb%20c%3F');
});

test('a refusal has the status, code and message of the response', { tags: ['C-API-04'] }, async () => {
  const server = fakeServer();
  server.refuse(signIn, 'INVALID_CREDENTIALS');
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
    status: 401,
    message: 'Your email or password is incorrect. Please try again.',
  });
  const error = { code: 'VALIDATION', message: 'No', fields: { username: 'Not an address' } };
  server.fail(signIn, 400, JSON.stringify({ error }));
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({ ...error, status: 400 });
});

test.each(['nothing', 'head'] as const)(
  'a call fails after 25 seconds when %s has arrived',
  { tags: ['C-API-01', 'A-CONST-01'] },
  async (sent) => {
    const server = fakeServer();
    server.stall(releases, sent);
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const called = call(releases, { query: {} });
    const bytes = fetchBytes('/api/release');
    clock.abort(new DOMException('The operation timed out', 'TimeoutError'));
    for (const request of [called, bytes])
      await expect(request).rejects.toMatchObject({ code: 'NO_ANSWER', status: 0 });
    expect(timeout.mock.calls).toEqual([[25_000], [25_000]]);
    expect(notices()).toMatchObject([{ category: 'serviceUnavailable' }]);
    timeout.mockRestore();
  },
);

test('a slow download continues, but fails after 30 seconds without a byte', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gates: (() => void)[] = [];
  fakeServer().respondWith(audioDownload, (signal) => createGatedResponse(signal, gates, 'x.mp3', '123', '456'));
  const path = '/api/audio/download/s';
  const download = await streamFile(path, { bytes: 0, etag: null }, new AbortController().signal);
  expect(download).toMatchObject({ offset: 0, total: 6, name: 'x.mp3', etag: '"one"' });
  const chunks = download.chunks[Symbol.asyncIterator]();
  await expect(chunks.next()).resolves.toMatchObject({ value: { length: 3 } });
  const next = chunks.next();
  vi.advanceTimersByTime(29_999);
  gates[0]?.();
  await expect(next).resolves.toMatchObject({ value: { length: 3 } });
  await expect(chunks.next()).resolves.toMatchObject({ done: true });
  const secondDownload = await streamFile(path, { bytes: 0, etag: null }, new AbortController().signal);
  const stalledChunks = secondDownload.chunks[Symbol.asyncIterator]();
  await stalledChunks.next();
  const stalled = stalledChunks.next();
  vi.advanceTimersByTime(30_000);
  await expect(stalled).rejects.toMatchObject({ code: 'NO_ANSWER' });
  vi.useRealTimers();
});

test('an aborted call is no outage', async () => {
  const server = fakeServer();
  server.stall(releases, 'head');
  const controller = new AbortController();
  const called = call(releases, { query: {} }, { signal: controller.signal });
  controller.abort();
  await expect(called).rejects.toMatchObject({ name: 'AbortError' });
  expect(notices()).toEqual([]);
});

test('a response that is not JSON becomes an UNEXPECTED error', async () => {
  fakeServer().fail(signIn, 500, '<html>');
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({ code: 'UNEXPECTED', status: 500 });
});

test('when the refresh token is refused after an UNAUTHENTICATED response, the dialog about the expired session opens', {
  tags: ['A-SESSION-07', 'requirements decision 29'],
}, async () => {
  const server = fakeServer();
  server.refuse(profile, 'UNAUTHENTICATED');
  server.refuse(refresh, 'UNAUTHENTICATED');
  startTestSession();
  await expect(call(profile, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
});

test('calls with an expired token are sent again after one exchange, with the new token', {
  tags: ['requirements decision 29'],
}, async () => {
  const server = fakeServer();
  const renewed = createAccessToken(1800);
  server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'r2' });
  server.respondWith(profile, (_signal, { headers }) =>
    headers['authorization'] === `Bearer ${renewed}` ? Response.json({ city: 'Berlin' }) : createRefusal(),
  );
  startTestSession();
  const cities = await Promise.all([call(profile, {}), call(profile, {}), call(profile, {})]);
  expect(cities.map(({ city }) => city)).toEqual(['Berlin', 'Berlin', 'Berlin']);
  expect(server.calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(useSession.getState()).toMatchObject({ accessToken: renewed, showLogoutDisclaimerModal: false });
});

test.each([
  ['is not answered', (server: FakeServer) => server.disconnect(refresh), 'NO_ANSWER'],
  ['is limited', (server: FakeServer) => server.refuse(refresh, 'TOO_MANY_REQUESTS'), 'TOO_MANY_REQUESTS'],
  ['meets a busy server', (server: FakeServer) => server.refuse(refresh, 'BUSY'), 'BUSY'],
])('no dialog opens when the exchange %s', { tags: ['requirements decision 29'] }, async (_what, fail, code) => {
  const server = fakeServer();
  server.refuse(profile, 'UNAUTHENTICATED');
  fail(server);
  startTestSession();
  await expect(call(profile, {})).rejects.toMatchObject({ code });
  expect(useSession.getState()).toMatchObject({ refreshToken: 'r', showLogoutDisclaimerModal: false });
});

test('a call of one account is not repeated by another that signed in meanwhile', {
  tags: ['requirements decision 29'],
}, async () => {
  const server = fakeServer();
  startTestSession();
  server.respondWith(profile, () => {
    const other = { 'access-token': createAccessToken(900, { playerid: 'player-2' }), 'refresh-token': 'other' };
    startSession(other, false);
    return createRefusal();
  });
  await expect(call(profile, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(server.calls).toHaveLength(1);
});

test('a call that still is UNAUTHENTICATED after the exchange fails without another try', {
  tags: ['requirements decision 29'],
}, async () => {
  const server = fakeServer();
  server.answer(refresh, { 'access-token': createAccessToken(1800), 'refresh-token': 'r2' });
  server.refuse(profile, 'UNAUTHENTICATED');
  startTestSession();
  await expect(call(profile, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET']);
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(false);
});

test('an outage is notified once, and again only after the service was available', {
  tags: ['A-ERR-19', 'A-ERR-21'],
}, async () => {
  const server = fakeServer();
  const sendSignIn = () => call(signIn, { body: credentials }).catch(() => undefined);
  server.fail(signIn, 503);
  await sendSignIn();
  server.disconnect(signIn);
  await sendSignIn();
  expect(notices()).toMatchObject([{ category: 'serviceUnavailable', notificationType: 'error' }]);
  const firstId = notices()[0]?.id;
  server.refuse(signIn, 'INVALID_CREDENTIALS');
  await sendSignIn();
  server.fail(signIn, 502);
  await sendSignIn();
  expect(notices()).toHaveLength(1);
  expect(notices()[0]?.id).not.toBe(firstId);
});

test('a call that adds something has an id, the same when it is repeated with a renewed session, and others have none', async () => {
  const server = fakeServer();
  startTestSession();
  server.respondWith(createPlaylist, createRefusal);
  server.answer(refresh, { 'access-token': createAccessToken(900), 'refresh-token': 'r2' });
  const keysOf = (path: string) =>
    server.calls.filter((sent) => sent.path === path).map(({ headers }) => headers['idempotency-key']);
  await call(createPlaylist, { body: { name: 'Show' } }).catch(() => undefined);
  const [first, again] = keysOf('/api/playlist');
  expect(first).toMatch(/^[\w-]{10,100}$/);
  expect(again).toBe(first);
  await call(createPlaylist, { body: { name: 'Show' } }).catch(() => undefined);
  expect(new Set(keysOf('/api/playlist')).size).toBe(2);
  server.answer(releases, { items: [], total: 0, page: 1, pagesize: 40 });
  await call(releases, { query: { sort: '-date' } });
  expect(keysOf('/api/release?sort=-date')).toEqual([undefined]);
});
