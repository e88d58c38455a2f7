import * as access from '@promenade/contract/access';
import { profile as profileRoute, split, splitLink } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type Call, createClient, refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { createLink } from './links.ts';
import { deleteEmail, lockAccount, updateAccount } from './queries.ts';

const HOUR = 3600_000;
const server = await startTestServer({ env: { SUPPORT_EMAIL: 'help@promenade.example' } });

const request = (call: Call, email: string) => call(split, { body: { email } });
const confirm = (call: Call, token: string) => call(split, { body: { token } });
const emailsOf = async (call: Call) => (await call(profileRoute)).body.emails;

async function signIn(username: string) {
  const { body } = await server.call(access.signIn, { body: { username, password: PASSWORD } });
  return { body, call: createClient(server.url, body['access-token']) };
}

/** Creates a signed-in account with further addresses. */
async function createLinked(count = 1) {
  const player = await server.signedIn();
  const others = Array.from({ length: count }, (_, index) => `linked${index}.${player.email}`);
  for (const email of others) {
    await server.db.insertInto('account_emails').values({ email, account_id: player.accountid }).execute();
  }
  const [other = '', another = ''] = others;
  return { ...player, other, another };
}

/** Requests a split and reads the token from the mail. */
async function requestToken({ call, email }: { call: Call; email: string }, removedEmail: string) {
  const before = await server.countMails(email);
  expect((await request(call, removedEmail)).status).toBe(204);
  await expect.poll(() => server.countMails(email)).toBe(before + 1);
  return (await server.waitForMail(email)).getToken('split');
}

