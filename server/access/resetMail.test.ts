import * as access from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startWorld } from '../testing/world.ts';
import { updateAccount } from './queries.ts';

const HOUR = 3600_000;
const password = 'New-way-1';

const world = await startWorld({ works: true, env: { TRUST_PROXY: '127.0.0.1' } });
let networks = 0;

const ask = (email: string, from = `192.0.2.${++networks}`) =>
  world.call(access.requestReset, { params: { email } }, { 'x-forwarded-for': from });
const setPassword = (token: string) => world.call(access.setPassword, { body: { token, password } });

test('an address in the path gets a mail whose link sets a new password, once (A-RESET-03, A-API-06, A-API-07, A-MAIL-02)', async () => {
  const email = 'rosa+radio@test.example';
  await world.account({ email });
  const response = await fetch(`${world.url}/api/player/v2/auth/reset/${encodeURIComponent(email)}`);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  const mail = await world.mail(email);
  expect(mail).toMatchObject({ kind: 'reset', subject: 'Reset your password' });
  const token = mail.tokenOf('resetpwd');
  expect(mail.links).toContain(`${world.address.url}/resetpwd/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'reset', email, welcome_email: false });
  expect((await setPassword(token)).status).toBe(204);
  expect((await world.call(access.signIn, { body: { username: email, password } })).status).toBe(200);
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an active account without a password gets the link as well (A-MAIL-02)', async () => {
  const { accountid, email } = await world.account();
  await updateAccount(world.db, accountid, { password_hash: null });
  await ask(email);
  expect((await setPassword((await world.mail(email)).tokenOf('resetpwd'))).status).toBe(204);
});

test('an expired link is replaced by a new one, asked for with the address that stands in it (A-RESET-24, A-RESET-25, A-RESET-27, A-ERR-12)', async () => {
  const { email } = await world.account();
  await ask(email);
  const expired = (await world.mail(email)).tokenOf('resetpwd');
  world.pass(48 * HOUR);
  const answer = await setPassword(expired);
  expect(answer).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(answer.refusal?.message).toBe('token expired');
  expect((await ask(access.LinkClaims.parse(decodeJwt(expired)).email)).status).toBe(204);
  await expect.poll(() => world.mailCount(email), { timeout: 10_000 }).toBe(2);
  expect((await setPassword((await world.mail(email)).tokenOf('resetpwd'))).status).toBe(204);
});

test('reset answers the same for unknown addresses, in status, headers and body, and mails nobody (A-RESET-08)', async () => {
  const known = await world.account();
  const pending = await world.account({ status: 'pending' });
  const disabled = await world.account({ status: 'disabled' });
  const silent = [pending.email, disabled.email, 'unknown@test.example'];
  const look = async (email: string) => {
    const response = await fetch(`${world.url}/api/auth/reset/${email}`, {
      headers: { 'x-forwarded-for': `198.51.100.${++networks}` },
    });
    const { date: _date, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };
  for (const email of silent) expect(await look(email)).toEqual(await look(known.email));
  await expect.poll(() => world.mailCount(known.email), { timeout: 10_000 }).toBe(3);
  for (const email of silent) expect(await world.mailCount(email)).toBe(0);
});

test('an address that is none is refused and named (A-API-33)', async () => {
  for (const email of ['nobody', 'a@b', `${'a'.repeat(250)}@test.example`]) {
    const answer = await ask(email);
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['email']);
  }
});

test('five mails to one address and hour, whether it has an account or not', async () => {
  const { email } = await world.account();
  for (const address of [email, 'stranger@test.example']) {
    for (let asked = 0; asked < 5; asked += 1) expect((await ask(address)).status).toBe(204);
    const sixth = await ask(address);
    expect(sixth).toMatchObject(refused('TOO_MANY_REQUESTS'));
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3500);
  }
  await expect.poll(() => world.mailCount(email), { timeout: 10_000 }).toBe(5);
  world.pass(HOUR);
  expect((await ask(email)).status).toBe(204);
});

test('thirty mails from one network and hour', async () => {
  for (let n = 0; n < 30; n += 1) expect((await ask(`n${n}@test.example`, '203.0.113.9')).status).toBe(204);
  expect(await ask('one.more@test.example', '203.0.113.9')).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await ask('one.more@test.example', '203.0.113.10')).status).toBe(204);
});
