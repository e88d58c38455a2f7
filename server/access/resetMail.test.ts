import * as access from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { updateAccount } from './queries.ts';

const HOUR = 3600_000;
const password = 'New-way-1';

const server = await startTestServer({ works: true, env: { TRUST_PROXY: '127.0.0.1' } });
let networks = 0;

const ask = (email: string, from = `192.0.2.${++networks}`) =>
  server.call(access.requestReset, { params: { email } }, { 'x-forwarded-for': from });
const setPassword = (token: string) => server.call(access.setPassword, { body: { token, password } });

test('an address in the path gets a mail whose link sets a new password, once', {
  tags: ['A-RESET-03', 'A-API-06', 'A-API-07', 'A-MAIL-02'],
}, async () => {
  const email = 'rosa+radio@test.example';
  await server.account({ email });
  const response = await fetch(`${server.url}/api/player/v2/auth/reset/${encodeURIComponent(email)}`);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'reset', subject: 'Reset your password' });
  const token = mail.tokenOf('resetpwd');
  expect(mail.links).toContain(`${server.address.url}/resetpwd/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'reset', email, welcome_email: false });
  expect((await setPassword(token)).status).toBe(204);
  expect((await server.call(access.signIn, { body: { username: email, password } })).status).toBe(200);
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an active account without a password gets the link as well', { tags: ['A-MAIL-02'] }, async () => {
  const { accountid, email } = await server.account();
  await updateAccount(server.db, accountid, { password_hash: null });
  await ask(email);
  expect((await setPassword((await server.mail(email)).tokenOf('resetpwd'))).status).toBe(204);
});

test('an expired link is replaced by a new one, asked for with the address that stands in it', {
  tags: ['A-RESET-24', 'A-RESET-25', 'A-RESET-27', 'A-ERR-12'],
}, async () => {
  const { email } = await server.account();
  await ask(email);
  const expired = (await server.mail(email)).tokenOf('resetpwd');
  server.pass(48 * HOUR);
  const answer = await setPassword(expired);
  expect(answer).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(answer.refusal?.message).toBe('token expired');
  expect((await ask(access.LinkClaims.parse(decodeJwt(expired)).email)).status).toBe(204);
  await expect.poll(() => server.mailCount(email), { timeout: 10_000 }).toBe(2);
  expect((await setPassword((await server.mail(email)).tokenOf('resetpwd'))).status).toBe(204);
});

test('reset answers the same for unknown addresses, in status, headers and body, and mails nobody', {
  tags: ['A-RESET-08'],
}, async () => {
  const known = await server.account();
  const pending = await server.account({ status: 'pending' });
  const disabled = await server.account({ status: 'disabled' });
  const silent = [pending.email, disabled.email, 'unknown@test.example'];
  const look = async (email: string) => {
    const response = await fetch(`${server.url}/api/auth/reset/${email}`, {
      headers: { 'x-forwarded-for': `198.51.100.${++networks}` },
    });
    const { date: _date, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };
  for (const email of silent) expect(await look(email)).toEqual(await look(known.email));
  await expect.poll(() => server.mailCount(known.email), { timeout: 10_000 }).toBe(3);
  for (const email of silent) expect(await server.mailCount(email)).toBe(0);
});

test('an address that is none is refused and named', { tags: ['A-API-33'] }, async () => {
  for (const email of ['nobody', 'a@b', `${'a'.repeat(250)}@test.example`]) {
    const answer = await ask(email);
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['email']);
  }
});

test('five mails to one address and hour, whether it has an account or not', async () => {
  const { email } = await server.account();
  for (const address of [email, 'stranger@test.example']) {
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(address)).status).toBe(204);
    const sixth = await ask(address);
    expect(sixth).toMatchObject(refused('TOO_MANY_REQUESTS'));
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  await expect.poll(() => server.mailCount(email), { timeout: 10_000 }).toBe(5);
  server.pass(HOUR);
  expect((await ask(email)).status).toBe(204);
});

test('thirty mails from one network and hour', async () => {
  for (let n = 0; n < 30; n += 1) expect((await ask(`n${n}@test.example`, '203.0.113.9')).status).toBe(204);
  expect(await ask('one.more@test.example', '203.0.113.9')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await ask('one.more@test.example', '203.0.113.10')).status).toBe(204);
});
