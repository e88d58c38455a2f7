import * as access from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { makeLink } from './links.ts';

const MINUTE = 60_000;

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
/** The same without a proxy in front. */
const untrusting = await startTestServer();
let networks = 0;
const newNetwork = () => `192.0.2.${++networks}`;

const signIn = (username: string, password: string, from: string) =>
  server.call(access.signIn, { body: { username, password } }, { 'x-forwarded-for': from });
const wrong = (username: string, from: string) => signIn(username, 'Wrong-guess-1', from);

test('after ten wrong tries at an address from one network even the right password waits 15 minutes', async () => {
  const { email } = await server.account();
  const from = newNetwork();
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await wrong(email, from)).toMatchObject(refused('INVALID_CREDENTIALS'));
  }
  const answer = await signIn(email, PASSWORD, from);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
  server.pass(15 * MINUTE);
  expect((await signIn(email, PASSWORD, from)).status).toBe(200);
});

test('an address without an account is limited just the same, so that limits tell nothing', async () => {
  const from = newNetwork();
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await wrong('nobody@test.example', from)).toMatchObject(refused('INVALID_CREDENTIALS'));
  }
  expect(await wrong('nobody@test.example', from)).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('who moves through the addresses of one IPv6 network stays one', async () => {
  const { email } = await server.account();
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await wrong(email, `2001:db8:0:1:${tried}::${tried + 1}`)).toMatchObject(refused('INVALID_CREDENTIALS'));
  }
  expect(await wrong(email, '2001:db8:0:1:ffff:ffff:ffff:ffff')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await signIn(email, PASSWORD, '2001:db8:0:2::1')).status).toBe(200);
});

test('an address that nobody trusts cannot make itself another network', async () => {
  const from = (n: number) => ({ 'x-forwarded-for': `192.0.2.${n}` });
  const body = { username: 'nobody@test.example', password: 'Wrong-guess-1' };
  for (let n = 0; n < 10; n += 1) await untrusting.call(access.signIn, { body }, from(n));
  expect(await untrusting.call(access.signIn, { body }, from(11))).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('good sign-ins give their tries back, those under review too', async () => {
  const { email } = await server.account();
  const pending = await server.account({ status: 'pending' });
  const from = newNetwork();
  for (let day = 0; day < 12; day += 1) {
    expect((await signIn(email, PASSWORD, from)).status).toBe(200);
    expect(await signIn(pending.email, PASSWORD, from)).toMatchObject(refused('VERIFICATION_PENDING'));
  }
});

test('one network that hammers an address does not lock everybody else out of it', async () => {
  const { email } = await server.account();
  const from = newNetwork();
  const answers = await Promise.all(Array.from({ length: 120 }, () => wrong(email, from)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(110);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
});

test('a hundred wrong tries an hour at one address, from however many networks', async () => {
  const { email } = await server.account();
  for (let network = 0; network < 10; network += 1) {
    const from = newNetwork();
    const answers = await Promise.all(Array.from({ length: 10 }, () => wrong(email, from)));
    expect(answers.map(({ status }) => status)).not.toContain(429);
  }
  const answer = await signIn(email, PASSWORD, newNetwork());
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  server.pass(60 * MINUTE);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
});

test('a flood of wrong sign-ins is refused before any hashing, and the sound still comes', async () => {
  const player = await server.signedIn();
  const { trackids, mp3 } = await server.release({ audio: true });
  const id = trackids[0] ?? '';
  const { token } = (await player.call(audioToken, { params: { id } })).body.data;
  const stream = (headers = {}) => fetch(`${server.url}/api/audio/stream/${id}.mp3?token=${token}`, { headers });
  const from = newNetwork();
  const flood = Array.from({ length: 200 }, (_, n) => wrong(`flood${n}@test.example`, from));
  const [whole, part] = await Promise.all([stream(), stream({ range: 'bytes=1000-200000' })]);
  expect([whole.status, part.status]).toEqual([200, 206]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(mp3)).toBe(true);
  expect(Buffer.from(await part.arrayBuffer()).equals(mp3.subarray(1000, 200_001))).toBe(true);
  const answers = await Promise.all(flood);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect(statuses.every((status) => [401, 429, 503].includes(status))).toBe(true);
  const later = answers.filter(({ status }) => status !== 401).map(({ headers }) => Number(headers.get('retry-after')));
  expect(Math.min(...later)).toBeGreaterThan(0);
  // No password is looked at any more: the right one is refused as well.
  expect(await signIn(player.email, PASSWORD, from)).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('sixty new passwords an hour from one network', async () => {
  const { accountid, email } = await server.account();
  const from = { 'x-forwarded-for': newNetwork() };
  const set = (token: string, headers = from) =>
    server.call(access.setPassword, { body: { token, password: 'New-way-1' } }, headers);
  for (let tried = 0; tried < 60; tried += 1) expect(await set('made up')).toMatchObject(refused('INVALID_TOKEN'));
  const token = await makeLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  const answer = await set(token);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await set(token, { 'x-forwarded-for': newNetwork() })).status).toBe(204);
});
