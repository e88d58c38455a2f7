import * as access from '@promenade/contract/access';
import { ErrorAnswer } from '@promenade/contract/errors';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../platform/database/db.ts';
import { client, refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const server = await startTestServer();
const visitor = server.call;
let addresses = 0;

async function newSession(publicdevice = false): Promise<access.Tokens> {
  const account = { email: `tab${++addresses}@example.test`, password: 'Promenade-1' };
  await createAccount(server.db, account);
  const { body } = await visitor(access.signIn, {
    body: { username: account.email, password: account.password, publicdevice },
  });
  return body;
}

const refresh = (token: string) => visitor(access.refresh, { body: { 'refresh-token': token } });
const profile = (token: string) => client(server.url, token)(profileRoute);

test('a refresh token in the body gives a new pair, in the body and in headers', {
  tags: ['A-SESSION-12', 'A-API-08', 'A-API-09', 'A-API-10'],
}, async () => {
  const first = await newSession();
  server.pass(25 * MINUTE);
  const { status, body, headers } = await refresh(first['refresh-token']);
  expect(status).toBe(200);
  expect(body['refresh-token']).not.toBe(first['refresh-token']);
  expect(headers.get('access-token')).toBe(body['access-token']);
  expect(headers.get('refresh-token')).toBe(body['refresh-token']);
  expect(decodeJwt(body['access-token']).exp).toBeGreaterThan(server.now().getTime() / 1000 + 29 * 60);
  expect((await profile(body['access-token'])).status).toBe(200);
});

test('a refresh token in a header does the same, without any body', { tags: ['A-API-09'] }, async () => {
  const first = await newSession();
  const { status, body } = await visitor(access.refresh, undefined, { 'refresh-token': first['refresh-token'] });
  expect(status).toBe(200);
  expect((await refresh(body['refresh-token'])).status).toBe(200);
});

test('twenty tabs that refresh at once get one and the same new token', { tags: ['A-SESSION-12'] }, async () => {
  const first = await newSession();
  const sid = String(decodeJwt(first['access-token'])['sid']);
  const tokens = server.db.selectFrom('refresh_tokens').where('session_id', '=', sid).select('rotated_at');
  const { asked } = await server.db.transaction().execute(async (db) => {
    // Held, so that those who do not wait for each other all find the token fresh.
    await db.executeQuery(tokens.forUpdate());
    const all = Array.from({ length: 20 }, () => refresh(first['refresh-token']));
    await expect.poll(() => waiting(db)).toBeGreaterThan(1);
    return { asked: Promise.all(all) };
  });
  const twenty = await asked;
  expect(new Set(twenty.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(twenty.map(({ body }) => body['refresh-token'])).size).toBe(1);
  const kept = await tokens.execute();
  expect(kept).toHaveLength(2);
  expect(kept.filter(({ rotated_at }) => rotated_at !== null)).toHaveLength(1);
});

/** How many statements wait for a lock; a transaction sees other connections as they were at its first look. */
async function waiting(db: Db): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.n ?? 0;
}

test('an answer that was lost can be asked again for 30 seconds', { tags: ['A-SESSION-12'] }, async () => {
  const first = await newSession();
  const lost = await refresh(first['refresh-token']);
  server.pass(25_000);
  const again = await refresh(first['refresh-token']);
  expect(again.body['refresh-token']).toBe(lost.body['refresh-token']);
  expect((await refresh(again.body['refresh-token'])).status).toBe(200);
});

test('a tab that is late within the 30 seconds gets the newest token, not one that is exchanged already', {
  tags: ['A-SESSION-12'],
}, async () => {
  const first = await newSession();
  const second = await refresh(first['refresh-token']);
  const third = await refresh(second.body['refresh-token']);
  server.pass(20_000);
  const late = await refresh(first['refresh-token']);
  expect(late.body['refresh-token']).toBe(third.body['refresh-token']);
  server.pass(25 * MINUTE);
  expect((await refresh(late.body['refresh-token'])).status).toBe(200);
});

test('an exchanged token that is shown after 30 seconds ends the session for thief and owner', {
  tags: ['A-SESSION-24'],
}, async () => {
  const first = await newSession();
  const { body } = await refresh(first['refresh-token']);
  expect((await profile(body['access-token'])).status).toBe(200);
  server.pass(31_000);
  expect(await refresh(first['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await profile(body['access-token'])).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await refresh(body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('a refresh token lives 30 days from its last exchange', { tags: ['A-SESSION-24'] }, async () => {
  const first = await newSession();
  server.pass(30 * DAY - MINUTE);
  const second = await refresh(first['refresh-token']);
  expect(second.status).toBe(200);
  server.pass(30 * DAY);
  expect(await refresh(second.body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('on a public computer it lives 12 hours', { tags: ['A-SIGNIN-13', 'A-SESSION-24'] }, async () => {
  const first = await newSession(true);
  server.pass(12 * HOUR - MINUTE);
  const second = await refresh(first['refresh-token']);
  expect(second.status).toBe(200);
  server.pass(12 * HOUR);
  expect(await refresh(second.body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('the new access token says what the account is by now', async () => {
  const first = await newSession();
  const { playerid } = decodeJwt(first['access-token']);
  await server.db
    .updateTable('accounts')
    .set({ verified: true, firstname: 'Ada' })
    .where('playerid', '=', String(playerid))
    .execute();
  const { body } = await refresh(first['refresh-token']);
  expect(decodeJwt(body['access-token'])).toMatchObject({ playerid, verified: true, fullname: 'Ada' });
});

test('no token, a made-up one and an access token are not exchanged', async () => {
  const { 'access-token': accessToken } = await newSession();
  expect(await visitor(access.refresh)).toMatchObject(refused('UNAUTHENTICATED'));
  for (const token of ['', 'made-up', 'x'.repeat(10_000), accessToken]) {
    expect(await refresh(token)).toMatchObject(refused('UNAUTHENTICATED'));
  }
});

test('a refresh token that is no text is refused and named', { tags: ['A-API-33'] }, async () => {
  const response = await fetch(`${server.url}/api/auth/refresh`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"refresh-token":{"a":1}}',
  });
  expect(response.status).toBe(400);
  expect(Object.keys(ErrorAnswer.parse(await response.json()).error.fields ?? {})).toEqual(['refresh-token']);
});
