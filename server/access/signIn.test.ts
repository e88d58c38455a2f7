import * as access from '@promenade/contract/access';
import { ErrorAnswer } from '@promenade/contract/errors';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import { updateAccount } from './queries.ts';

const password = 'Promenade-1';
const server = await startTestServer();
const visitor = server.call;

const signIn = (username: string, more: { password?: string; publicdevice?: boolean } = {}) =>
  visitor(access.signIn, { body: { username, password, ...more } });

test('email and password yield both tokens in the body and in headers', {
  tags: ['A-SIGNIN-13', 'A-API-10'],
}, async () => {
  await createAccount(server.db, { email: 'ada@example.test', password });
  const { status, body, headers } = await signIn('ada@example.test');
  expect(status).toBe(200);
  expect(headers.get('access-token')).toBe(body['access-token']);
  expect(headers.get('refresh-token')).toBe(body['refresh-token']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await createClient(server.url, body['access-token'])(profileRoute)).status).toBe(200);
});

test('the literal path of the specification signs in', {
  tags: ['A-SIGNIN-13', 'A-API-02', 'A-API-35'],
}, async () => {
  await createAccount(server.db, { email: 'literal@example.test', password });
  const response = await fetch(`${server.url}/api/player/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'literal@example.test', password, publicdevice: true }),
  });
  expect(Object.keys(access.Tokens.parse(await response.json()))).toEqual(['access-token', 'refresh-token']);
});

test('the access token has account, address and roles, for 30 minutes', {
  tags: ['A-SESSION-18', 'A-EMAILS-09'],
}, async () => {
  const account = {
    email: 'grace@example.test',
    password,
    firstname: 'Grace',
    lastname: 'Note',
    verified: true,
    label_staff: true,
  };
  const { playerid } = await createAccount(server.db, account);
  const { body } = await signIn(account.email);
  const { exp, ...claims } = access.AccessClaims.parse(decodeJwt(body['access-token']));
  const secondsLeft = exp - server.now().getTime() / 1000;
  expect(secondsLeft).toBeGreaterThan(29 * 60);
  expect(secondsLeft).toBeLessThanOrEqual(30 * 60);
  expect(claims).toEqual({
    playerid,
    email: account.email,
    fullname: 'Grace Note',
    username: account.email,
    verified: true,
    label_staff: true,
  });
});

test('without a name the address is the full name', { tags: ['A-SESSION-18'] }, async () => {
  await createAccount(server.db, { email: 'nameless@example.test', password });
  const { body } = await signIn('nameless@example.test');
  expect(decodeJwt(body['access-token'])).toMatchObject({ fullname: 'nameless@example.test', verified: false });
});

test('case and spaces of the address do not matter', async () => {
  await createAccount(server.db, { email: 'case@example.test', password });
  expect((await signIn('  Case@Example.TEST ')).status).toBe(200);
});

test('any address of the account signs in, and becomes the address in use', {
  tags: ['A-SESSION-18', 'A-EMAILS-09'],
}, async () => {
  const { accountid } = await createAccount(server.db, { email: 'first@example.test', password });
  await server.db
    .insertInto('account_emails')
    .values({ email: 'merged@example.test', account_id: accountid })
    .execute();
  const { body } = await signIn('merged@example.test');
  expect(decodeJwt(body['access-token'])).toMatchObject({ username: 'merged@example.test' });
  const profile = await createClient(server.url, body['access-token'])(profileRoute);
  expect(profile.body).toMatchObject({
    mailto: 'merged@example.test',
    emails: ['merged@example.test', 'first@example.test'],
  });
});

test('a wrong password, an unknown address and a disabled account get the same refusal', {
  tags: ['A-SIGNIN-15', 'A-ERR-02'],
}, async () => {
  await createAccount(server.db, { email: 'known@example.test', password });
  await createAccount(server.db, { email: 'disabled@example.test', password, status: 'disabled' });
  const answers = [
    await signIn('known@example.test', { password: 'Promenade-2' }),
    await signIn('unknown@example.test'),
    await signIn('disabled@example.test'),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject(refused('INVALID_CREDENTIALS'));
    expect(answer.status).toBe(401);
    expect(answer.refusal?.message).toBe('Your email or password is incorrect. Please try again.');
    expect(answer.headers.get('set-cookie')).toBeNull();
  }
});

test('an account without a password cannot sign in', { tags: ['A-ERR-02'] }, async () => {
  await createAccount(server.db, { email: 'invited@example.test' });
  expect(await signIn('invited@example.test')).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test('only the correct password reveals that an account is under review', {
  tags: ['A-SIGNIN-15', 'A-ERR-03', 'A-ERR-04'],
}, async () => {
  await createAccount(server.db, { email: 'pending@example.test', password, status: 'pending' });
  const answer = await signIn('pending@example.test');
  expect(answer).toMatchObject(refused('VERIFICATION_PENDING'));
  expect(answer.status).toBe(425);
  expect(answer.refusal?.message).toContain('usually within 24 hours');
  expect(await signIn('pending@example.test', { password: 'guess-1234' })).toMatchObject(
    refused('INVALID_CREDENTIALS'),
  );
});

test('a disabled account loses its sessions within five seconds', {
  tags: ['A-ERR-02'],
}, async () => {
  const { accountid } = await createAccount(server.db, { email: 'banned@example.test', password });
  const { body } = await signIn('banned@example.test');
  const call = createClient(server.url, body['access-token']);
  expect((await call(profileRoute)).status).toBe(200);
  await server.db.updateTable('accounts').set({ status: 'disabled' }).where('id', '=', accountid).execute();
  server.advanceClock(5_000);
  expect(await call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await visitor(access.refresh, { body: { 'refresh-token': body['refresh-token'] } })).toMatchObject(
    refused('UNAUTHENTICATED'),
  );
});

test('a sign-in with the old password during a change starts no session', { tags: ['A-ERR-02'] }, async () => {
  const { accountid } = await createAccount(server.db, { email: 'overlap@example.test', password });
  let late: ReturnType<typeof signIn> | undefined;
  await server.db.transaction().execute(async (db) => {
    await updateAccount(db, accountid, { password_hash: await hashPassword('New-way-1') });
    late = signIn('overlap@example.test');
    await expect.poll(server.countWaitingStatements).toBe(1);
  });
  expect(await late).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test.each([
  ['no address', { password }, 'username'],
  ['no password', { username: 'ada@example.test' }, 'password'],
  ['an empty password', { username: 'ada@example.test', password: '' }, 'password'],
  ['something that is no address', { username: 'ada', password }, 'username'],
  ['an address beyond 254 characters', { username: `${'a'.repeat(250)}@example.test`, password }, 'username'],
  ['a password beyond 128 characters', { username: 'ada@example.test', password: 'x'.repeat(129) }, 'password'],
  ['a zero character in the address', { username: 'ada\0@example.test', password }, 'username'],
  ['a list for an address', { username: ['ada@example.test'], password }, 'username'],
  ['a number for a password', { username: 'ada@example.test', password: 1234567 }, 'password'],
  ['a word for yes', { username: 'ada@example.test', password, publicdevice: 'yes' }, 'publicdevice'],
])('%s is refused with its field', { tags: ['A-API-33'] }, async (_what, body, field) => {
  const response = await post(JSON.stringify(body));
  expect(response.status).toBe(400);
  const { error } = ErrorAnswer.parse(await response.json());
  expect(error.code).toBe('VALIDATION');
  expect(Object.keys(error.fields ?? {})).toEqual([field]);
});

test('a body that is not JSON is refused', { tags: ['A-API-33'] }, async () => {
  const response = await post('{"username":"ada@example.test",');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'INVALID_JSON' } });
});

const post = (body: string) =>
  fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
