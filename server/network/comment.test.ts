import { randomUUID } from 'node:crypto';
import { comment, commentClick, commentInit, contactRequestTypes } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const supported = await startTestServer({ env: { SUPPORT_EMAIL: 'support@promenade.example' } });

const DAY_MS = 24 * 3600 * 1000;

/** Creates a label with an address for contact requests. */
function newLabel() {
  const name = `Label ${randomUUID()}`;
  return { name, contact: `${randomUUID()}@label.example` };
}

const createRequest = (player: SignedIn) => ({
  player_email: player.email,
  comment_type_id: 4,
  comment_type: 'interview',
  comment_text: 'May we talk?',
});
type Request = ReturnType<typeof createRequest>;
const send = (player: SignedIn, { releaseid }: Pick<TestRelease, 'releaseid'>, changes: Partial<Request> = {}) =>
  player.call(comment, { params: { releaseid }, body: { ...createRequest(player), ...changes } });
const getForm = (player: SignedIn, { releaseid }: Pick<TestRelease, 'releaseid'>) =>
  player.call(commentInit, { params: { releaseid } });
const recordClick = (player: SignedIn, { releaseid }: Pick<TestRelease, 'releaseid'>) =>
  player.call(commentClick, { params: { releaseid } });

async function setProfile({ db }: TestServer, { accountid }: SignedIn, person: Record<string, string>) {
  await db.updateTable('accounts').set(person).where('id', '=', accountid).execute();
}

test('both paths return the address in use and the eight types in order', {
  tags: ['C-API-32', 'C-CONTACT-06', 'C-CONTACT-11', 'A-CONTACT-08'],
}, async () => {
  const player = await server.signedIn();
  const { releaseid } = await server.release();
  const { body } = await getForm(player, { releaseid });
  expect(Object.keys(body)).toEqual(['player_email', 'comment_types']);
  expect(body.player_email).toBe(player.email);
  expect(body.comment_types).toEqual([
    { id: 1, name: 'feedback to artist/label' },
    { id: 2, name: 'additional promo materials' },
    { id: 3, name: 'additional music' },
    { id: 4, name: 'interview' },
    { id: 5, name: 'WAV/MP3 file for stream-only releases' },
    { id: 6, name: 'different song version' },
    { id: 7, name: 'artist liner' },
    { id: 8, name: 'other' },
  ]);
  const headers = { authorization: `Bearer ${player.token}` };
  const alias = await fetch(`${server.url}/api/release/${releaseid}/comment/init`, { headers });
  expect(await alias.json()).toEqual(body);
});

test('a contact request is mailed to the label with the player as reply address, and stored', {
  tags: ['A-CONTACT-05', 'A-API-27', 'C-API-30', 'C-CONTACT-08'],
}, async () => {
  const player = await server.signedIn({ firstname: 'Imani', lastname: 'Castell' });
  await setProfile(server, player, { title: 'Presenter', company: 'Radio <Meridian>', city: 'Toronto', country: 'CA' });
  const label = newLabel();
  const release = await server.release({ title: 'Harbour Sun', artist: 'Mia', label });
  const comment_text = '  <script>alert(1)</script>\nMay we talk?  ';
  const answer = await send(player, release, { comment_text, comment_type: 'something made up' });
  expect({ status: answer.status, length: answer.headers.get('content-length') }).toEqual({ status: 200, length: '0' });
  const mail = await server.waitForMail(label.contact);
  expect(mail).toMatchObject({ kind: 'contact', subject: 'interview: Harbour Sun by Mia', replyTo: player.email });
  expect(mail.text).toContain('Imani Castell (Presenter, Radio <Meridian>, Toronto, CA)');
  expect(mail.text).toContain('> <script>alert(1)</script>\n> May we talk?');
  expect(mail.text).toContain(player.email);
  expect(mail.html).toContain('Radio &lt;Meridian&gt;');
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>May we talk?');
  expect(mail.html).not.toContain('<script');
  const stored = await server.db
    .selectFrom('comments')
    .selectAll()
    .where('account_id', '=', player.accountid)
    .execute();
  expect(stored).toMatchObject([
    {
      release_id: release.id,
      player_email: player.email,
      type_id: 4,
      message: '<script>alert(1)</script>\nMay we talk?',
    },
  ]);
});

test('without a label contact the request goes to support, else to active operators', async () => {
  const supportedPlayer = await supported.signedIn();
  await send(supportedPlayer, await supported.release());
  expect((await supported.waitForMail('support@promenade.example')).replyTo).toBe(supportedPlayer.email);
  const label = newLabel();
  await send(supportedPlayer, await supported.release({ label }));
  expect((await supported.waitForMail(label.contact)).replyTo).toBe(supportedPlayer.email);
  expect(await supported.countMails('support@promenade.example')).toBe(1);

  const [one, two, closed] = [
    await server.account(),
    await server.account(),
    await server.account({ status: 'disabled' }),
  ];
  const mailto = `${randomUUID()}@operators.example`;
  const change = (accountid: number, to: object) =>
    server.db.updateTable('accounts').set(to).where('id', '=', accountid).execute();
  for (const { accountid } of [one, two, closed]) await change(accountid, { operator: true });
  await change(two.accountid, { mailto });
  const player = await server.signedIn();
  expect((await send(player, await server.release())).status).toBe(200);
  for (const mailbox of [one.email, mailto]) expect((await server.waitForMail(mailbox)).replyTo).toBe(player.email);
  expect(await server.countMails(closed.email)).toBe(0);
});

