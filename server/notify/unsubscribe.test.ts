import { signIn } from '@promenade/contract/access';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { timeZone } from '@promenade/contract/notify';
import { personalData } from '@promenade/contract/privacy';
import { profile } from '@promenade/contract/profile';
import {
  changeSubscription,
  labelMails,
  mailedLabels,
  startLabelMails,
  stopLabelMails,
  subscription,
  unsubscribe,
} from '@promenade/contract/unsubscribe';
import { expect, test } from 'vitest';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import { openReturnedMailParser } from '../platform/mail/returnedMailParser.ts';
import { whenOver } from '../testing/cleanUp.ts';
import { refused } from '../testing/client.ts';
import { createNotice } from '../testing/notice.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { readReturnedMail } from './returnedMails.ts';
import { sendReleaseMails } from './sendReleaseMails.ts';
import { createUnsubscribeToken } from './unsubscribe.ts';

const server = await startTestServer();
const DAY_MS = 24 * 3600_000;
const createToken = (player: SignedIn) => createUnsubscribeToken(server.secrets, player, server.now());
const mailpref = async ({ call }: SignedIn) => (await call(profile)).body.mailpref;
/** Posts like a mail program, without session and JSON. */
const post = (path: string, body: URLSearchParams | FormData | Blob) =>
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
  // fetch names no type for a blob that has none.
  ['a form without its type', () => new Blob([new URLSearchParams(oneClick).toString()])],
  ['nothing', () => new Blob([])],
])(
  'one-click unsubscribe, sent as %s, ends the mails without a session',
  { tags: ['requirements decision 17'] },
  async (_format, body) => {
    const player = await server.signedIn();
    const path = `/notifications/unsubscribe/${await createToken(player)}`;
    for (let time = 0; time < 2; time += 1) {
      const answer = await post(path, body());
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { email: player.email, mailpref: 'none', labels: [] },
      ]);
    }
    expect(await mailpref(player)).toBe('none');
  },
);

test('opening the link changes nothing; posting ends the mails', {
  tags: ['requirements decision 17'],
}, async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  const params = { token: await createToken(player) };
  expect((await server.call(subscription, { params })).body).toEqual({
    email: player.email,
    mailpref: 'daily',
    labels: [],
  });
  expect(await mailpref(player)).toBe('daily');
  expect((await server.call(unsubscribe, { params })).body).toEqual({
    email: player.email,
    mailpref: 'none',
    labels: [],
  });
  expect((await server.call(subscription, { params })).body.mailpref).toBe('none');
  expect([await mailpref(player), await mailpref(other)]).toEqual(['none', 'daily']);
});

test('a mail about releases of one label leaves this label, one about several leaves all; both can be undone', async () => {
  const player = await server.signedIn({ packages: ['Two labels'] });
  await server.db.updateTable('accounts').set({ mailpref: 'per-release' }).where('id', '=', player.accountid).execute();
  const newRelease = (name: string) =>
    server.release({ title: name, packages: ['Two labels'], label: { name, contact: null } });
  const send = async (...names: string[]) => {
    const releases = [];
    for (const name of names) releases.push(await newRelease(name));
    await sendReleaseMails(server);
    return { mail: await server.waitForMail(player.email), releases };
  };
  const { mail, releases } = await send('Harbour');
  expect(mail.text).toContain('Stop emails of Harbour');
  const params = { token: mail.getToken('unsubscribe') };
  const [harbour] = (await server.call(subscription, { params })).body.labels;
  expect(harbour).toMatchObject({ name: 'Harbour', stopped: false });
  const labelid = harbour?.labelid ?? '';
  expect((await post(`/notifications/unsubscribe/${params.token}`, new URLSearchParams(oneClick))).status).toBe(200);
  expect((await server.call(subscription, { params })).body).toMatchObject({
    mailpref: 'per-release',
    labels: [{ name: 'Harbour', stopped: true }],
  });
  expect((await player.call(personalData)).body['stoppedlabels']).toMatchObject([{ name: 'Harbour' }]);

  const second = await send('Harbour', 'Quay');
  expect(second.mail.subject).toBe('Somebody – Quay');
  for (const { releaseid } of [...releases, ...second.releases])
    expect((await player.call(releaseRoute, { params: { releaseid } })).status).toBe(200);
  await server.call(changeSubscription, { params, body: { labelid, stopped: false } });
  const third = await send('Harbour', 'Quay');
  expect(third.mail.subject).toBe('2 new promos');
  const several = { token: third.mail.getToken('unsubscribe') };
  const { labels } = (await server.call(subscription, { params: several })).body;
  expect(labels.map(({ name, stopped }) => [name, stopped])).toEqual([
    ['Harbour', false],
    ['Quay', false],
  ]);
  const quay = labels[1]?.labelid ?? '';
  await server.call(changeSubscription, { params: several, body: { labelid: quay, stopped: true } });
  expect(await server.call(changeSubscription, { params, body: { labelid: quay, stopped: false } })).toMatchObject(
    refused('NOT_FOUND'),
  );
  expect((await server.call(unsubscribe, { params: several })).body.mailpref).toBe('none');
  await server.call(changeSubscription, { params: several, body: { mailpref: 'per-release' } });
  expect(await mailpref(player)).toBe('per-release');
  expect((await player.call(mailedLabels)).body.labels.map(({ name }) => name)).toEqual(['Quay', 'Harbour']);
});

