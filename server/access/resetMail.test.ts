import * as access from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { updateAccount } from './queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const password = 'New-way-1';

const server = await startTestServer({ runsJobs: true, env: { TRUST_PROXY: '127.0.0.1' } });
let networks = 0;

const request = (email: string, from = `192.0.2.${++networks}`) =>
  server.call(access.requestReset, { params: { email } }, { 'x-forwarded-for': from });
const setPassword = (token: string) => server.call(access.setPassword, { body: { token, password } });

test('the mailed link sets a new password, once', {
  tags: ['A-RESET-03', 'A-API-06', 'A-API-07', 'A-MAIL-02'],
}, async () => {
  const email = 'rosa+radio@test.example';
  await server.account({ email });
  const response = await fetch(`${server.url}/api/player/v2/auth/reset/${encodeURIComponent(email)}`);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  const mail = await server.waitForMail(email);
  expect(mail).toMatchObject({ kind: 'reset', subject: 'Reset your password' });
  const token = mail.getToken('resetpwd');
  expect(mail.links).toContain(`${server.address.url}/resetpwd/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'reset', email, welcome_email: false });
  expect((await setPassword(token)).status).toBe(204);
  expect((await server.call(access.signIn, { body: { username: email, password } })).status).toBe(200);
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an active account without a password gets a link', { tags: ['A-MAIL-02'] }, async () => {
  const { accountid, email } = await server.account();
  await updateAccount(server.db, accountid, { password_hash: null });
  await request(email);
  expect((await setPassword((await server.waitForMail(email)).getToken('resetpwd'))).status).toBe(204);
});

test('a new link can be requested with the address of an expired one', {
  tags: ['A-RESET-24', 'A-RESET-25', 'A-RESET-27', 'A-ERR-12'],
}, async () => {
  const { email } = await server.account();
  await request(email);
  const expired = (await server.waitForMail(email)).getToken('resetpwd');
  server.advanceClock(48 * HOUR);
  const answer = await setPassword(expired);
  expect(answer).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(answer.refusal?.message).toBe('token expired');
  expect((await request(access.LinkClaims.parse(decodeJwt(expired)).email)).status).toBe(204);
  await expect.poll(() => server.countMails(email)).toBe(2);
  expect((await setPassword((await server.waitForMail(email)).getToken('resetpwd'))).status).toBe(204);
});

test('an unknown address gets the same status, headers and body, and no mail', {
  tags: ['A-RESET-08'],
}, async () => {
  const known = await server.account();
  const pending = await server.account({ status: 'pending' });
  const disabled = await server.account({ status: 'disabled' });
  const silent = [pending.email, disabled.email, 'unknown@test.example'];
  const requestReset = async (email: string) => {
    const response = await fetch(`${server.url}/api/auth/reset/${email}`, {
      headers: { 'x-forwarded-for': `198.51.100.${++networks}` },
    });
    const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };
  for (const email of silent) {
    expect(await requestReset(email)).toEqual(await requestReset(known.email));
    server.advanceClock(MINUTE);
  }
  await expect.poll(() => server.countMails(known.email)).toBe(3);
  for (const email of silent) expect(await server.countMails(email)).toBe(0);
});

test('an invalid address is refused with its field', { tags: ['A-API-33'] }, async () => {
  for (const email of ['nobody', 'a@b', `${'a'.repeat(250)}@test.example`]) {
    const answer = await request(email);
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['email']);
  }
});

test('an address gets five reset mails an hour, with or without an account', async () => {
  const { email } = await server.account();
  for (const address of [email, 'stranger@test.example']) {
    for (let sent = 0; sent < 5; sent += 1) {
      expect((await request(address)).status).toBe(204);
      server.advanceClock(MINUTE);
    }
    const sixth = await request(address);
    expect(sixth).toMatchObject(refused('TOO_MANY_REQUESTS'));
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3200);
  }
  await expect.poll(() => server.countMails(email)).toBe(5);
  server.advanceClock(HOUR);
  expect((await request(email)).status).toBe(204);
});

test.each(['cross-site', 'same-site', 'none'])(
  'another site (%s) cannot make a browser send a reset mail',
  async (site) => {
    const { email } = await server.account();
    const send = (value: string) =>
      server.call(
        access.requestReset,
        { params: { email } },
        { 'sec-fetch-site': value, 'x-forwarded-for': '192.0.2.250' },
      );
    expect(await send(site)).toMatchObject(refused('CROSS_SITE'));
    expect((await send('same-origin')).status).toBe(204);
    await expect.poll(() => server.countMails(email)).toBe(1);
  },
);

test('a network requests thirty reset mails an hour', async () => {
  for (let index = 0; index < 30; index += 1)
    expect((await request(`n${index}@test.example`, '203.0.113.9')).status).toBe(204);
  expect(await request('one.more@test.example', '203.0.113.9')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await request('one.more@test.example', '203.0.113.10')).status).toBe(204);
});