test('each type is a number from one to eight; its text is optional', {
  tags: ['C-API-30', 'C-CONTACT-11'],
}, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ title: 'T', artist: 'A', label });
  for (const [index, name] of contactRequestTypes.entries()) {
    server.advanceClock(1000);
    expect((await send(player, release, { comment_type_id: index + 1, comment_type: '' })).status).toBe(200);
    expect((await server.waitForMail(label.contact)).subject).toBe(`${name}: T by A`);
  }
});

test('invalid input is refused with its field, and no mail is sent', { tags: ['C-API-31'] }, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  const invalid: [string, Partial<Record<keyof Request, unknown>>][] = [
    ['comment_text', { comment_text: '' }],
    ['comment_text', { comment_text: ' \n ' }],
    ['comment_text', { comment_text: 'x'.repeat(3001) }],
    ['comment_text', { comment_text: undefined }],
    ['comment_type_id', { comment_type_id: 0 }],
    ['comment_type_id', { comment_type_id: 9 }],
    ['comment_type_id', { comment_type_id: 1.5 }],
    ['comment_type_id', { comment_type_id: 'interview' }],
    ['comment_type_id', { comment_type_id: undefined }],
    ['player_email', { player_email: 'no address' }],
    ['player_email', { player_email: undefined }],
  ];
  for (const [field, changes] of invalid) {
    expect(await send(player, release, changes as Partial<Request>), JSON.stringify(changes)).toMatchObject({
      ...refused('VALIDATION'),
      refusal: { code: 'VALIDATION', fields: { [field]: expect.any(String) } },
    });
  }
  expect(await server.countMails(label.contact)).toBe(0);
  expect((await send(player, release, { comment_text: 'x'.repeat(3000) })).status).toBe(200);
});

test('control characters and unpaired surrogates in a message are replaced', async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  expect((await send(player, release, { comment_text: 'a\u0000b\r\nc\ud800' })).status).toBe(200);
  expect((await server.waitForMail(label.contact)).text).toContain('> a b\n> c\ufffd');
  expect(await send(player, release, { comment_text: '\u0000' })).toMatchObject(refused('VALIDATION'));
});

test('the reply address must belong to the account', {
  tags: ['C-API-31'],
}, async () => {
  const player = await server.signedIn();
  const other = await server.account();
  const label = newLabel();
  const release = await server.release({ label });
  expect(await send(player, release, { player_email: other.email })).toMatchObject(refused('NOT_YOUR_EMAIL'));
  expect(await server.countMails(label.contact)).toBe(0);
  const second = `${randomUUID()}@second.example`;
  await server.db.insertInto('account_emails').values({ email: second, account_id: player.accountid }).execute();
  expect((await send(player, release, { player_email: second.toUpperCase() })).status).toBe(200);
  expect((await server.waitForMail(label.contact)).replyTo).toBe(second);
});

test('a release without commenting refuses contact requests', { tags: ['A-ROLE-08', 'C-CONTACT-01'] }, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label, commenting_enabled: false });
  expect(await getForm(player, release)).toMatchObject(refused('COMMENTING_NOT_ALLOWED'));
  expect(await send(player, release)).toMatchObject(refused('COMMENTING_NOT_ALLOWED'));
  expect(await server.countMails(label.contact)).toBe(0);
});

test('an account without access to a release cannot contact its label', async () => {
  const packages = [randomUUID()];
  const player = await server.signedIn({ packages });
  const stranger = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ packages, label });
  const future = await server.release({ packages, label, available: new Date(server.now().getTime() + DAY_MS) });
  for (const attempt of [getForm, send, recordClick]) {
    expect(await attempt(stranger, release)).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await attempt(player, future)).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await attempt(player, { releaseid: randomUUID() })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
  await server.setState(release, 'withdrawn');
  for (const attempt of [getForm, send, recordClick]) {
    expect(await attempt(player, release)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  }
  expect(await server.countMails(label.contact)).toBe(0);
});

test('unverified accounts may contact a label', async () => {
  const label = newLabel();
  const player = await server.signedIn({ verified: false });
  expect((await send(player, await server.release({ label }))).status).toBe(200);
  expect((await server.waitForMail(label.contact)).text).toContain(`${player.email} (${player.email})`);
});

test('an account sends twenty contact requests an hour', async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  for (let sent = 0; sent < 20; sent++) expect((await send(player, release)).status).toBe(200);
  expect(await send(player, release)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await server.countMails(label.contact)).toBe(20);
});

test('each opened form is recorded by POST and GET, but not by HEAD', {
  tags: ['A-API-28', 'C-API-33'],
}, async () => {
  const player = await server.signedIn();
  const release = await server.release();
  const countClicks = async () => {
    const rows = await server.db
      .selectFrom('comment_clicks')
      .select('at')
      .where('release_id', '=', release.id)
      .execute();
    return rows.length;
  };
  const url = `${server.url}/api/release/${release.releaseid}/comment_click`;
  const attempt = async (method: string, headers = { authorization: `Bearer ${player.token}` }) =>
    (await fetch(url, { method, headers })).status;
  expect((await recordClick(player, release)).status).toBe(204);
  expect(await attempt('GET')).toBe(204);
  expect(await countClicks()).toBe(2);
  expect(await attempt('HEAD')).toBe(404);
  expect(await attempt('GET', { authorization: '' })).toBe(401);
  expect(await countClicks()).toBe(2);
});
