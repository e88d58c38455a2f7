import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import type { Tables } from '../platform/database/tables.ts';
import { spend } from '../platform/http/rateLimit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { client } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { makeInvitation } from './invitations.ts';
import { makeLink } from './links.ts';
import { tidy } from './tidy.ts';

const DAY = 24 * 3600_000;
const server = await startTestServer();
const { db } = server;
const working = await startTestServer({ works: true });

const count = async (table: keyof Tables) => (await db.selectFrom(table).selectAll().execute()).length;
const later = (days: number) => tidy({ db, now: () => new Date(server.now().getTime() + days * DAY) });

test('sessions go 30 days after they ended or expired, with their tokens; who is signed in stays so', async () => {
  const player = await server.signedIn();
  const left = await server.signedIn();
  await left.call(access.signOut);
  await later(29);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([2, 2]);
  await later(31);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([1, 1]);
  expect((await player.call(profileRoute)).status).toBe(200);
  const { body } = await server.call(access.refresh, { body: { 'refresh-token': player.refreshToken } });
  expect((await client(server.url, body['access-token'])(profileRoute)).status).toBe(200);
  await later(59);
  expect(await count('sessions')).toBe(1);
  await later(61);
  expect([await count('sessions'), await count('refresh_tokens')]).toEqual([0, 0]);
});

test('links go seven days after their time, used or not; open ones stay good', async () => {
  const { email, accountid } = await server.account();
  const token = await makeLink(db, server.secrets, { kind: 'reset', email, accountid }, server.now());
  await later(8);
  expect(await count('one_time_links')).toBe(1);
  const set = await server.call(access.setPassword, { body: { token, password: 'New-way-1' } });
  expect(set.status).toBe(204);
  await later(10);
  expect(await count('one_time_links')).toBe(0);
});

test('what sign-up left behind goes: codes with their time, halves after 30 days', async () => {
  const at = server.now();
  const expires_at = new Date(at.getTime() + DAY);
  await db
    .insertInto('signup_codes')
    .values({ email: 'a@test.example', hash: Buffer.from('x'), expires_at })
    .execute();
  await db.insertInto('application_halves').values({ email: 'a@test.example', half: 1, answers: '{}', at }).execute();
  await later(0);
  expect([await count('signup_codes'), await count('application_halves')]).toEqual([1, 1]);
  await later(2);
  expect([await count('signup_codes'), await count('application_halves')]).toEqual([0, 1]);
  await later(31);
  expect(await count('application_halves')).toBe(0);
});

test('invitations that nobody accepted go 30 days after their time; accepted ones stay', async () => {
  const inviter = await server.account();
  const { accountid: inviterId, email, playerid } = inviter;
  const invite = (to: string) =>
    makeInvitation(
      db,
      server.secrets,
      { inviterId, inviter: { email, name: 'Rosa', playerid }, email: to, relationship: 'coworker' },
      server.now(),
    );
  const accepted = await invite('accepted@test.example');
  await invite('silent@test.example');
  await db.updateTable('invitations').set({ accepted_at: server.now() }).where('id', '=', accepted.id).execute();
  await later(59);
  expect(await count('invitations')).toBe(2);
  await later(61);
  const kept = await db.selectFrom('invitations').select('email').execute();
  expect(kept).toEqual([{ email: 'accepted@test.example' }]);
});

test('counts of tries go with their time, mails after 30 days', async () => {
  const now = server.now();
  await spend(db, [{ what: 'test', subject: 'somebody', most: 1, withinSeconds: 2 * 24 * 3600 }], now);
  const tried = db.selectFrom('rate_limits').where('key', '=', 'test somebody').select('count');
  await queueMail(
    { db, jobs: server.jobs },
    { kind: 'code', to: 'rosa@test.example', code: '12345', values: { code: '12345' } },
    now,
  );
  await later(1);
  expect(await tried.execute()).toHaveLength(1);
  await later(29);
  expect(await tried.execute()).toHaveLength(0);
  expect(await server.mailCount('rosa@test.example')).toBe(1);
  await later(31);
  expect(await server.mailCount('rosa@test.example')).toBe(0);
});

test('a service that works tidies every hour', async () => {
  const { rows } = await working.pool.query("select cron from pgboss.schedule where name = 'tidy'");
  expect(rows).toEqual([{ cron: '17 * * * *' }]);
});
