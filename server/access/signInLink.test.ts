import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createLink } from './links.ts';
import { lockAccount, updateAccount } from './queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
let networks = 0;

/** Requests a link, from a new network by default. */
const request = (body: { email: string; publicdevice?: boolean; flag?: string }, from = `192.0.2.${++networks}`) =>
  server.call(access.requestSignInLink, { body }, { 'x-forwarded-for': from });
const exchange = (token: string) => server.call(access.exchangeSignInLink, { body: { token, flag: 'musicsite' } });
const getState = async (token: string) => (await server.call(access.signInLink, { body: { token } })).body.data.state;
const profileOf = (tokens: access.Tokens) => createClient(server.url, tokens['access-token'])(profileRoute);

async function requestLink({ publicdevice = false } = {}) {
  const account = await server.account();
  expect((await request({ email: account.email, publicdevice, flag: 'musicsite' })).status).toBe(204);
  const mail = await server.waitForMail(account.email);
  return { ...account, mail, token: mail.getToken('authverify') };
}

test('the mailed link signs in with its address, without a password', {
  tags: ['A-GEN-03', 'A-MAGIC-11', 'A-API-03', 'A-API-04', 'A-MAIL-01'],
}, async () => {
  const { email, playerid, mail, token } = await requestLink();
  expect(mail).toMatchObject({ kind: 'sign-in', subject: 'Your sign-in link' });
  expect(mail.links).toContain(`${server.address.url}/authverify/${token}`);
  // rspamd takes a link of 250 characters for a sign of spam.
  expect(token).toMatch(/^[\w-]{43}$/);
  const open = { data: { email, publicdevice: false, state: 'open' } };
  expect((await server.call(access.signInLink, { body: { token } })).body).toEqual(open);
  const { status, body, headers } = await exchange(token);
  expect(status).toBe(200);
  expect(headers.get('access-token')).toBe(body['access-token']);
  expect(headers.get('refresh-token')).toBe(body['refresh-token']);
  expect(headers.get('set-cookie')).toMatch(/^promenade_session_/);
  expect(access.AccessClaims.parse(decodeJwt(body['access-token']))).toMatchObject({ playerid, username: email });
  expect((await profileOf(body)).body.emails).toEqual([email]);
});

test('an account without a password can sign in by link', async () => {
  const { accountid, email } = await server.account();
  await updateAccount(server.db, accountid, { password_hash: null });
  await request({ email });
  expect((await exchange((await server.waitForMail(email)).getToken('authverify'))).status).toBe(200);
});

test('a link requested on a public computer starts a session of at most 12 hours', {
  tags: ['A-MAGIC-02'],
}, async () => {
  const { token } = await requestLink({ publicdevice: true });
  expect((await server.call(access.signInLink, { body: { token } })).body.data.publicdevice).toBe(true);
  const { body, headers } = await exchange(token);
  expect(headers.get('set-cookie')).not.toMatch(/Expires=|Max-Age=/);
  const refresh = () => server.call(access.refresh, { body: { 'refresh-token': body['refresh-token'] } });
  server.advanceClock(12 * HOUR);
  expect(await refresh()).toMatchObject(refused('UNAUTHENTICATED'));
});

