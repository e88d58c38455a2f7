import * as access from '@promenade/contract/access';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';

/** Nobody can lock another person out. */
const MINUTE = 60_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
let networks = 0;
const newNetwork = () => `198.18.${networks >> 8}.${networks++ & 255}`;

interface Attempt {
  network: string;
  password?: string;
  cookie?: string;
  publicdevice?: boolean;
}

const signIn = (username: string, { network, cookie, password = PASSWORD, publicdevice = false }: Attempt) =>
  server.call(
    access.signIn,
    { body: { username, password, publicdevice } },
    { 'x-forwarded-for': network, ...(cookie && { cookie }) },
  );
const guess = (username: string, attempt: Attempt) => signIn(username, { ...attempt, password: 'Wrong-guess-1' });

/** Signs in and returns the cookies of this browser. */
async function knowBrowser(email: string, attempt: Attempt): Promise<string> {
  const answer = await signIn(email, attempt);
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function guessFromEverywhere(email: string): Promise<void> {
  for (let batch = 0; batch < 11; batch += 1) {
    const network = newNetwork();
    await Promise.all(Array.from({ length: 10 }, () => guess(email, { network })));
  }
  expect(await signIn(email, { network: newNetwork() })).toMatchObject(refused('TOO_MANY_REQUESTS'));
}

const listAudit = (action: string, subject: string) =>
  server.db
    .selectFrom('audit')
    .where('action', '=', action)
    .where('subject', '=', subject)
    .select(['actor', 'after'])
    .orderBy('id')
    .execute();

test('guesses from everywhere lock neither a browser nor a network that has signed in before', async () => {
  const { email } = await server.account();
  const home = newNetwork();
  const cookie = await knowBrowser(email, { network: home });
  await guessFromEverywhere(email);
  expect((await signIn(email, { network: newNetwork(), cookie })).status).toBe(200);
  expect((await signIn(email, { network: home })).status).toBe(200);
});

test('a known browser has an allowance of its own, which a colleague in the same network cannot use up', async () => {
  const { email } = await server.account();
  const network = newNetwork();
  const cookie = await knowBrowser(email, { network });
  await Promise.all(Array.from({ length: 40 }, () => guess(email, { network })));
  expect(await signIn(email, { network })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await signIn(email, { network, cookie })).status).toBe(200);
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect(await guess(email, { network, cookie })).toMatchObject(refused('INVALID_CREDENTIALS'));
  expect(await signIn(email, { network, cookie })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  server.advanceClock(15 * MINUTE);
  expect((await signIn(email, { network, cookie })).status).toBe(200);
});

test("one person's guesses at one address do not lock a shared network", async () => {
  const [victim, colleague] = [await server.account(), await server.account()];
  const network = newNetwork();
  await Promise.all(Array.from({ length: 150 }, () => guess(victim.email, { network })));
  expect((await signIn(colleague.email, { network })).status).toBe(200);
});

test('a network that fails with a hundred addresses is locked for strangers, not for those it knows', async () => {
  const [known, unknown] = [await server.account(), await server.account()];
  const network = newNetwork();
  const cookie = await knowBrowser(known.email, { network });
  const addresses = Array.from({ length: 101 }, (_, index) => `office${index}@test.example`);
  for (const address of addresses) await guess(address, { network });
  expect(await signIn(unknown.email, { network })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await signIn(known.email, { network, cookie })).status).toBe(200);
  expect((await signIn(known.email, { network })).status).toBe(200);
});

test('the cookie of another account, a forged one and that of a public computer give no allowance', async () => {
  const [victim, thief] = [await server.account(), await server.account()];
  const thiefCookie = await knowBrowser(thief.email, { network: newNetwork() });
  const shared = newNetwork();
  const publicCookie = await knowBrowser(victim.email, { network: shared, publicdevice: true });
  expect(publicCookie).not.toContain('promenade_browser_');
  await guessFromEverywhere(victim.email);
  const renamed = thiefCookie.replace(/promenade_browser_[\w-]+/, 'promenade_browser_AAAAAAAAAAAAAAAA');
  for (const cookie of [thiefCookie, renamed, publicCookie, `${renamed.slice(0, -4)}AAAA`])
    expect(await signIn(victim.email, { network: newNetwork(), cookie })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await signIn(victim.email, { network: shared })).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('the cookie of a known browser is hidden from scripts and lives for half a year; signing out keeps it', async () => {
  const { email } = await server.account();
  const answer = await signIn(email, { network: newNetwork() });
  const [cookie = ''] = answer.headers.getSetCookie().filter((text) => text.startsWith('promenade_browser_'));
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth']) expect(cookie).toContain(attribute);
  const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
  expect(Math.round((expires - server.now().getTime()) / (24 * 3600_000))).toBe(180);
  const signedOut = await server.call(access.signOut, undefined, {
    authorization: `Bearer ${answer.body['access-token']}`,
    cookie: cookie.split(';')[0] ?? '',
  });
  expect(signedOut.headers.getSetCookie().join()).not.toContain('promenade_browser_');
});

test('a sign-in and a lock-out are audited once, with a shortened network', async () => {
  const { email, playerid } = await server.account();
  await signIn(email, { network: '203.0.113.77' });
  expect(await listAudit('account.sign-in', playerid)).toEqual([
    { actor: playerid, after: { email, by: 'password', publicdevice: false, network: '203.0.113.0/24' } },
  ]);
  const stranger = 'guessed@test.example';
  for (let attempt = 0; attempt < 40; attempt += 1) await guess(stranger, { network: '2001:db8:1:2::3' });
  expect(await listAudit('account.locked', stranger)).toEqual([
    { actor: 'system', after: { limit: 'sign-in', network: '2001:db8:1::/48' } },
  ]);
});

test('limits survive a crash of the database', async () => {
  const { rows } = await server.pool.query("select relpersistence from pg_class where relname = 'rate_limits'");
  expect(rows).toEqual([{ relpersistence: 'p' }]);
});
