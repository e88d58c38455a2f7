import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import type { Tables } from '../platform/database/tables.ts';
import { consumeRateLimits } from '../platform/http/rateLimit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { createClient } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { deleteOldRows } from './deleteOldRows.ts';
import { createInvitation } from './invitations.ts';
import { createLink } from './links.ts';

const DAY = 24 * 3600_000;
const server = await startTestServer();
const { db } = server;
const worker = await startTestServer({ runsJobs: true });

const count = async (table: keyof Tables) => (await db.selectFrom(table).selectAll().execute()).length;
const cleanUpAfter = (days: number) =>
  deleteOldRows({ ...server, now: () => new Date(server.now().getTime() + days * DAY) });

test('sessions and their tokens are deleted 30 days after they ended or expired', async () => {
  const player = await server.signedIn();
  const signedOut = await server.signedIn();
  await signedOut.call(access.signOut);
  await cleanUpAfter(29);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([2, 2]);
  await cleanUpAfter(31);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1]);
  expect((await player.call(profileRoute)).status).toBe(200);
  const { body } = await server.call(access.refresh, { body: { 'refresh-token': player.refreshToken } });
  expect((await createClient(server.url, body['access-token'])(profileRoute)).status).toBe(200);
  await cleanUpAfter(59);
  expect(await count('sessions')).toBe(1);
  await cleanUpAfter(61);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([0, 0]);
});

test('links are deleted seven days after they expired, used or not', async () => {
  const { email, accountid } = await server.account();
  const token = await createLink(db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await cleanUpAfter(8);
  expect(await count('one_time_links')).toBe(1);
  const response = await server.call(access.setPassword, { body: { token, password: 'New-way-1' } });
  expect(response.status).toBe(204);
  await cleanUpAfter(10);
  expect(await count('one_time_links')).toBe(0);
});

test('expired codes are deleted at once, application halves after 30 days', async () => {
  const now = server.now();
  const expires_at = new Date(now.getTime() + DAY);
  await db
    .insertInto('signup_codes')
    .values({ email: 'a@test.example', hash: Buffer.from('x'), expires_at })
    .execute();
  await db
    .insertInto('application_halves')
    .values({ email: 'a@test.example', half: 1, answers: '{}', at: now })
    .execute();
  await cleanUpAfter(0);
  expect([await count('signup_codes'), await count('application_halves')]).toEqual([1, 1]);
  await cleanUpAfter(2);
  expect([await count('signup_codes'), await count('application_halves')]).toEqual([0, 1]);
  await cleanUpAfter(31);
  expect(await count('application_halves')).toBe(0);
});

test('unaccepted invitations are deleted 30 days after they expired; accepted ones stay', async () => {
  const inviter = await server.account();
  const { accountid: inviterId, email, playerid } = inviter;
  const invite = (to: string) =>
    createInvitation(
      db,
      server.secrets,
      { inviterId, inviter: { email, name: 'Rosa', playerid }, email: to, relationship: 'coworker' },
      server.now(),
    );
  const accepted = await invite('accepted@test.example');
  await invite('silent@test.example');
  await db.updateTable('invitations').set({ accepted_at: server.now() }).where('id', '=', accepted.id).execute();
  await cleanUpAfter(59);
  expect(await count('invitations')).toBe(2);
  await cleanUpAfter(61);
  const remaining = await db.selectFrom('invitations').select('email').execute();
  expect(remaining).toEqual([{ email: 'accepted@test.example' }]);
});

test('expired rate limits are deleted at once, mails after 30 days', async () => {
  const now = server.now();
  await consumeRateLimits(db, [{ action: 'test', subject: 'somebody', max: 1, windowSeconds: 2 * 24 * 3600 }], now);
  const limits = db.selectFrom('rate_limits').where('key', '=', 'test somebody').select('count');
  await queueMail(
    { db, jobs: server.jobs },
    { kind: 'code', to: 'rosa@test.example', code: '12345', values: { code: '12345' } },
    now,
  );
  await cleanUpAfter(1);
  expect(await limits.execute()).toHaveLength(1);
  await cleanUpAfter(29);
  expect(await limits.execute()).toHaveLength(0);
  expect(await server.countMails('rosa@test.example')).toBe(1);
  await cleanUpAfter(31);
  expect(await server.countMails('rosa@test.example')).toBe(0);
});

test('a worker cleans up every hour', async () => {
  const { rows } = await worker.pool.query("select cron from pgboss.schedule where name = 'tidy'");
  expect(rows).toEqual([{ cron: '17 * * * *' }]);
});
