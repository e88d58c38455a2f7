import { randomUUID } from 'node:crypto';
import { comment, commentClick, commentInit, commentTypes } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { MadeRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const supported = await startTestServer({ env: { SUPPORT_EMAIL: 'support@promenade.example' } });

const DAY_MS = 24 * 3600 * 1000;

/** A label of its own for one test, with the address that takes contact requests. */
function newLabel() {
  const name = `Label ${randomUUID()}`;
  return { name, contact: `${randomUUID()}@label.example` };
}

const request = (player: SignedIn) => ({
  player_email: player.email,
  comment_type_id: 4,
  comment_type: 'interview',
  comment_text: 'May we talk?',
});
type Request = ReturnType<typeof request>;
const send = (player: SignedIn, { releaseid }: Pick<MadeRelease, 'releaseid'>, changes: Partial<Request> = {}) =>
  player.call(comment, { params: { releaseid }, body: { ...request(player), ...changes } });
const start = (player: SignedIn, { releaseid }: Pick<MadeRelease, 'releaseid'>) =>
  player.call(commentInit, { params: { releaseid } });
const click = (player: SignedIn, { releaseid }: Pick<MadeRelease, 'releaseid'>) =>
  player.call(commentClick, { params: { releaseid } });

async function nameOf({ db }: TestServer, { accountid }: SignedIn, person: Record<string, string>) {
  await db.updateTable('accounts').set(person).where('id', '=', accountid).execute();
}

test('the form starts with the address in use and eight types in their order, by either path', {
  tags: ['C-API-32', 'C-CONTACT-06', 'C-CONTACT-11', 'A-CONTACT-08'],
}, async () => {
  const player = await server.signedIn();
  const { releaseid } = await server.release();
  const { body } = await start(player, { releaseid });
  expect(body.data.player_email).toBe(player.email);
  expect(body.data.comment_types).toEqual([
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

test('a contact request goes to the label, is answered to the player, and is kept', {
  tags: ['A-CONTACT-05', 'A-API-27', 'C-API-30', 'C-CONTACT-08'],
}, async () => {
  const player = await server.signedIn({ firstname: 'Imani', lastname: 'Castell' });
  await nameOf(server, player, { title: 'Presenter', company: 'Radio <Meridian>', city: 'Toronto', country: 'CA' });
  const label = newLabel();
  const release = await server.release({ title: 'Harbour Sun', artist: 'Mia', label });
  const comment_text = '  <script>alert(1)</script>\nMay we talk?  ';
  const answer = await send(player, release, { comment_text, comment_type: 'something made up' });
  expect({ status: answer.status, length: answer.headers.get('content-length') }).toEqual({ status: 200, length: '0' });
  const mail = await server.mail(label.contact);
  expect(mail).toMatchObject({ kind: 'contact', subject: 'interview: Harbour Sun by Mia', replyTo: player.email });
  expect(mail.text).toContain('Imani Castell (Presenter, Radio <Meridian>, Toronto, CA)');
  expect(mail.text).toContain('> <script>alert(1)</script>\n> May we talk?');
  expect(mail.text).toContain(player.email);
  expect(mail.html).toContain('Radio &lt;Meridian&gt;');
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>May we talk?');
  expect(mail.html).not.toContain('<script');
  const kept = await server.db.selectFrom('comments').selectAll().where('account_id', '=', player.accountid).execute();
  expect(kept).toMatchObject([
    {
      release_id: release.id,
      player_email: player.email,
      type_id: 4,
      message: '<script>alert(1)</script>\nMay we talk?',
    },
  ]);
});

test('without a contact of the label the support gets it, without that the operators who may act', async () => {
  const supportedPlayer = await supported.signedIn();
  await send(supportedPlayer, await supported.release());
  expect((await supported.mail('support@promenade.example')).replyTo).toBe(supportedPlayer.email);
  const label = newLabel();
  await send(supportedPlayer, await supported.release({ label }));
  expect((await supported.mail(label.contact)).replyTo).toBe(supportedPlayer.email);
  expect(await supported.mailCount('support@promenade.example')).toBe(1);

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
  for (const mailbox of [one.email, mailto]) expect((await server.mail(mailbox)).replyTo).toBe(player.email);
  expect(await server.mailCount(closed.email)).toBe(0);
});

test('each type is a number from one to eight; the text of the type is not needed', {
  tags: ['C-API-30', 'C-CONTACT-11'],
}, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ title: 'T', artist: 'A', label });
  for (const [index, name] of commentTypes.entries()) {
    server.pass(1000);
    expect((await send(player, release, { comment_type_id: index + 1, comment_type: '' })).status).toBe(200);
    expect((await server.mail(label.contact)).subject).toBe(`${name}: T by A`);
  }
});

test('bad input is refused with the field at fault, and nobody is mailed', { tags: ['C-API-31'] }, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  const bad: [string, Partial<Record<keyof Request, unknown>>][] = [
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
  for (const [field, changes] of bad) {
    expect(await send(player, release, changes as Partial<Request>), JSON.stringify(changes)).toMatchObject({
      ...refused('VALIDATION'),
      refusal: { code: 'VALIDATION', fields: { [field]: expect.any(String) } },
    });
  }
  expect(await server.mailCount(label.contact)).toBe(0);
  expect((await send(player, release, { comment_text: 'x'.repeat(3000) })).status).toBe(200);
});

test('characters that no mail can hold are no error and reach nobody', async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  expect((await send(player, release, { comment_text: 'a\u0000b\r\nc\ud800' })).status).toBe(200);
  expect((await server.mail(label.contact)).text).toContain('> a b\n> c\ufffd');
  expect(await send(player, release, { comment_text: '\u0000' })).toMatchObject(refused('VALIDATION'));
});

test('the address must be one of the account, the second one as well as the first', {
  tags: ['C-API-31'],
}, async () => {
  const player = await server.signedIn();
  const other = await server.account();
  const label = newLabel();
  const release = await server.release({ label });
  expect(await send(player, release, { player_email: other.email })).toMatchObject(refused('NOT_YOUR_EMAIL'));
  expect(await server.mailCount(label.contact)).toBe(0);
  const second = `${randomUUID()}@second.example`;
  await server.db.insertInto('account_emails').values({ email: second, account_id: player.accountid }).execute();
  expect((await send(player, release, { player_email: second.toUpperCase() })).status).toBe(200);
  expect((await server.mail(label.contact)).replyTo).toBe(second);
});

test('a release that takes no contact requests refuses them', { tags: ['A-ROLE-08', 'C-CONTACT-01'] }, async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label, commenting_enabled: false });
  expect(await start(player, release)).toMatchObject(refused('COMMENTING_NOT_ALLOWED'));
  expect(await send(player, release)).toMatchObject(refused('COMMENTING_NOT_ALLOWED'));
  expect(await server.mailCount(label.contact)).toBe(0);
});

