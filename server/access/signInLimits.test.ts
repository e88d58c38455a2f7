import * as access from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { createLink } from './links.ts';

const MINUTE = 60_000;

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
/** A server that trusts no proxy. */
const untrusting = await startTestServer();
let networks = 0;
const newNetwork = () => `192.0.2.${++networks}`;

const signIn = (username: string, password: string, network: string) =>
  server.call(access.signIn, { body: { username, password } }, { 'x-forwarded-for': network });
const signInWrongly = (username: string, network: string) => signIn(username, 'Wrong-guess-1', network);

test('after ten wrong attempts from one network the correct password is refused for 15 minutes', async () => {
  const { email } = await server.account();
  const network = newNetwork();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await signInWrongly(email, network)).toMatchObject(refused('INVALID_CREDENTIALS'));
  }
  const answer = await signIn(email, PASSWORD, network);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
  server.advanceClock(15 * MINUTE);
  expect((await signIn(email, PASSWORD, network)).status).toBe(200);
});

test('an address without an account has the same limits', async () => {
  const network = newNetwork();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await signInWrongly('nobody@test.example', network)).toMatchObject(refused('INVALID_CREDENTIALS'));
  }
  expect(await signInWrongly('nobody@test.example', network)).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('addresses of one IPv6 /64 network count as one', async () => {
  const { email } = await server.account();
  for (let attempt = 0; attempt < 10; attempt += 1) {
    expect(await signInWrongly(email, `2001:db8:0:1:${attempt}::${attempt + 1}`)).toMatchObject(
      refused('INVALID_CREDENTIALS'),
    );
  }
  expect(await signInWrongly(email, '2001:db8:0:1:ffff:ffff:ffff:ffff')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await signIn(email, PASSWORD, '2001:db8:0:2::1')).status).toBe(200);
});

test.each([
  ['IPv4', (port: number) => `198.51.100.7:${port}`],
  ['IPv6', (port: number) => `[2001:db8:0:9::1]:${port}`],
])(
  'a proxy that adds the port of the client does not make each connection a network of its own: %s',
  async (_family, address) => {
    const { email } = await server.account();
    for (let port = 50_000; port < 50_010; port += 1)
      expect(await signInWrongly(email, address(port))).toMatchObject(refused('INVALID_CREDENTIALS'));
    expect(await signInWrongly(email, address(50_010))).toMatchObject(refused('TOO_MANY_REQUESTS'));
  },
);

test('an untrusted client cannot forge its network', async () => {
  const network = (index: number) => ({ 'x-forwarded-for': `192.0.2.${index}` });
  const body = { username: 'nobody@test.example', password: 'Wrong-guess-1' };
  for (let index = 0; index < 10; index += 1) await untrusting.call(access.signIn, { body }, network(index));
  expect(await untrusting.call(access.signIn, { body }, network(11))).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('successful sign-ins do not count, nor do those under review', async () => {
  const { email } = await server.account();
  const pending = await server.account({ status: 'pending' });
  const network = newNetwork();
  for (let day = 0; day < 12; day += 1) {
    expect((await signIn(email, PASSWORD, network)).status).toBe(200);
    expect(await signIn(pending.email, PASSWORD, network)).toMatchObject(refused('VERIFICATION_PENDING'));
  }
});

test('a flood from one network does not lock out other networks', async () => {
  const { email } = await server.account();
  const network = newNetwork();
  const answers = await Promise.all(Array.from({ length: 120 }, () => signInWrongly(email, network)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(110);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
});

test('an address allows a hundred wrong attempts an hour from all networks', async () => {
  const { email } = await server.account();
  for (let batch = 0; batch < 10; batch += 1) {
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signInWrongly(email, network)));
    expect(answers.map(({ status }) => status)).not.toContain(429);
  }
  const answer = await signIn(email, PASSWORD, newNetwork());
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  server.advanceClock(60 * MINUTE);
  expect((await signIn(email, PASSWORD, newNetwork())).status).toBe(200);
});

test('a flood of wrong sign-ins is refused before hashing, and streaming goes on', async () => {
  const player = await server.signedIn();
  const { trackids, mp3 } = await server.release({ audio: true });
  const id = trackids[0] ?? '';
  const { token } = (await player.call(audioToken, { params: { id } })).body.data;
  const stream = (headers = {}) =>
    fetch(`${server.url}/api/audio/stream/${id}.mp3?token=${token}`, {
      headers: { cookie: player.cookie, ...headers },
    });
  const network = newNetwork();
  const flood = Array.from({ length: 200 }, (_, index) => signInWrongly(`flood${index}@test.example`, network));
  const [full, part] = await Promise.all([stream(), stream({ range: 'bytes=1000-200000' })]);
  expect([full.status, part.status]).toEqual([200, 206]);
  expect(Buffer.from(await full.arrayBuffer()).equals(mp3)).toBe(true);
  expect(Buffer.from(await part.arrayBuffer()).equals(mp3.subarray(1000, 200_001))).toBe(true);
  const answers = await Promise.all(flood);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  expect(statuses.every((status) => [401, 429, 503].includes(status))).toBe(true);
  const later = answers.filter(({ status }) => status !== 401).map(({ headers }) => Number(headers.get('retry-after')));
  expect(Math.min(...later)).toBeGreaterThan(0);
  // The correct password is refused too.
  expect(await signIn(player.email, PASSWORD, network)).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('a network sets sixty passwords an hour', async () => {
  const { accountid, email } = await server.account();
  const network = { 'x-forwarded-for': newNetwork() };
  const set = (token: string, headers = network) =>
    server.call(access.setPassword, { body: { token, password: 'New-way-1' } }, headers);
  for (let attempt = 0; attempt < 60; attempt += 1)
    expect(await set('made up')).toMatchObject(refused('INVALID_TOKEN'));
  const token = await createLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  const answer = await set(token);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await set(token, { 'x-forwarded-for': newNetwork() })).status).toBe(204);
});
