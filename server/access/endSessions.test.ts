import * as access from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { client, refused } from '../testing/client.ts';
import { PASSWORD, startWorld } from '../testing/world.ts';
import { makeLink } from './links.ts';

const world = await startWorld();
/** Another node on the same database. */
const elsewhere = await buildApp(world);
afterAll(() => elsewhere.close());
const { trackids } = await world.release({ audio: true });
const id = trackids[0] ?? '';

test('signing out everywhere ends every session, its cookie and its media tokens, here at once and soon on every node (A-API-12)', async () => {
  const one = await world.signedIn();
  const other = await world.signedIn();
  const second = await world.call(access.signIn, { body: { username: one.email, password: PASSWORD } });
  const elsewhereIn = client(world.url, second.body['access-token']);
  const { token } = (await elsewhereIn(audioToken, { params: { id } })).body.data;
  const url = `/api/audio/stream/${id}.mp3?token=${token}`;
  const here = async () => (await fetch(`${world.url}${url}`)).status;
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
    const refreshed = await world.call(access.refresh, { body: { 'refresh-token': refreshToken } });
    expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
  }
  const cover = `${world.url}/api/waveform/${id}/${'0'.repeat(32)}.bin`;
  expect((await fetch(cover, { headers: { cookie: one.cookie } })).status).toBe(401);
  expect((await other.call(profileRoute)).status).toBe(200);
});

test('afterwards the password signs in again', async () => {
  const { email, call } = await world.signedIn();
  await call(access.endSessions);
  const again = await world.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect((await client(world.url, again.body['access-token'])(profileRoute)).status).toBe(200);
});

test('a new password ends media tokens too (A-RESET-20)', async () => {
  const { accountid, email, call } = await world.signedIn();
  const { token } = (await call(audioToken, { params: { id } })).body.data;
  const stream = () => fetch(`${world.url}/api/audio/stream/${id}.mp3?token=${token}`);
  expect((await stream()).status).toBe(200);
  const reset = await makeLink(world.db, world.secrets, { kind: 'reset', email, accountid }, world.now());
  await world.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } });
  expect((await stream()).status).toBe(401);
});

test('only the access token of an operator says so (A-SESSION-18)', async () => {
  const { email, accountid, token } = await world.signedIn({ label_staff: true });
  expect(decodeJwt(token)).not.toHaveProperty('operator');
  await world.db.updateTable('accounts').set({ operator: true }).where('id', '=', accountid).execute();
  const { body } = await world.call(access.signIn, { body: { username: email, password: PASSWORD } });
  expect(decodeJwt(body['access-token'])).toMatchObject({ operator: true });
});

test('a header access-token opens what the Authorization header opens (A-API-32)', async () => {
  const { token, email } = await world.signedIn();
  const answer = await world.call(profileRoute, undefined, { 'access-token': token });
  expect(answer.body.emails).toEqual([email]);
});