test('who may not hear a release can neither ask about it nor open the form', async () => {
  const packages = [randomUUID()];
  const player = await server.signedIn({ packages });
  const stranger = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ packages, label });
  const future = await server.release({ packages, label, available: new Date(server.now().getTime() + DAY_MS) });
  for (const ask of [start, send, click]) {
    expect(await ask(stranger, release)).toMatchObject(refused('FORBIDDEN'));
    expect(await ask(player, future)).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await ask(player, { releaseid: randomUUID() })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
  await server.setState(release, 'withdrawn');
  for (const ask of [start, send, click]) {
    expect(await ask(player, release)).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  }
  expect(await server.mailCount(label.contact)).toBe(0);
});

test('unverified accounts may ask a label, too', async () => {
  const label = newLabel();
  const player = await server.signedIn({ verified: false });
  expect((await send(player, await server.release({ label }))).status).toBe(200);
  expect((await server.mail(label.contact)).text).toContain(`${player.email} (${player.email})`);
});

test('an account sends twenty contact requests an hour', async () => {
  const player = await server.signedIn();
  const label = newLabel();
  const release = await server.release({ label });
  for (let n = 0; n < 20; n++) expect((await send(player, release)).status).toBe(200);
  expect(await send(player, release)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await server.mailCount(label.contact)).toBe(20);
});

test('each opened form counts, by POST and by GET, but not a look at the head', {
  tags: ['A-API-28', 'C-API-33'],
}, async () => {
  const player = await server.signedIn();
  const release = await server.release();
  const counted = async () => {
    const rows = await server.db
      .selectFrom('comment_clicks')
      .select('at')
      .where('release_id', '=', release.id)
      .execute();
    return rows.length;
  };
  const url = `${server.url}/api/release/${release.releaseid}/comment_click`;
  const ask = async (method: string, headers = { authorization: `Bearer ${player.token}` }) =>
    (await fetch(url, { method, headers })).status;
  expect((await click(player, release)).status).toBe(204);
  expect(await ask('GET')).toBe(204);
  expect(await counted()).toBe(2);
  expect(await ask('HEAD')).toBe(404);
  expect(await ask('GET', { authorization: '' })).toBe(401);
  expect(await counted()).toBe(2);
});
