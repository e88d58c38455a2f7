import { signIn } from '@promenade/contract/access';
import { subscription, timeZone, unsubscribe } from '@promenade/contract/notify';
import { profile } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createUnsubscribeToken } from './unsubscribe.ts';

const server = await startTestServer();
const DAY_MS = 24 * 3600_000;
const createToken = (player: SignedIn) => createUnsubscribeToken(server.secrets, player, server.now());
const mailpref = async ({ call }: SignedIn) => (await call(profile)).body.mailpref;
/** Posts like a mail program, without session and JSON. */
const post = (path: string, body: URLSearchParams | FormData) =>
  fetch(`${server.url}/api${path}`, { method: 'POST', body });
const oneClick = { 'List-Unsubscribe': 'One-Click' };

test.each([
  ['a form', () => new URLSearchParams(oneClick)],
  [
    'a form in parts',
    () => {
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      return form;
    },
  ],
])(
  'one-click unsubscribe, sent as %s, ends the mails without a session',
  { tags: ['requirements decision 17'] },
  async (_format, body) => {
    const player = await server.signedIn();
    const path = `/notifications/unsubscribe/${await createToken(player)}`;
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(path, body());
      expect([answer.status, await answer.json()]).toEqual([200, { email: player.email, mailpref: 'none' }]);
    }
    expect(await mailpref(player)).toBe('none');
  },
);

test('opening the link changes nothing; posting ends the mails', {
  tags: ['requirements decision 17'],
}, async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const params = { token: await createToken(player) };
  expect((await server.call(subscription, { params })).body).toEqual({ email: player.email, mailpref: 'daily' });
  expect(await mailpref(player)).toBe('daily');
  expect((await server.call(unsubscribe, { params })).body).toEqual({ email: player.email, mailpref: 'none' });
  expect((await server.call(subscription, { params })).body.mailpref).toBe('none');
  expect([await mailpref(player), await mailpref(other)]).toEqual(['none', 'daily']);
});

test('a link shows the address that received it, not one that the account got later', async () => {
  const player = await server.signedIn();
  const params = { token: await createToken(player) };
  const changes = server.db.updateTable('account_emails').set({ email: 'secret-address@test.example' });
  await changes.where('account_id', '=', player.accountid).execute();
  expect((await server.call(subscription, { params })).body).toEqual({ email: player.email, mailpref: 'daily' });
  expect((await server.call(unsubscribe, { params })).body).toEqual({ email: player.email, mailpref: 'none' });
  const { rows } = await server.pool.query('select mailpref from accounts where id = $1', [player.accountid]);
  expect(rows).toEqual([{ mailpref: 'none' }]);
});

test('only an unsubscribe token ends mails, and it opens nothing else', async () => {
  const player = await server.signedIn();
  const token = await createToken(player);
  const exp = new Date(server.now().getTime() + DAY_MS);
  const claims = { kind: 'reset', email: player.email, welcome_email: false, jti: 'x' } as const;
  const link = await signToken(server.secrets, LinkToken, claims, exp);
  const stranger = await createUnsubscribeToken(
    server.secrets,
    { ...player, playerid: crypto.randomUUID() },
    server.now(),
  );
  for (const wrong of ['x', `${token}x`, link, stranger]) {
    expect(await server.call(subscription, { params: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
    expect(await server.call(unsubscribe, { params: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
  expect(await mailpref(player)).toBe('daily');
  const bearer = { authorization: `Bearer ${token}` };
  expect(await server.call(profile, {}, bearer)).toMatchObject(refused('UNAUTHENTICATED'));
});

test('an unsubscribe link expires after two years', async () => {
  const player = await server.signedIn();
  const from = (days: number) => new Date(server.now().getTime() - days * DAY_MS);
  const [valid, expired] = await Promise.all(
    [400, 731].map((days) => createUnsubscribeToken(server.secrets, player, from(days))),
  );
  expect((await server.call(subscription, { params: { token: valid ?? '' } })).status).toBe(200);
  expect(await server.call(unsubscribe, { params: { token: expired ?? '' } })).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('form bodies are accepted by this route only', async () => {
  const form = new URLSearchParams({ username: 'rosa@test.example', password: PASSWORD });
  expect((await post(signIn.path, form)).status).toBe(415);
});

test("an account's link can be used sixty times an hour", async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const params = { token: await createToken(player) };
  for (let time = 0; time < 60; time += 1) await server.call(subscription, { params });
  expect(await server.call(unsubscribe, { params })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await server.call(subscription, { params: { token: await createToken(other) } })).status).toBe(200);
});

test('a time zone is saved by its name; an unknown one is refused', async () => {
  const player = await server.signedIn();
  const getTimeZone = () =>
    server.db.selectFrom('accounts').where('id', '=', player.accountid).select('timezone').executeTakeFirst();
  expect(await getTimeZone()).toEqual({ timezone: 'UTC' });
  for (const timezone of ['Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    expect((await player.call(timeZone, { body: { timezone } })).status).toBe(204);
    expect(await getTimeZone()).toEqual({ timezone });
  }
  for (const timezone of ['Europe/Atlantis', '+0200', '', 'Europe/Berlin; drop table accounts']) {
    const answer = await player.call(timeZone, { body: { timezone } });
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['timezone']);
  }
  expect(await getTimeZone()).toEqual({ timezone: 'Etc/GMT+5' });
});
