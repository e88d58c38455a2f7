import * as access from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { client, refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { makeLink } from './links.ts';

const server = await startTestServer();
/** Another node on the same database. */
const elsewhere = await buildApp(server);
afterAll(() => elsewhere.close());
const { trackids } = await server.release({ audio: true });
const id = trackids[0] ?? '';

test('signing out everywhere ends every session, its cookie and its media tokens, here at once and soon on every node', {
  tags: ['A-API-12'],
}, async () => {
  const one = await server.signedIn();
  const other = await server.signedIn();
  const second = await server.call(access.signIn, { body: { username: one.email, password: PASSWORD } });
  const elsewhereIn = client(server.url, second.body['access-token']);
  const { token } = (await elsewhereIn(audioToken, { params: { id } })).body.data;
  const url = `/api/audio/stream/${id}.mp3?token=${token}`;
  const here = async () => (await fetch(`${server.url}${url}`)).status;
  const there = async () => (await elsewhere.inject({ url })).statusCode;
  // Both nodes have looked the session up, and would not ask again for five seconds.
  expect([await here(), await there()]).toEqual([200, 200]);

  const answer = await one.call(access.endSessions);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('set-cookie')).toMatch(/^promenade_pictures=;.*Expires=Thu, 01 Jan 1970/);
  expect(await here()).toBe(401);
  await expect.poll(there, { timeout: 5_000 }).toBe(401);
  for (const call of [one.call, elsewhereIn])
    expect(await call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  for (const refreshToken of [one.refreshToken, second.body['refresh-token']]) {
    const refreshed = await server.call(access.refresh, { body: { 'refresh-token': refreshToken } });
    expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
  }
  const cover = `${server.url}/api/waveform/${id}/${'0'.repeat(32)}.bin`;
  expect((await fetch(cover, { headers: { cookie: one.cookie } })).status).toBe(401);
  expect((await other.call(profileRoute)).status).toBe(200);
});

test('afterwards the password signs in again', async () => {
  const { email, call } = await server.signedIn();
  await call(access.endSessions);
  const again = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect((await client(server.url, again.body['access-token'])(profileRoute)).status).toBe(200);
});

test('a new password ends media tokens too', { tags: ['A-RESET-20'] }, async () => {
  const { accountid, email, call } = await server.signedIn();
  const { token } = (await call(audioToken, { params: { id } })).body.data;
  const stream = () => fetch(`${server.url}/api/audio/stream/${id}.mp3?token=${token}`);
  expect((await stream()).status).toBe(200);
  const reset = await makeLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await server.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } });
  expect((await stream()).status).toBe(401);
});

test('only the access token of an operator says so', { tags: ['A-SESSION-18'] }, async () => {
  const { email, accountid, token } = await server.signedIn({ label_staff: true });
  expect(decodeJwt(token)).not.toHaveProperty('operator');
  await server.db.updateTable('accounts').set({ operator: true }).where('id', '=', accountid).execute();
  const { body } = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect(decodeJwt(body['access-token'])).toMatchObject({ operator: true });
});

test('a header access-token opens what the Authorization header opens', { tags: ['A-API-32'] }, async () => {
  const { token, email } = await server.signedIn();
  const answer = await server.call(profileRoute, undefined, { 'access-token': token });
  expect(answer.body.emails).toEqual([email]);
});
