import * as access from '@promenade/contract/access';
import { profile as profileRoute, split, splitLink } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { type Call, client, refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { removeEmail } from './emailQueries.ts';
import { makeLink } from './links.ts';
import { lockAccount, updateAccount } from './queries.ts';

const HOUR = 3600_000;
const server = await startTestServer({ env: { SUPPORT_EMAIL: 'help@promenade.example' } });

const start = (call: Call, email: string) => call(split, { body: { email } });
const confirm = (call: Call, token: string) => call(split, { body: { token } });
const emailsOf = async (call: Call) => (await call(profileRoute)).body.emails;

async function signIn(username: string) {
  const { body } = await server.call(access.signIn, { body: { username, password: PASSWORD } });
  return { body, call: client(server.url, body['access-token']) };
}

/** A signed-in account with more addresses beside the one in use. */
async function linked(more = 1) {
  const player = await server.signedIn();
  const others = Array.from({ length: more }, (_, n) => `linked${n}.${player.email}`);
  for (const email of others) {
    await server.db.insertInto('account_emails').values({ email, account_id: player.accountid }).execute();
  }
  const [other = '', another = ''] = others;
  return { ...player, other, another };
}

/** The token of a split that waits for its link, by way of the mail to the address in use. */
async function tokenFor({ call, email }: { call: Call; email: string }, leaving: string) {
  const before = await server.mailCount(email);
  expect((await start(call, leaving)).status).toBe(204);
  await expect.poll(() => server.mailCount(email)).toBe(before + 1);
  return (await server.mail(email)).tokenOf('split');
}

test('the link comes to the address in use; nothing is unlinked before it is used', {
  tags: ['A-API-26', 'A-MAIL-05'],
}, async () => {
  const { call, email, other } = await linked();
  const token = await tokenFor({ call, email }, other);
  const mail = await server.mail(email);
  expect(mail.kind).toBe('split');
  expect(mail.text).toContain(other);
  expect(mail.links).toContain(`${server.address.url}/split/${token}`);
  expect(access.LinkClaims.parse(decodeJwt(token))).toMatchObject({ kind: 'split', email: other });
  expect(await server.mailCount(other)).toBe(0);
  expect(await emailsOf(call)).toEqual([email, other]);
});

test('the link removes the address, which signs in no more, and tells it', {
  tags: ['A-GEN-06', 'A-API-25', 'A-API-26'],
}, async () => {
  const player = await linked();
  const token = await tokenFor(player, player.other);
  expect((await confirm(player.call, token)).status).toBe(204);
  expect(await emailsOf(player.call)).toEqual([player.email]);
  const late = await server.call(access.signIn, { body: { username: player.other, password: PASSWORD } });
  expect(late).toMatchObject(refused('INVALID_CREDENTIALS'));
  const told = await server.mail(player.other);
  expect(told.kind).toBe('split-done');
  expect(told.text).toContain(player.email);
  expect(told.text).toContain('help@promenade.example');
});

test('notifications that went to the address go to the one in use again, others stay where they are', {
  tags: ['A-EMAILS-30'],
}, async () => {
  for (const chosen of ['goes', 'stays'] as const) {
    const player = await linked(2);
    const mailto = chosen === 'goes' ? player.other : player.another;
    await updateAccount(server.db, player.accountid, { mailto });
    await confirm(player.call, await tokenFor(player, player.other));
    const { body } = await player.call(profileRoute);
    expect(body.mailto).toBe(chosen === 'goes' ? player.email : player.another);
  }
});

test('sessions that signed in with the address end, and no other', async () => {
  const player = await linked();
  const gone = await signIn(player.other);
  expect(await emailsOf(gone.call)).toEqual([player.other, player.email]);
  await confirm(player.call, await tokenFor(player, player.other));
  expect(await gone.call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  const refreshed = await server.call(access.refresh, { body: { 'refresh-token': gone.body['refresh-token'] } });
  expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
  expect((await player.call(profileRoute)).status).toBe(200);
});

test('open links to the address die with it, also when it is linked again', async () => {
  const player = await linked();
  const { accountid, other } = player;
  const link = (kind: 'sign-in' | 'reset') =>
    makeLink(server.db, server.secrets, { kind, email: other, accountid }, server.now());
  const [signInLink, reset] = [await link('sign-in'), await link('reset')];
  await confirm(player.call, await tokenFor(player, other));
  await server.db.insertInto('account_emails').values({ email: other, account_id: accountid }).execute();
  expect(await server.call(access.exchangeLink, { body: { token: signInLink } })).toMatchObject(
    refused('TOKEN_EXPIRED'),
  );
  const set = await server.call(access.setPassword, { body: { token: reset, password: 'New-way-1' } });
  expect(set).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('the only address, the one in use and those of others stay', {
  tags: ['A-EMAILS-08', 'A-EMAILS-27', 'A-EMAILS-28', 'A-ERR-15'],
}, async () => {
  const alone = await server.signedIn();
  const only = await start(alone.call, alone.email);
  expect(only).toMatchObject({ status: 409, refusal: { code: 'ONLY_EMAIL' } });
  expect(only.refusal?.message).toBe('cannot remove the only email address');
  const { call, email } = await linked();
  expect(await start(call, email)).toMatchObject(refused('EMAIL_IN_USE'));
  for (const foreign of [alone.email, 'unknown@test.example']) {
    expect(await start(call, foreign)).toMatchObject(refused('NOT_YOUR_EMAIL'));
  }
  expect(await server.mailCount(email)).toBe(0);
});

test('a session that signed in with the leaving address cannot use the link', { tags: ['A-EMAILS-08'] }, async () => {
  const player = await linked();
  const token = await tokenFor(player, player.other);
  const { call } = await signIn(player.other);
  expect(await confirm(call, token)).toMatchObject(refused('EMAIL_IN_USE'));
  expect((await confirm(player.call, token)).status).toBe(204);
});

test('an address that became the only one meanwhile stays', { tags: ['A-EMAILS-28'] }, async () => {
  const player = await linked();
  const token = await tokenFor(player, player.other);
  await removeEmail(server.db, player.accountid, player.email);
  const { call } = await signIn(player.other);
  expect(await confirm(call, token)).toMatchObject(refused('ONLY_EMAIL'));
  expect(await emailsOf(call)).toEqual([player.other]);
});

test('two sessions that unlink each other at the same moment: one wins, its address stays in use', async () => {
  for (const more of [1, 2]) {
    const player = await linked(more);
    const second = await signIn(player.other);
    const tokens = [
      await tokenFor(player, player.other),
      await tokenFor({ call: second.call, email: player.other }, player.email),
    ] as const;
    const answers = await atOnce(player.accountid, () => [
      confirm(player.call, tokens[0]),
      confirm(second.call, tokens[1]),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 401]));
    const [winner, left] = answers[0]?.status === 204 ? [player.call, player.email] : [second.call, player.other];
    const emails = await emailsOf(winner);
    expect(emails[0]).toBe(left);
    expect(emails).toHaveLength(more);
  }
});

test('two links used at the same moment leave the address in use', async () => {
  const player = await linked(2);
  const tokens = [await tokenFor(player, player.other), await tokenFor(player, player.another)];
  const answers = await atOnce(player.accountid, () => tokens.map((token) => confirm(player.call, token)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(await emailsOf(player.call)).toEqual([player.email]);
});

test('a link used twice at the same moment works once', async () => {
  const player = await linked(2);
  const token = await tokenFor(player, player.other);
  const answers = await atOnce(player.accountid, () => [confirm(player.call, token), confirm(player.call, token)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 410]));
  expect(await emailsOf(player.call)).toEqual([player.email, player.another]);
});

test('who signs in with the address at the moment it leaves gets no session', async () => {
  const player = await linked();
  const { accountid, other } = player;
  const link = await makeLink(server.db, server.secrets, { kind: 'sign-in', email: other, accountid }, server.now());
  const late = await server.db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const asked = [
      server.call(access.signIn, { body: { username: other, password: PASSWORD } }),
      server.call(access.exchangeLink, { body: { token: link } }),
    ];
    await expect.poll(server.waiting, { timeout: 10_000 }).toBe(2);
    await removeEmail(db, accountid, other);
    return { all: Promise.all(asked) };
  });
  expect((await late.all).map(({ refusal }) => refusal?.code)).toEqual(['INVALID_CREDENTIALS', 'TOKEN_EXPIRED']);
});

/** Both find the account held, so that neither sees what the other one does first. */
async function atOnce<T>(accountid: number, ask: () => Promise<T>[]): Promise<T[]> {
  const { asked } = await server.db.transaction().execute(async (db) => {
    await lockAccount(db, accountid);
    const all = ask();
    await expect.poll(server.waiting, { timeout: 10_000 }).toBe(all.length);
    return { asked: Promise.all(all) };
  });
  return asked;
}

test('a link in the hands of another account, and one for something else, unlinks nothing', {
  tags: ['A-ERR-07'],
}, async () => {
  const player = await linked();
  const thief = await server.signedIn();
  const token = await tokenFor(player, player.other);
  const { accountid, other: email } = player;
  const mergeToken = await makeLink(server.db, server.secrets, { kind: 'merge', email, accountid }, server.now());
  expect(await confirm(thief.call, token)).toMatchObject(refused('INVALID_TOKEN'));
  expect(await thief.call(splitLink, { query: { token } })).toMatchObject(refused('INVALID_TOKEN'));
  for (const wrong of ['', 'x', `${token}x`, mergeToken]) {
    expect(await confirm(player.call, wrong)).toMatchObject(refused('INVALID_TOKEN'));
    expect(await player.call(splitLink, { query: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
  expect(await emailsOf(player.call)).toEqual([player.email, player.other]);
});

test('asking whether a link is good tells its address and uses nothing up; PUT confirms as well', {
  tags: ['A-API-26'],
}, async () => {
  const player = await linked();
  const token = await tokenFor(player, player.other);
  const look = async () => (await player.call(splitLink, { query: { token } })).body.data;
  expect(await look()).toEqual({ valid: true, email: player.other });
  expect(await look()).toEqual({ valid: true, email: player.other });
  const response = await fetch(`${server.url}/api/profile/split`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(204);
  expect(await look()).toEqual({ valid: false, email: player.other });
});

test('a link lives 48 hours', async () => {
  const player = await linked();
  const token = await tokenFor(player, player.other);
  server.pass(48 * HOUR);
  const { call } = await signIn(player.email);
  expect(await confirm(call, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('an account starts ten splits an hour', async () => {
  const { call, other } = await linked();
  for (let asked = 0; asked < 10; asked += 1) expect((await start(call, other)).status).toBe(204);
  const eleventh = await start(call, other);
  expect(eleventh).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3500);
});