test('the link is mailed to the address in use and changes nothing before it is used', {
  tags: ['A-API-26', 'A-MAIL-05'],
}, async () => {
  const { call, email, other } = await createLinked();
  const token = await requestToken({ call, email }, other);
  const mail = await server.waitForMail(email);
  expect(mail.kind).toBe('split');
  expect(mail.text).toContain(other);
  expect(mail.links).toContain(`${server.address.url}/split/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'split', email: other });
  expect(await server.countMails(other)).toBe(0);
  expect(await emailsOf(call)).toEqual([email, other]);
});

test('the link removes the address, which cannot sign in any more and is notified', {
  tags: ['A-GEN-06', 'A-API-25', 'A-API-26'],
}, async () => {
  const player = await createLinked();
  const token = await requestToken(player, player.other);
  expect((await confirm(player.call, token)).status).toBe(204);
  expect(await emailsOf(player.call)).toEqual([player.email]);
  const signInResponse = await server.call(access.signIn, { body: { username: player.other, password: PASSWORD } });
  expect(signInResponse).toMatchObject(refused('INVALID_CREDENTIALS'));
  const notice = await server.waitForMail(player.other);
  expect(notice.kind).toBe('split-done');
  expect(notice.text).toContain(player.email);
  expect(notice.text).toContain('help@promenade.example');
});

test('a removed notification address is replaced by the one in use; any other stays', {
  tags: ['A-EMAILS-30'],
}, async () => {
  for (const removal of ['goes', 'stays'] as const) {
    const player = await createLinked(2);
    const mailto = removal === 'goes' ? player.other : player.another;
    await updateAccount(server.db, player.accountid, { mailto });
    await confirm(player.call, await requestToken(player, player.other));
    const { body } = await player.call(profileRoute);
    expect(body.mailto).toBe(removal === 'goes' ? player.email : player.another);
  }
});

test('only sessions of the removed address end', async () => {
  const player = await createLinked();
  const removed = await signIn(player.other);
  expect(await emailsOf(removed.call)).toEqual([player.other, player.email]);
  await confirm(player.call, await requestToken(player, player.other));
  expect(await removed.call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  const refreshed = await server.call(access.refresh, { body: { 'refresh-token': removed.body['refresh-token'] } });
  expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
  expect((await player.call(profileRoute)).status).toBe(200);
});

test('open links to the removed address are revoked for good', async () => {
  const player = await createLinked();
  const { accountid, other } = player;
  const link = (kind: 'sign-in' | 'reset') =>
    createLink(server.db, server.secrets, { kind, email: other, accountid }, server.now());
  const [signInLink, reset] = [await link('sign-in'), await link('reset')];
  await confirm(player.call, await requestToken(player, other));
  await server.db.insertInto('account_emails').values({ email: other, account_id: accountid }).execute();
  expect(await server.call(access.exchangeSignInLink, { body: { token: signInLink } })).toMatchObject(
    refused('TOKEN_EXPIRED'),
  );
  const set = await server.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } });
  expect(set).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('the only address, the one in use and foreign ones cannot be removed', {
  tags: ['A-EMAILS-08', 'A-EMAILS-27', 'A-EMAILS-28', 'A-ERR-15'],
}, async () => {
  const alone = await server.signedIn();
  const only = await request(alone.call, alone.email);
  expect(only).toMatchObject({ status: 409, refusal: { code: 'ONLY_EMAIL' } });
  expect(only.refusal?.message).toBe('cannot remove the only email address');
  const { call, email } = await createLinked();
  expect(await request(call, email)).toMatchObject(refused('EMAIL_IN_USE'));
  for (const foreignEmail of [alone.email, 'unknown@test.example']) {
    expect(await request(call, foreignEmail)).toMatchObject(refused('NOT_YOUR_EMAIL'));
  }
  expect(await server.countMails(email)).toBe(0);
});

test('a session of the address to remove cannot use the link', { tags: ['A-EMAILS-08'] }, async () => {
  const player = await createLinked();
  const token = await requestToken(player, player.other);
  const { call } = await signIn(player.other);
  expect(await confirm(call, token)).toMatchObject(refused('EMAIL_IN_USE'));
  expect((await confirm(player.call, token)).status).toBe(204);
});

test('an address that became the only one cannot be removed', { tags: ['A-EMAILS-28'] }, async () => {
  const player = await createLinked();
  const token = await requestToken(player, player.other);
  await deleteEmail(server.db, player.accountid, player.email);
  const { call } = await signIn(player.other);
  expect(await confirm(call, token)).toMatchObject(refused('ONLY_EMAIL'));
  expect(await emailsOf(call)).toEqual([player.other]);
});

test("of two sessions that remove each other's address, one succeeds", async () => {
  for (const count of [1, 2]) {
    const player = await createLinked(count);
    const second = await signIn(player.other);
    const tokens = [
      await requestToken(player, player.other),
      await requestToken({ call: second.call, email: player.other }, player.email),
    ] as const;
    const answers = await runConcurrently(player.accountid, () => [
      confirm(player.call, tokens[0]),
      confirm(second.call, tokens[1]),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 401]));
    const [winner, remaining] = answers[0]?.status === 204 ? [player.call, player.email] : [second.call, player.other];
    const emails = await emailsOf(winner);
    expect(emails[0]).toBe(remaining);
    expect(emails).toHaveLength(count);
  }
});

test('two concurrent links keep the address in use', async () => {
  const player = await createLinked(2);
  const tokens = [await requestToken(player, player.other), await requestToken(player, player.another)];
  const answers = await runConcurrently(player.accountid, () => tokens.map((token) => confirm(player.call, token)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(await emailsOf(player.call)).toEqual([player.email]);
});

test('a link works once in concurrent requests', async () => {
  const player = await createLinked(2);
  const token = await requestToken(player, player.other);
  const answers = await runConcurrently(player.accountid, () => [
    confirm(player.call, token),
    confirm(player.call, token),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 410]));
  expect(await emailsOf(player.call)).toEqual([player.email, player.another]);
});

test('a sign-in with an address that is being removed gets no session', async () => {
  const player = await createLinked();
  const { accountid, other } = player;
  const link = await createLink(server.db, server.secrets, { kind: 'sign-in', email: other, accountid }, server.now());
  const signInResponse = await server.db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const responses = [
      server.call(access.signIn, { body: { username: other, password: PASSWORD } }),
      server.call(access.exchangeSignInLink, { body: { token: link } }),
    ];
    await expect.poll(server.countWaitingStatements).toBe(2);
    await deleteEmail(db, accountid, other);
    return { requests: Promise.all(responses) };
  });
  expect((await signInResponse.requests).map(({ refusal }) => refusal?.code)).toEqual([
    'INVALID_CREDENTIALS',
    'TOKEN_EXPIRED',
  ]);
});

/** Starts requests while the account is locked, so that they run concurrently once it is released. */
async function runConcurrently<T>(accountid: number, send: () => Promise<T>[]): Promise<T[]> {
  const { responses } = await server.db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const requests = send();
    await expect.poll(server.countWaitingStatements).toBe(requests.length);
    return { responses: Promise.all(requests) };
  });
  return responses;
}

test("another account's link and a link of another kind are refused", {
  tags: ['A-ERR-07'],
}, async () => {
  const player = await createLinked();
  const thief = await server.signedIn();
  const token = await requestToken(player, player.other);
  const { accountid, other: email } = player;
  const mergeToken = await createLink(server.db, server.secrets, { kind: 'merge', email, accountid }, server.now());
  expect(await confirm(thief.call, token)).toMatchObject(refused('INVALID_TOKEN'));
  expect(await thief.call(splitLink, { query: { token } })).toMatchObject(refused('INVALID_TOKEN'));
  for (const wrong of ['', 'x', `${token}x`, mergeToken]) {
    expect(await confirm(player.call, wrong)).toMatchObject(refused('INVALID_TOKEN'));
    expect(await player.call(splitLink, { query: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
  expect(await emailsOf(player.call)).toEqual([player.email, player.other]);
});

test('the state of a link can be read without using it; PUT confirms too', {
  tags: ['A-API-26'],
}, async () => {
  const player = await createLinked();
  const token = await requestToken(player, player.other);
  const getState = async () => (await player.call(splitLink, { query: { token } })).body.data;
  expect(await getState()).toEqual({ valid: true, email: player.other });
  expect(await getState()).toEqual({ valid: true, email: player.other });
  const response = await fetch(`${server.url}/api/profile/split`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(204);
  expect(await getState()).toEqual({ valid: false, email: player.other });
});

test('a link expires after 48 hours', async () => {
  const player = await createLinked();
  const token = await requestToken(player, player.other);
  server.advanceClock(48 * HOUR);
  const { call } = await signIn(player.email);
  expect(await confirm(call, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an account requests ten splits an hour', async () => {
  const { call, other } = await createLinked();
  for (let responses = 0; responses < 10; responses += 1) expect((await request(call, other)).status).toBe(204);
  const eleventh = await request(call, other);
  expect(eleventh).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3500);
});
