import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import { createClient, refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { createLink, linkPath } from './links.ts';

const DAY = 24 * 3600_000;
const password = 'New-way-1';

const server = await startTestServer();
const visitor = server.call;
let addresses = 0;

async function newAccount() {
  const email = `forgetful${++addresses}@example.test`;
  const { accountid } = await createAccount(server.db, { email, password: 'Old-way-1' });
  const link = (kind: 'reset' | 'welcome' = 'reset') =>
    createLink(server.db, server.secrets, { kind, email, accountid }, server.now());
  return { email, accountid, link };
}

const setPassword = (token: string, newPassword = password) =>
  visitor(access.setPassword, { body: { token, password: newPassword } });
const signIn = (username: string, attempted: string) =>
  visitor(access.signIn, { body: { username, password: attempted } });

test('a link sets the password, and only the new one signs in', { tags: ['A-RESET-20', 'A-API-07'] }, async () => {
  const { email, link } = await newAccount();
  expect((await setPassword(await link())).status).toBe(204);
  expect((await signIn(email, password)).status).toBe(200);
  expect(await signIn(email, 'Old-way-1')).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test('a welcome link sets the first password of an account', { tags: ['A-RESET-11'] }, async () => {
  const email = 'first.password@example.test';
  const { accountid } = await createAccount(server.db, { email });
  const token = await createLink(server.db, server.secrets, { kind: 'welcome', email, accountid }, server.now());
  expect((await setPassword(token)).status).toBe(204);
  expect((await signIn(email, password)).status).toBe(200);
});

test('the claims of a link are address, kind and expiry', {
  tags: ['A-RESET-09', 'A-RESET-11', 'A-RESET-28', 'A-SESSION-21'],
}, async () => {
  const { email, link } = await newAccount();
  const createdAt = server.now().getTime();
  const { exp, ...claims } = access.LinkClaims.parse(decodeJwt(await link('reset')));
  expect(claims).toEqual({ kind: 'reset', email, welcome_email: false });
  expect(exp * 1000 - createdAt).toBeGreaterThan(2 * DAY - 60_000);
  expect(exp * 1000 - createdAt).toBeLessThan(2 * DAY + 60_000);
  const welcome = await link('welcome');
  expect(decodeJwt(welcome)).toMatchObject({ kind: 'welcome', email, welcome_email: true });
  expect(linkPath('welcome', welcome)).toBe(`/resetpwd/${welcome}`);
});

test('a link works once, also in concurrent requests', { tags: ['A-RESET-27'] }, async () => {
  const { link } = await newAccount();
  const token = await link();
  const answers = await Promise.all([setPassword(token), setPassword(token)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 410]));
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('a link expires after 48 hours with "token expired"', {
  tags: ['A-RESET-23', 'A-RESET-25', 'A-RESET-27', 'A-ERR-12', 'A-CONST-12'],
}, async () => {
  const { email, link } = await newAccount();
  const [inTime, late] = [await link(), await link('welcome')];
  server.advanceClock(2 * DAY - 60_000);
  expect((await setPassword(inTime)).status).toBe(204);
  const otherAccount = await newAccount();
  const expired = await otherAccount.link();
  server.advanceClock(2 * DAY);
  for (const token of [expired, late]) {
    const answer = await setPassword(token, 'Too-late-1');
    expect(answer).toMatchObject(refused('TOKEN_EXPIRED'));
    expect(answer.status).toBe(410);
    expect(answer.refusal?.message).toBe('token expired');
  }
  expect(await signIn(email, 'Too-late-1')).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test('a newer link of the same kind and address replaces the older one', { tags: ['A-RESET-27'] }, async () => {
  const { link } = await newAccount();
  const older = await link();
  const newer = await link();
  expect(await setPassword(older)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect((await setPassword(newer)).status).toBe(204);
});

test('a new password revokes the other links of the account', async () => {
  const { link } = await newAccount();
  const [reset, welcome] = [await link('reset'), await link('welcome')];
  expect((await setPassword(reset)).status).toBe(204);
  expect(await setPassword(welcome, 'Another-1')).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('a link to an address that left the account has expired', async () => {
  const { email, accountid, link } = await newAccount();
  await server.db
    .insertInto('account_emails')
    .values({ email: `kept.${email}`, account_id: accountid })
    .execute();
  const token = await link();
  await server.db.deleteFrom('account_emails').where('email', '=', email).execute();
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
  await createAccount(server.db, { email });
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('a new password ends the sessions of the account, and no others', { tags: ['A-RESET-20'] }, async () => {
  const { email, link } = await newAccount();
  const otherAccount = await newAccount();
  const sessions = [await signIn(email, 'Old-way-1'), await signIn(email, 'Old-way-1')];
  const bystander = createClient(server.url, (await signIn(otherAccount.email, 'Old-way-1')).body['access-token']);
  const profiles = () =>
    Promise.all(sessions.map(({ body }) => createClient(server.url, body['access-token'])(profileRoute)));
  expect((await profiles()).map(({ status }) => status)).toEqual([200, 200]);
  await setPassword(await link());
  for (const answer of await profiles()) expect(answer).toMatchObject(refused('UNAUTHENTICATED'));
  for (const { body } of sessions) {
    expect(await visitor(access.refresh, { body: { 'refresh-token': body['refresh-token'] } })).toMatchObject(
      refused('UNAUTHENTICATED'),
    );
  }
  expect((await bystander(profileRoute)).status).toBe(200);
});

test('a malformed, foreign or changed token is invalid', { tags: ['A-ERR-07'] }, async () => {
  const { email, link } = await newAccount();
  const token = await link();
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), email: 'operator@example.test' })).toString(
    'base64url',
  );
  const key = new TextEncoder().encode('a key that somebody else made up for this');
  const foreign = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`;
  const withoutEnd = await new SignJWT({ ...decodeJwt(token), exp: undefined })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(server.secrets.getKey('link'));
  const { body } = await signIn(email, 'Old-way-1');
  const forged = [
    '',
    'x',
    'a.b.c',
    'x'.repeat(9_000),
    '\0',
    `${head}.${claims}.${signature}`,
    foreign,
    unsigned,
    withoutEnd,
    body['access-token'],
  ];
  for (const wrong of forged) {
    const answer = await setPassword(wrong);
    expect(answer).toMatchObject(refused('INVALID_TOKEN'));
    expect(answer.status).toBe(400);
  }
  expect((await setPassword(token)).status).toBe(204);
});

test('a signed link that is not in the database has expired', { tags: ['A-RESET-27'] }, async () => {
  const claims = { kind: 'reset', email: 'nobody@example.test', welcome_email: false, jti: 'never kept' } as const;
  const token = await signToken(server.secrets, LinkToken, claims, new Date(server.now().getTime() + DAY));
  expect(await setPassword(token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

test.each([
  ['six characters (A-RESET-15)', 'abc-12'],
  ['no number (A-RESET-16)', 'password!'],
  ['no special character (A-RESET-17)', 'password1'],
  ['129 characters', `1!${'x'.repeat(127)}`],
])('a password of %s is refused and the link stays open', async (_flaw, weak) => {
  const { link } = await newAccount();
  const token = await link();
  const answer = await setPassword(token, weak);
  expect(answer).toMatchObject(refused('VALIDATION'));
  expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['password']);
  expect((await setPassword(token)).status).toBe(204);
});

test.each('@ $ ! % * # ? & ^ ; : " + = - \\ .'.split(' '))(
  'the special character %s counts',
  { tags: ['A-RESET-17', 'A-RESET-18'] },
  (special) => {
    expect(access.Password.safeParse(`passwd1${special}`).success).toBe(true);
  },
);
