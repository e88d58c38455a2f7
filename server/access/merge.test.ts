import { randomUUID } from 'node:crypto';
import * as access from '@promenade/contract/access';
import { merge, mergeLink, profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { createLink } from './links.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const server = await startTestServer({ env: { SUPPORT_EMAIL: 'help@promenade.example' } });

const newAddress = () => `new.${randomUUID()}@test.example`;
const request = ({ call }: SignedIn, email: string) => call(merge, { body: { email } });
const confirm = ({ call }: SignedIn, token: string) => call(merge, { body: { token } });
const emailsOf = async ({ call }: SignedIn) => (await call(profileRoute)).body.emails;

/** Requests a merge and reads the link from the mail. */
async function requestMerge(player?: SignedIn) {
  const requester = player ?? (await server.signedIn());
  const address = newAddress();
  expect((await request(requester, address)).status).toBe(204);
  const mail = await server.waitForMail(address);
  return { player: requester, address, mail, token: mail.getToken('merge') };
}

test('the link is mailed to the new address and changes nothing before it is used', {
  tags: ['A-API-26', 'A-MAIL-05'],
}, async () => {
  const { player, address, mail, token } = await requestMerge();
  expect(mail.kind).toBe('merge');
  expect(mail.text).toContain(player.email);
  expect(mail.links).toContain(`${server.address.url}/merge/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({
    kind: 'merge',
    email: address,
    account: player.email,
  });
  expect(await emailsOf(player)).toEqual([player.email]);
  expect(await server.countMails(player.email)).toBe(0);
});

test('the link adds the address as a login and notifies the address in use', {
  tags: ['A-GEN-06', 'A-API-25', 'A-API-26'],
}, async () => {
  const { player, address, token } = await requestMerge();
  expect((await confirm(player, token)).status).toBe(204);
  expect(await emailsOf(player)).toEqual([player.email, address]);
  const { status } = await server.call(access.signIn, { body: { username: address, password: PASSWORD } });
  expect(status).toBe(200);
  const notice = await server.waitForMail(player.email);
  expect(notice.kind).toBe('merge-done');
  expect(notice.text).toContain(address);
  expect(notice.text).toContain('help@promenade.example');
});

test('any session of the account may use the link once, also by PUT', { tags: ['A-API-26'] }, async () => {
  const { player, token } = await requestMerge();
  const otherSession = await server.call(access.signIn, { body: { username: player.email, password: PASSWORD } });
  const put = () =>
    fetch(`${server.url}/api/player/v2/profile/merge`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${otherSession.body['access-token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  expect((await put()).status).toBe(204);
  expect((await put()).status).toBe(410);
  expect(await confirm(player, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an address that belongs to an account is refused and gets no mail', {
  tags: ['A-EMAILS-14', 'A-EMAILS-27', 'A-EMAILS-28', 'A-ERR-15'],
}, async () => {
  const player = await server.signedIn();
  const secondPlayer = await server.account();
  for (const email of [player.email, ` ${player.email.toUpperCase()}`, secondPlayer.email]) {
    const answer = await request(player, email);
    expect(answer).toMatchObject({ status: 409, refusal: { code: 'EMAIL_ASSOCIATED' } });
    expect(answer.refusal?.message).toBe('email already associated with this account');
  }
  expect(await server.countMails(player.email)).toBe(0);
  expect(await server.countMails(secondPlayer.email)).toBe(0);
});

test('an address that got an account in the meantime is refused', { tags: ['A-EMAILS-28'] }, async () => {
  const { player, address, token } = await requestMerge();
  await createAccount(server.db, { email: address, password: PASSWORD });
  expect(await confirm(player, token)).toMatchObject(refused('EMAIL_ASSOCIATED'));
  expect(await emailsOf(player)).toEqual([player.email]);
  expect(await server.countMails(player.email)).toBe(0);
});

test('of two accounts that add one address at once, one gets it', async () => {
  const [firstPlayer, secondPlayer] = [await server.signedIn(), await server.signedIn()];
  const address = newAddress();
  await request(firstPlayer, address);
  const first = (await server.waitForMail(address)).getToken('merge');
  server.advanceClock(MINUTE);
  expect((await request(secondPlayer, address)).status).toBe(204);
  const second = (await server.waitForMail(address)).getToken('merge');
  const answers = await Promise.all([confirm(firstPlayer, first), confirm(secondPlayer, second)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  const linked = [...(await emailsOf(firstPlayer)), ...(await emailsOf(secondPlayer))].filter(
    (email) => email === address,
  );
  expect(linked).toEqual([address]);
});

test('another account cannot use the link, which stays valid for its owner', async () => {
  const { player, address, token } = await requestMerge();
  const thief = await server.signedIn();
  expect(await confirm(thief, token)).toMatchObject(refused('INVALID_TOKEN'));
  expect(await thief.call(mergeLink, { query: { token } })).toMatchObject(refused('INVALID_TOKEN'));
  expect(await emailsOf(thief)).toEqual([thief.email]);
  expect((await confirm(player, token)).status).toBe(204);
  expect(await emailsOf(player)).toContain(address);
});

test('a link expires after 48 hours or when a newer one is mailed', async () => {
  const player = await server.signedIn();
  const address = newAddress();
  await request(player, address);
  const older = (await server.waitForMail(address)).getToken('merge');
  server.advanceClock(MINUTE);
  await request(player, address);
  await expect.poll(() => server.countMails(address)).toBe(2);
  const newer = (await server.waitForMail(address)).getToken('merge');
  expect(await confirm(player, older)).toMatchObject(refused('TOKEN_EXPIRED'));
  server.advanceClock(48 * HOUR);
  const { body } = await server.call(access.refresh, { body: { 'refresh-token': player.refreshToken } });
  const laterPlayer = { ...player, call: createClient(server.url, body['access-token']) };
  expect(await confirm(laterPlayer, newer)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect((await laterPlayer.call(mergeLink, { query: { token: newer } })).body).toEqual({
    data: { valid: false, email: address },
  });
  expect(await emailsOf(laterPlayer)).toEqual([player.email]);
});

test('forged tokens and links of other kinds are refused', { tags: ['A-ERR-07'] }, async () => {
  const { player, token } = await requestMerge();
  await server.call(access.requestSignInLink, { body: { email: player.email } });
  const signInLink = (await server.waitForMail(player.email)).getToken('authverify');
  for (const wrong of ['', 'x', 'a.b.c', `${token}x`, signInLink, player.token]) {
    expect(await confirm(player, wrong)).toMatchObject(refused('INVALID_TOKEN'));
    expect(await player.call(mergeLink, { query: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
});

test('the state of a link can be read without using it', { tags: ['A-API-26'] }, async () => {
  const { player, address, token } = await requestMerge();
  const getState = async () => (await player.call(mergeLink, { query: { token } })).body;
  expect(await getState()).toEqual({ data: { valid: true, email: address } });
  expect(await getState()).toEqual({ data: { valid: true, email: address } });
  expect((await confirm(player, token)).status).toBe(204);
  expect(await getState()).toEqual({ data: { valid: false, email: address } });
});

test('a new password revokes open merge links', async () => {
  const { player, address, token } = await requestMerge();
  const { accountid, email } = player;
  const reset = await createLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await server.call(access.setPassword, { body: { token: reset, password: PASSWORD } });
  const { body } = await server.call(access.signIn, { body: { username: email, password: PASSWORD } });
  const renewed = { ...player, call: createClient(server.url, body['access-token']) };
  expect(await confirm(renewed, token)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect(await emailsOf(renewed)).not.toContain(address);
});

test('starting a merge asks for the password ten minutes after the sign-in, its link does not', async () => {
  const player = await server.signedIn();
  const [early, late] = [newAddress(), newAddress()];
  server.advanceClock(10 * MINUTE - 10_000);
  expect((await request(player, early)).status).toBe(204);
  server.advanceClock(20_000);
  const start = (password?: string) => player.call(merge, { body: { email: late, ...(password && { password }) } });
  expect(await start()).toMatchObject(refused('REAUTHENTICATION_REQUIRED'));
  expect(await start('Wrong-guess-1')).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { fields: { password: 'Your password is incorrect.' } },
  });
  expect(await server.countMails(late)).toBe(0);
  expect((await start(PASSWORD)).status).toBe(204);
  expect((await confirm(player, (await server.waitForMail(late)).getToken('merge'))).status).toBe(204);
});

test('an account requests ten merges an hour', async () => {
  const player = await server.signedIn();
  for (let sent = 0; sent < 10; sent += 1) expect((await request(player, newAddress())).status).toBe(204);
  const eleventh = await request(player, newAddress());
  expect(eleventh).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await request(await server.signedIn(), newAddress())).status).toBe(204);
});
