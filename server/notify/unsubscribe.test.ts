import { signIn } from '@promenade/contract/access';
import { subscription, timeZone, unsubscribe } from '@promenade/contract/notify';
import { profile } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { unsubscribeToken } from './unsubscribe.ts';

const server = await startTestServer();
const DAY_MS = 24 * 3600_000;
const tokenOf = ({ playerid }: SignedIn) => unsubscribeToken(server.secrets, playerid, server.now());
const mailpref = async ({ call }: SignedIn) => (await call(profile)).body.mailpref;
/** As a mail program asks: no session, no JSON. */
const press = (path: string, body: URLSearchParams | FormData) =>
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
  'one click of a mail program ends the mails, sent as %s, without a session',
  { tags: ['requirements decision 17'] },
  async (_how, body) => {
    const player = await server.signedIn();
    const path = `/notifications/unsubscribe/${await tokenOf(player)}`;
    for (let time = 0; time < 2; time += 1) {
      const answer = await press(path, body());
      expect([answer.status, await answer.json()]).toEqual([200, { email: player.email, mailpref: 'none' }]);
    }
    expect(await mailpref(player)).toBe('none');
  },
);

test('opening the link changes nothing; the button of its page ends the mails', {
  tags: ['requirements decision 17'],
}, async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const params = { token: await tokenOf(player) };
  expect((await server.call(subscription, { params })).body).toEqual({ email: player.email, mailpref: 'daily' });
  expect(await mailpref(player)).toBe('daily');
  expect((await server.call(unsubscribe, { params })).body).toEqual({ email: player.email, mailpref: 'none' });
  expect((await server.call(subscription, { params })).body.mailpref).toBe('none');
  expect([await mailpref(player), await mailpref(other)]).toEqual(['none', 'daily']);
});

test('no other token ends mails, and this one does nothing else', async () => {
  const player = await server.signedIn();
  const token = await tokenOf(player);
  const exp = new Date(server.now().getTime() + DAY_MS);
  const claims = { kind: 'sign-in', email: player.email, welcome_email: false, jti: 'x' } as const;
  const link = await signToken(server.secrets, LinkToken, claims, exp);
  const stranger = await unsubscribeToken(server.secrets, crypto.randomUUID(), server.now());
  for (const wrong of ['x', `${token}x`, link, stranger]) {
    expect(await server.call(subscription, { params: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
    expect(await server.call(unsubscribe, { params: { token: wrong } })).toMatchObject(refused('INVALID_TOKEN'));
  }
  expect(await mailpref(player)).toBe('daily');
  const bearer = { authorization: `Bearer ${token}` };
  expect(await server.call(profile, {}, bearer)).toMatchObject(refused('UNAUTHENTICATED'));
});

test('the link of an old mail is good for more than a year, and then says that it is over', async () => {
  const player = await server.signedIn();
  const from = (days: number) => new Date(server.now().getTime() - days * DAY_MS);
  const [lastYear, old] = await Promise.all(
    [400, 731].map((days) => unsubscribeToken(server.secrets, player.playerid, from(days))),
  );
  expect((await server.call(subscription, { params: { token: lastYear ?? '' } })).status).toBe(200);
  expect(await server.call(unsubscribe, { params: { token: old ?? '' } })).toMatchObject(refused('TOKEN_EXPIRED'));
});

test('forms are taken there only', async () => {
  const form = new URLSearchParams({ username: 'rosa@test.example', password: PASSWORD });
  expect((await press(signIn.path, form)).status).toBe(415);
});

test('one account can be asked about sixty times an hour, whoever asks', async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const params = { token: await tokenOf(player) };
  for (let time = 0; time < 60; time += 1) await server.call(subscription, { params });
  expect(await server.call(unsubscribe, { params })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await server.call(subscription, { params: { token: await tokenOf(other) } })).status).toBe(200);
});

test('a time zone is kept by its name; what is none is refused', async () => {
  const player = await server.signedIn();
  const kept = () =>
    server.db.selectFrom('accounts').where('id', '=', player.accountid).select('timezone').executeTakeFirst();
  expect(await kept()).toEqual({ timezone: 'UTC' });
  for (const timezone of ['Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    expect((await player.call(timeZone, { body: { timezone } })).status).toBe(204);
    expect(await kept()).toEqual({ timezone });
  }
  for (const timezone of ['Europe/Atlantis', '+0200', '', 'Europe/Berlin; drop table accounts']) {
    const answer = await player.call(timeZone, { body: { timezone } });
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['timezone']);
  }
  expect(await kept()).toEqual({ timezone: 'Etc/GMT+5' });
});
