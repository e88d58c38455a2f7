import { signIn } from '@promenade/contract/access';
import { release, releases } from '@promenade/contract/catalogue';
import { audioDownload } from '@promenade/contract/downloads';
import { profile } from '@promenade/contract/profile';
import { afterEach, expect, test, vi } from 'vitest';
import { slow } from '../testing/fileAnswers.ts';
import { fakeServer } from '../testing/server.ts';
import { accessToken } from '../testing/tokens.ts';
import { call, fetchBytes, streamFile } from './api.ts';
import { dismiss, useNotices } from './notices.ts';
import { beginSession, endSession, useSession } from './session.ts';

const begin = () => beginSession({ 'access-token': accessToken(900), 'refresh-token': 'r' }, false);
const credentials = { username: 'a@b.test', password: 'x' };
const notices = () => useNotices.getState().notices;

afterEach(() => {
  endSession();
  for (const { id } of notices()) dismiss(id);
});

test('a call goes below /api with its query and the access token', { tags: ['A-API-35'] }, async () => {
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

test('a refusal reaches the caller with its status and what its body says', { tags: ['C-API-04'] }, async () => {
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
  'after 25 seconds a call of which %s has come counts as failed',
  { tags: ['C-API-01', 'A-CONST-01'] },
  async (begun) => {
    const server = fakeServer();
    server.stall(releases, begun);
    const clock = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const called = call(releases, { query: {} });
    const bytes = fetchBytes('/api/release');
    clock.abort(new DOMException('The operation timed out', 'TimeoutError'));
    for (const late of [called, bytes]) await expect(late).rejects.toMatchObject({ code: 'NO_ANSWER', status: 0 });
    expect(timeout.mock.calls).toEqual([[25_000], [25_000]]);
    expect(notices()).toMatchObject([{ category: 'serviceUnavailable' }]);
    timeout.mockRestore();
  },
);

test('a file may take its time, but 30 seconds without a byte are a broken line', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const gates: (() => void)[] = [];
  fakeServer().serve(audioDownload, (signal) => slow(signal, gates, 'x.mp3', '123', '456'));
  const path = '/api/audio/download/s';
  const coming = await streamFile(path, { bytes: 0, etag: null }, new AbortController().signal);
  expect(coming).toMatchObject({ from: 0, total: 6, name: 'x.mp3', etag: '"one"' });
  const parts = coming.parts[Symbol.asyncIterator]();
  await expect(parts.next()).resolves.toMatchObject({ value: { length: 3 } });
  const next = parts.next();
  vi.advanceTimersByTime(29_999);
  gates[0]?.();
  await expect(next).resolves.toMatchObject({ value: { length: 3 } });
  await expect(parts.next()).resolves.toMatchObject({ done: true });
  const again = await streamFile(path, { bytes: 0, etag: null }, new AbortController().signal);
  const late = again.parts[Symbol.asyncIterator]();
  await late.next();
  const never = late.next();
  vi.advanceTimersByTime(30_000);
  await expect(never).rejects.toMatchObject({ code: 'NO_ANSWER' });
  vi.useRealTimers();
});

test('a call that its caller gave up is no outage', async () => {
  const server = fakeServer();
  server.stall(releases, 'head');
  const given = new AbortController();
  const called = call(releases, { query: {} }, { signal: given.signal });
  given.abort();
  await expect(called).rejects.toMatchObject({ name: 'AbortError' });
  expect(notices()).toEqual([]);
});

test('an answer that nobody understands is unexpected, not a crash', async () => {
  fakeServer().fail(signIn, 500, '<html>');
  await expect(call(signIn, { body: credentials })).rejects.toMatchObject({ code: 'UNEXPECTED', status: 500 });
});

test('a dead session under a running app opens the dialog', { tags: ['A-SESSION-07'] }, async () => {
  fakeServer().refuse(profile, 'UNAUTHENTICATED');
  begin();
  await expect(call(profile, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(useSession.getState().showLogoutDisclaimerModal).toBe(true);
});

test('an outage is told once, and again only after the service was back', {
  tags: ['A-ERR-19', 'A-ERR-21'],
}, async () => {
  const server = fakeServer();
  const ask = () => call(signIn, { body: credentials }).catch(() => undefined);
  server.fail(signIn, 503);
  await ask();
  server.silence(signIn);
  await ask();
  expect(notices()).toMatchObject([{ category: 'serviceUnavailable', notificationType: 'error' }]);
  const told = notices()[0]?.id;
  server.refuse(signIn, 'INVALID_CREDENTIALS');
  await ask();
  server.fail(signIn, 502);
  await ask();
  expect(notices()).toHaveLength(1);
  expect(notices()[0]?.id).not.toBe(told);
});
