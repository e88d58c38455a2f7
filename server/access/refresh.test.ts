import * as access from '@promenade/contract/access';
import { ErrorAnswer } from '@promenade/contract/errors';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../platform/database/db.ts';
import { createClient, refused } from '../testing/client.ts';
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
const profile = (token: string) => createClient(server.url, token)(profileRoute);

test('a refresh token in the body yields a new pair in the body and in headers', {
  tags: ['A-SESSION-12', 'A-API-08', 'A-API-09', 'A-API-10'],
}, async () => {
  const first = await newSession();
  server.advanceClock(25 * MINUTE);
  const { status, body, headers } = await refresh(first['refresh-token']);
  expect(status).toBe(200);
  expect(body['refresh-token']).not.toBe(first['refresh-token']);
  expect(headers.get('access-token')).toBe(body['access-token']);
  expect(headers.get('refresh-token')).toBe(body['refresh-token']);
  expect(decodeJwt(body['access-token']).exp).toBeGreaterThan(server.now().getTime() / 1000 + 29 * 60);
  expect((await profile(body['access-token'])).status).toBe(200);
});

test('a refresh token in a header works without a body', { tags: ['A-API-09'] }, async () => {
  const first = await newSession();
  const { status, body } = await visitor(access.refresh, undefined, { 'refresh-token': first['refresh-token'] });
  expect(status).toBe(200);
  expect((await refresh(body['refresh-token'])).status).toBe(200);
});

test('twenty tabs that refresh at once get the same new token', { tags: ['A-SESSION-12'] }, async () => {
  const first = await newSession();
  const sid = String(decodeJwt(first['access-token'])['sid']);
  const tokens = server.db.selectFrom('refresh_tokens').where('session_id', '=', sid).select('rotated_at');
  const { responses } = await server.db.transaction().execute(async (db) => {
    // Locked, so that requests that do not wait for each other would all see an unused token.
    await db.executeQuery(tokens.forUpdate());
    const requests = Array.from({ length: 20 }, () => refresh(first['refresh-token']));
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(1);
    return { responses: Promise.all(requests) };
  });
  const results = await responses;
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(results.map(({ body }) => body['refresh-token'])).size).toBe(1);
  const stored = await tokens.execute();
  expect(stored).toHaveLength(2);
  expect(stored.filter(({ rotated_at }) => rotated_at !== null)).toHaveLength(1);
});

/** Counts statements that wait for a lock. Statistics are cached per transaction, so the cache is cleared first. */
async function countWaiting(db: Db): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

test('a lost response can be requested again for 30 seconds', { tags: ['A-SESSION-12'] }, async () => {
  const first = await newSession();
  const lost = await refresh(first['refresh-token']);
  server.advanceClock(25_000);
  const retry = await refresh(first['refresh-token']);
  expect(retry.body['refresh-token']).toBe(lost.body['refresh-token']);
  expect((await refresh(retry.body['refresh-token'])).status).toBe(200);
});

test('a late tab within 30 seconds gets the newest token, not an exchanged one', {
  tags: ['A-SESSION-12'],
}, async () => {
  const first = await newSession();
  const second = await refresh(first['refresh-token']);
  const third = await refresh(second.body['refresh-token']);
  server.advanceClock(20_000);
  const late = await refresh(first['refresh-token']);
  expect(late.body['refresh-token']).toBe(third.body['refresh-token']);
  server.advanceClock(25 * MINUTE);
  expect((await refresh(late.body['refresh-token'])).status).toBe(200);
});

test('using an exchanged token after 30 seconds ends the session', {
  tags: ['A-SESSION-24'],
}, async () => {
  const first = await newSession();
  const { body } = await refresh(first['refresh-token']);
  expect((await profile(body['access-token'])).status).toBe(200);
  server.advanceClock(31_000);
  expect(await refresh(first['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await profile(body['access-token'])).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await refresh(body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('a refresh token expires 30 days after the last exchange', { tags: ['A-SESSION-24'] }, async () => {
  const first = await newSession();
  server.advanceClock(30 * DAY - MINUTE);
  const second = await refresh(first['refresh-token']);
  expect(second.status).toBe(200);
  server.advanceClock(30 * DAY);
  expect(await refresh(second.body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('on a public computer a refresh token expires after 12 hours', {
  tags: ['A-SIGNIN-13', 'A-SESSION-24'],
}, async () => {
  const first = await newSession(true);
  server.advanceClock(12 * HOUR - MINUTE);
  const second = await refresh(first['refresh-token']);
  expect(second.status).toBe(200);
  server.advanceClock(12 * HOUR);
  expect(await refresh(second.body['refresh-token'])).toMatchObject(refused('UNAUTHENTICATED'));
});

test('the new access token has the current claims of the account', async () => {
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

test('a missing, made-up or access token is not exchanged', async () => {
  const { 'access-token': accessToken } = await newSession();
  expect(await visitor(access.refresh)).toMatchObject(refused('UNAUTHENTICATED'));
  for (const token of ['', 'made-up', 'x'.repeat(10_000), accessToken]) {
    expect(await refresh(token)).toMatchObject(refused('UNAUTHENTICATED'));
  }
});

test('a refresh token that is not text is refused with its field', { tags: ['A-API-33'] }, async () => {
  const response = await fetch(`${server.url}/api/auth/refresh`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"refresh-token":{"a":1}}',
  });
  expect(response.status).toBe(400);
  expect(Object.keys(ErrorAnswer.parse(await response.json()).error.fields ?? {})).toEqual(['refresh-token']);
});