test('a spam complaint ends the mails of its label, like one click; a forged one ends nothing', async () => {
  const player = await server.signedIn({ packages: ['Complained'] });
  await server.db.updateTable('accounts').set({ mailpref: 'per-release' }).where('id', '=', player.accountid).execute();
  await server.release({ packages: ['Complained'], label: { name: 'Complained', contact: null } });
  await sendReleaseMails(server);
  const token = (await server.waitForMail(player.email)).getToken('unsubscribe');
  const parser = openReturnedMailParser();
  whenOver(parser.close);
  const complain = (token: string) =>
    readReturnedMail(
      server,
      createNotice({
        type: 'multipart/report; report-type=feedback-report',
        statusType: 'message/feedback-report',
        fields: ['Feedback-Type: abuse', 'Version: 1', 'User-Agent: Loop/1.0'],
        original: [`List-Unsubscribe: <${server.url}/api/notifications/unsubscribe/${token}>`],
      }),
      parser,
    );
  expect(await complain(token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe('unmatched');
  const { labels } = (await server.call(subscription, { params: { token } })).body;
  expect(labels).toMatchObject([{ name: 'Complained', stopped: false }]);
  expect(await complain(token)).toBe('complaint');
  expect((await server.call(subscription, { params: { token } })).body).toMatchObject({
    mailpref: 'per-release',
    labels: [{ name: 'Complained', stopped: true }],
  });
});

test('a signed-in person stops a label before its first mail, and starts it again', async () => {
  const player = await server.signedIn({ packages: ['Unmailed'] });
  const { id } = await server.release({ packages: ['Unmailed'], label: { name: 'Unmailed', contact: null } });
  const { labelid } = await server.db
    .selectFrom('releases')
    .innerJoin('labels', 'labels.id', 'owner_label_id')
    .where('releases.id', '=', id)
    .select('labelid')
    .executeTakeFirstOrThrow();
  for (const [route, stopped] of [
    [labelMails, false],
    [stopLabelMails, true],
    [stopLabelMails, true],
    [labelMails, true],
    [startLabelMails, false],
    [labelMails, false],
  ] as const)
    expect((await player.call(route, { params: { labelid } })).body).toEqual({ labelid, name: 'Unmailed', stopped });
});

test('a link shows the address that received it, not one that the account got later', async () => {
  const player = await server.signedIn();
  const params = { token: await createToken(player) };
  const changes = server.db.updateTable('account_emails').set({ email: 'secret-address@test.example' });
  await changes.where('account_id', '=', player.accountid).execute();
  expect((await server.call(subscription, { params })).body).toEqual({
    email: player.email,
    mailpref: 'daily',
    labels: [],
  });
  expect((await server.call(unsubscribe, { params })).body).toEqual({
    email: player.email,
    mailpref: 'none',
    labels: [],
  });
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
