import { randomUUID } from 'node:crypto';
import * as access from '@promenade/contract/access';
import { merge, mergeLink, profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { client, refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { makeLink } from './links.ts';

const HOUR = 3600_000;
const server = await startTestServer({ env: { SUPPORT_EMAIL: 'help@promenade.example' } });

const newAddress = () => `new.${randomUUID()}@test.example`;
const start = ({ call }: SignedIn, email: string) => call(merge, { body: { email } });
const confirm = ({ call }: SignedIn, token: string) => call(merge, { body: { token } });
const emailsOf = async ({ call }: SignedIn) => (await call(profileRoute)).body.emails;

/** A merge that waits for its link. */
async function started(player?: SignedIn) {
  const asker = player ?? (await server.signedIn());
  const address = newAddress();
  expect((await start(asker, address)).status).toBe(204);
  const mail = await server.mail(address);
  return { player: asker, address, mail, token: mail.tokenOf('merge') };
}

test('the link comes to the new address and names who asked; nothing is linked before it is used', {
  tags: ['A-API-26', 'A-MAIL-05'],
}, async () => {
  const { player, address, mail, token } = await started();
  expect(mail.kind).toBe('merge');
  expect(mail.text).toContain(player.email);
  expect(mail.links).toContain(`${server.address.url}/merge/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'merge', email: address });
  expect(await emailsOf(player)).toEqual([player.email]);
  expect(await server.mailCount(player.email)).toBe(0);
});

test('the link adds the address, which signs in from then on, and the address in use is told', {
  tags: ['A-GEN-06', 'A-API-25', 'A-API-26'],
}, async () => {
  const { player, address, token } = await started();
  expect((await confirm(player, token)).status).toBe(204);
  expect(await emailsOf(player)).toEqual([player.email, address]);
  const { status } = await server.call(access.signIn, { body: { username: address, password: PASSWORD } });
  expect(status).toBe(200);
  const told = await server.mail(player.email);
  expect(told.kind).toBe('merge-done');
  expect(told.text).toContain(address);
  expect(told.text).toContain('help@promenade.example');
});

test('any session of the account may use the link, by PUT as well, once', { tags: ['A-API-26'] }, async () => {
  const { player, token } = await started();
  const phone = await server.call(access.signIn, { body: { username: player.email, password: PASSWORD } });
  const put = () =>
    fetch(`${server.url}/api/player/v2/profile/merge`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${phone.body['access-token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  expect((await put()).status).toBe(204);
  expect((await put()).status).toBe(410);
  expect(await confirm(player, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an address of this or any other account is refused and gets no mail', {
  tags: ['A-EMAILS-14', 'A-EMAILS-27', 'A-EMAILS-28', 'A-ERR-15'],
}, async () => {
  const player = await server.signedIn();
  const other = await server.account();
  for (const email of [player.email, ` ${player.email.toUpperCase()}`, other.email]) {
    const answer = await start(player, email);
    expect(answer).toMatchObject({ status: 409, refusal: { code: 'EMAIL_ASSOCIATED' } });
    expect(answer.refusal?.message).toBe('email already associated with this account');
  }
  expect(await server.mailCount(player.email)).toBe(0);
  expect(await server.mailCount(other.email)).toBe(0);
});

test('an address that got an account meanwhile is refused, and stays with it', { tags: ['A-EMAILS-28'] }, async () => {
  const { player, address, token } = await started();
  await createAccount(server.db, { email: address, password: PASSWORD });
  expect(await confirm(player, token)).toMatchObject(refused('EMAIL_ASSOCIATED'));
  expect(await emailsOf(player)).toEqual([player.email]);
  expect(await server.mailCount(player.email)).toBe(0);
});

test('two accounts that link one address at once: one gets it', async () => {
  const [one, other] = [await server.signedIn(), await server.signedIn()];
  const address = newAddress();
  await start(one, address);
  const first = (await server.mail(address)).tokenOf('merge');
  await start(other, address);
  const second = (await server.mail(address)).tokenOf('merge');
  const answers = await Promise.all([confirm(one, first), confirm(other, second)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  const linked = [...(await emailsOf(one)), ...(await emailsOf(other))].filter((email) => email === address);
  expect(linked).toEqual([address]);
});

test('a link in the hands of another account links nothing, and stays good for whose it is', async () => {
  const { player, address, token } = await started();
  const thief = await server.signedIn();
  expect(await confirm(thief, token)).toMatchObject(refused('INVALID_TOKEN'));
  expect(await thief.call(mergeLink, { query: { token } })).toMatchObject(refused('INVALID_TOKEN'));
  expect(await emailsOf(thief)).toEqual([thief.email]);
  expect((await confirm(player, token)).status).toBe(204);
  expect(await emailsOf(player)).toContain(address);
});

test('a link lives 48 hours, and a newer one to the same address ends it', async () => {
  const player = await server.signedIn();
  const address = newAddress();
  await start(player, address);
  const older = (await server.mail(address)).tokenOf('merge');
  await start(player, address);
  await expect.poll(() => server.mailCount(address)).toBe(2);
  const newer = (await server.mail(address)).tokenOf('merge');
  expect(await confirm(player, older)).toMatchObject(refused('TOKEN_EXPIRED'));
  server.pass(48 * HOUR);
  const { body } = await server.call(access.refresh, { body: { 'refresh-token': player.refreshToken } });
  const later = { ...player, call: client(server.url, body['access-token']) };
  expect(await confirm(later, newer)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect((await later.call(mergeLink, { query: { token: newer } })).body).toEqual({
    data: { valid: false, email: address },
  });
  expect(await emailsOf(later)).toEqual([player.email]);
});

test('forged tokens and links for something else link nothing', { tags: ['A-ERR-07'] }, async () => {
  const { player, token } = await started();
  await server.call(access.requestLoginLink, { body: { email: player.email } });
  const signInLink = (await server.mail(player.email)).tokenOf('authverify');
  for (const wrong of ['', 'x', 'a.b.c', `${token}x`, signInLink, player.token]) {
    expect(await confirm(player, wrong)).toMatchObject(refused('INVALID_TOKEN'));
    expect(await player.call(mergeLink, { query: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
});

test('asking whether a link is good tells its address and uses nothing up', { tags: ['A-API-26'] }, async () => {
  const { player, address, token } = await started();
  const look = async () => (await player.call(mergeLink, { query: { token } })).body;
  expect(await look()).toEqual({ data: { valid: true, email: address } });
  expect(await look()).toEqual({ data: { valid: true, email: address } });
  expect((await confirm(player, token)).status).toBe(204);
  expect(await look()).toEqual({ data: { valid: false, email: address } });
});

test('a new password ends a link that an intruder asked for', async () => {
  const { player, address, token } = await started();
  const { accountid, email } = player;
  const reset = await makeLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await server.call(access.setPassword, { body: { token: reset, password: PASSWORD } });
  const { body } = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  const again = { ...player, call: client(server.url, body['access-token']) };
  expect(await confirm(again, token)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(await emailsOf(again)).not.toContain(address);
});

test('an account starts ten merges an hour, and five at one address', async () => {
  const player = await server.signedIn();
  const address = newAddress();
  for (let asked = 0; asked < 5; asked += 1) expect((await start(player, address)).status).toBe(204);
  expect(await start(player, address)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  for (let asked = 0; asked < 4; asked += 1) expect((await start(player, newAddress())).status).toBe(204);
  const eleventh = await start(player, newAddress());
  expect(eleventh).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await start(await server.signedIn(), newAddress())).status).toBe(204);
});