test('the alternative paths work with any flag or none', {
  tags: ['A-API-03', 'A-API-04', 'A-API-05'],
}, async () => {
  const { email } = await server.account();
  const send = async (method: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' };
    const response = await fetch(`${server.url}/api/player/v2/auth/pwdless`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  expect((await send('POST', { email, publicdevice: false })).status).toBe(204);
  const token = (await server.waitForMail(email)).getToken('authverify');
  const answer = await send('PUT', { token, flag: 'anything' });
  expect(answer.status).toBe(200);
  expect((await profileOf(access.Tokens.parse(JSON.parse(answer.text)))).status).toBe(200);
});

test('unknown, inactive and malformed addresses have different errors and get no mail', {
  tags: ['A-MAGIC-07', 'A-MAGIC-08', 'A-MAGIC-09', 'A-MAGIC-10', 'A-MAGIC-13', 'A-ERR-13'],
}, async () => {
  const pending = await server.account({ status: 'pending' });
  const disabled = await server.account({ status: 'disabled' });
  const unknown = await request({ email: 'unknown@test.example' });
  expect(unknown).toMatchObject({ status: 404, refusal: { code: 'EMAIL_UNKNOWN' } });
  expect(unknown.refusal?.message).toBe('Sorry, this email is not recognized by our system');
  for (const { email } of [pending, disabled]) {
    const inactive = await request({ email });
    expect(inactive).toMatchObject({ status: 403, refusal: { code: 'ACCOUNT_INACTIVE' } });
    expect(inactive.refusal?.message).toBe('There may be an issue with this account');
    expect(await server.countMails(email)).toBe(0);
  }
  for (const email of ['', 'no address', 'a@b', '@test.example']) {
    const malformed = await request({ email });
    expect(malformed).toMatchObject({ status: 400, refusal: { code: 'INVALID_EMAIL' } });
    expect(malformed.refusal?.message).toBe('Invalid Email');
  }
});

test('case and spaces of the address do not matter', async () => {
  const { email } = await server.account();
  expect((await request({ email: ` ${email.toUpperCase()} ` })).status).toBe(204);
  expect((await server.waitForMail(email)).kind).toBe('sign-in');
});

test('a link works once, also in concurrent requests', { tags: ['A-MAGIC-12'] }, async () => {
  const { token } = await requestLink();
  const answers = await Promise.all([exchange(token), exchange(token)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 410]));
  expect(await exchange(token)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(await getState(token)).toBe('used');
});

test('a link expires after 15 minutes', { tags: ['A-MAGIC-12'] }, async () => {
  const [inTime, late] = [await requestLink(), await requestLink()];
  server.advanceClock(14 * MINUTE);
  expect((await exchange(inTime.token)).status).toBe(200);
  server.advanceClock(2 * MINUTE);
  expect(await exchange(late.token)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(await getState(late.token)).toBe('expired');
});

test('a newer link replaces the older one', { tags: ['A-MAGIC-12'] }, async () => {
  const older = await requestLink();
  server.advanceClock(MINUTE);
  await request({ email: older.email });
  await expect.poll(() => server.countMails(older.email)).toBe(2);
  expect(await exchange(older.token)).toMatchObject(refused('TOKEN_EXPIRED'));
  const body = { token: older.token };
  expect(await server.call(access.signInLink, { body })).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('forged tokens and links of other kinds are refused and stay open', {
  tags: ['A-ERR-07', 'A-ERR-22'],
}, async () => {
  const { accountid, email } = await server.account();
  const link = (kind: Exclude<access.LinkKind, 'invitation'> | 'sign-in') =>
    createLink(server.db, server.secrets, { kind, email, accountid }, server.now());
  const reset = await link('reset');
  const others = [reset, await link('welcome'), await link('merge'), await link('split'), await link('email')];
  const valid = await link('sign-in');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const changed = letters.filter((letter) => letter !== valid.at(-1)).map((letter) => valid.slice(0, -1) + letter);
  const forged = [...changed, `${valid}=`, ` ${valid}`, 'é'.repeat(43), 'x'.repeat(43), valid.slice(1)];
  for (const token of ['', 'x', 'a.b.c', `${reset}x`, ...others, ...forged]) {
    const answer = await exchange(token);
    expect(answer).toMatchObject({ status: 400, refusal: { code: 'INVALID_TOKEN' } });
    expect(await server.call(access.signInLink, { body: { token } })).toMatchObject(refused('INVALID_TOKEN'));
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
  const password = 'New-way-1';
  expect((await exchange(valid)).status).toBe(200);
  expect((await server.call(access.setPassword, { body: { token: reset, password } })).status).toBe(204);
});

test('a sign-in link cannot set a password', { tags: ['A-ERR-07'] }, async () => {
  const { token } = await requestLink();
  const answer = await server.call(access.setPassword, { body: { token, password: 'New-way-1' } });
  expect(answer).toMatchObject(refused('INVALID_TOKEN'));
  expect((await exchange(token)).status).toBe(200);
});

test('an account that was disabled after the mail gets no session', { tags: ['A-MAGIC-08', 'A-ERR-13'] }, async () => {
  const { accountid, token } = await requestLink();
  await updateAccount(server.db, accountid, { status: 'disabled' });
  const answer = await exchange(token);
  expect(answer).toMatchObject(refused('ACCOUNT_INACTIVE'));
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('a new password revokes a sign-in link, also in concurrent requests', async () => {
  const { email, accountid, token } = await requestLink();
  const reset = await createLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  const { responses } = await server.db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const requests = [
      exchange(token),
      server.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } }),
    ];
    await expect.poll(server.countWaitingStatements).toBe(2);
    return { responses: Promise.all(requests) };
  });
  const [exchanged, set] = await responses;
  expect(set?.status).toBe(204);
  expect([200, 410]).toContain(exchanged?.status);
  const { rows } = await server.pool.query('select 1 from sessions where account_id = $1 and ended_at is null', [
    accountid,
  ]);
  expect(rows).toEqual([]);
  expect(await exchange(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an address gets five links an hour from all networks', async () => {
  const { email } = await server.account();
  for (let sent = 0; sent < 5; sent += 1) {
    expect((await request({ email })).status).toBe(204);
    server.advanceClock(MINUTE);
  }
  const sixth = await request({ email });
  expect(sixth).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3200);
  expect(await server.countMails(email)).toBe(5);
  server.advanceClock(HOUR);
  expect((await request({ email })).status).toBe(204);
});

test('a network, IPv6 by its /64, requests 30 links an hour', async () => {
  const guess = (index: number, network: string) => request({ email: `guess${index}@test.example` }, network);
  for (let index = 0; index < 30; index += 1) {
    expect(await guess(index, `2001:db8:0:7::${index.toString(16)}`)).toMatchObject(refused('EMAIL_UNKNOWN'));
  }
  const { email } = await server.account();
  expect(await request({ email }, '2001:db8:0:7:ffff::1')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await request({ email }, '2001:db8:0:8::1')).status).toBe(204);
});
