import * as access from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { buildTestApp, PASSWORD, startTestServer } from '../testing/testServer.ts';
import { createLink } from './links.ts';

const server = await startTestServer();
/** A second node on the same database. */
const otherNode = await buildTestApp(server);
afterAll(() => otherNode.close());
const { trackids } = await server.release({ audio: true });
const id = trackids[0] ?? '';
const getCookie = (headers: Headers) => (headers.getSetCookie()[0] ?? '').split(';', 1).join('');

test('signing out everywhere ends all sessions with their cookies and media tokens on every node', {
  tags: ['A-API-12'],
}, async () => {
  const first = await server.signedIn();
  const bystander = await server.signedIn();
  const second = await server.call(access.signIn, { body: { username: first.email, password: PASSWORD } });
  const cookie = getCookie(second.headers);
  const secondCall = createClient(server.url, second.body['access-token']);
  const { token } = (await secondCall(audioToken, { params: { id } })).body.data;
  const url = `/api/audio/stream/${id}.mp3?token=${token}`;
  const fetchHere = async () => (await fetch(`${server.url}${url}`, { headers: { cookie } })).status;
  const fetchThere = async () => (await otherNode.inject({ url, headers: { cookie } })).statusCode;
  // Both nodes cache the session for five seconds.
  expect([await fetchHere(), await fetchThere()]).toEqual([200, 200]);

  const response = await first.call(access.endSessions);
  expect(response.status).toBe(204);
  expect(response.headers.get('set-cookie')).toMatch(/^promenade_session_[\w-]+=;.*Expires=Thu, 01 Jan 1970/);
  expect(await fetchHere()).toBe(401);
  await expect.poll(fetchThere).toBe(401);
  for (const call of [first.call, secondCall])
    expect(await call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  for (const refreshToken of [first.refreshToken, second.body['refresh-token']]) {
    const refreshed = await server.call(access.refresh, { body: { 'refresh-token': refreshToken } });
    expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
  }
  const waveform = `${server.url}/api/waveform/${id}/${'0'.repeat(32)}.bin`;
  expect((await fetch(waveform, { headers: { cookie: first.cookie } })).status).toBe(401);
  expect((await bystander.call(profileRoute)).status).toBe(200);
});

test('after signing out everywhere the password signs in again', async () => {
  const { email, call } = await server.signedIn();
  await call(access.endSessions);
  const again = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect((await createClient(server.url, again.body['access-token'])(profileRoute)).status).toBe(200);
});

test('a new password ends media tokens', { tags: ['A-RESET-20'] }, async () => {
  const { accountid, email, cookie, call } = await server.signedIn();
  const { token } = (await call(audioToken, { params: { id } })).body.data;
  const stream = () => fetch(`${server.url}/api/audio/stream/${id}.mp3?token=${token}`, { headers: { cookie } });
  expect((await stream()).status).toBe(200);
  const reset = await createLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await server.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } });
  expect((await stream()).status).toBe(401);
});

test('only the access token of an operator has the operator claim', { tags: ['A-SESSION-18'] }, async () => {
  const { email, accountid, token } = await server.signedIn({ label_staff: true });
  expect(decodeJwt(token)).not.toHaveProperty('operator');
  await server.db.updateTable('accounts').set({ operator: true }).where('id', '=', accountid).execute();
  const { body } = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect(decodeJwt(body['access-token'])).toMatchObject({ operator: true });
});

test('the access-token header works like the Authorization header', { tags: ['A-API-32'] }, async () => {
  const { token, email } = await server.signedIn();
  const response = await server.call(profileRoute, undefined, { 'access-token': token });
  expect(response.body.emails).toEqual([email]);
});
