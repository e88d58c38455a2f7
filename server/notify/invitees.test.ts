import { randomUUID } from 'node:crypto';
import * as audienceRoutes from '@promenade/contract/audience';
import * as label from '@promenade/contract/label';
import * as lists from '@promenade/contract/lists/lists';
import { changeSubscription, subscription, unsubscribe } from '@promenade/contract/unsubscribe';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { inviteListedPeople } from './invitees.ts';

const server = await startTestServer();

async function owner() {
  const options = { label: { name: `Label ${randomUUID()}`, contact: 'desk@label.example' }, audio: true };
  const first = await server.release(options);
  const editor = await server.signedIn();
  await server.joinLabel(editor, first, 'editor');
  const [{ labelid, name } = { labelid: '', name: '' }] = (await editor.call(label.staffLabels, { query: {} })).body
    .items;
  const make = async (file: string) => {
    const body = { labelid, name: randomUUID() };
    const { listid } = (await editor.call(lists.makeList, { body })).body;
    await fetch(`${server.url}/api/label/lists/${listid}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'text/csv' },
      body: file,
    });
    return listid;
  };
  const send = async (audience: { lists: string[]; excludedlists?: string[] }, mail = true) => {
    const draft = await server.release({ ...options, title: randomUUID(), isDraft: true });
    const { releaseid } = draft;
    const { version } = (await editor.call(label.staffRelease, { params: { releaseid } })).body;
    const body = { packages: [], people: [], excluded: [], addresses: [], ...audience };
    await editor.call(audienceRoutes.setAudience, { params: { releaseid }, body }, { 'if-match': `"${version}"` });
    const words = mail ? { at: null, subject: '', message: '' } : null;
    await editor.call(label.publishDraft, {
      params: { releaseid },
      body: { available: null, mail: words, confirmed: true },
    });
    server.advanceClock(10 * 60_000);
    await inviteListedPeople(server);
    return draft;
  };
  return { editor, labelid, name, make, send };
}

const row = (address: string) => `Name,Email\nSomebody,${address}\n`;
const stranger = () => `${randomUUID()}@new.example`;
const invitationsTo = (address: string) => server.countMails(address);
const listed = async (editor: SignedIn, listid: string) =>
  (await editor.call(lists.listPeople, { params: { listid }, query: {} })).body.items;

test('listed people without an account are invited once, in the name of the label, when a release is mailed', async () => {
  const { name, make, send } = await owner();
  const address = stranger();
  const account = await server.signedIn();
  const list = await make(`Name,Email\nNew,${address}\nKnown,${account.email}\n`);
  expect(await invitationsTo(address)).toBe(0);
  await send({ lists: [list] }, false);
  expect(await invitationsTo(address)).toBe(0);
  await send({ lists: [list] });
  const mail = await server.waitForMail(address);
  expect(mail).toMatchObject({
    kind: 'label-invitation',
    subject: `${name} has new music for you`,
    replyTo: 'desk@label.example',
  });
  expect(mail.links.some((link) => link.endsWith('/signup'))).toBe(true);
  expect(await invitationsTo(account.email)).toBe(0);
  await send({ lists: [list] });
  expect(await invitationsTo(address)).toBe(1);
});

test('who left by the link, came back as undeliverable, or is kept out, is not invited', async () => {
  const { editor, labelid, make, send } = await owner();
  const [left, dead, kept] = [stranger(), stranger(), stranger()];
  await server.pool.query("insert into suppressions (address, since, reason) values ($1, now(), 'gone')", [dead]);
  const list = await make(`Name,Email\nA,${left}\nB,${dead}\nC,${kept}\n`);
  const banned = await make(row(kept));
  await send({ lists: [list], excludedlists: [banned] });
  expect([await invitationsTo(left), await invitationsTo(dead), await invitationsTo(kept)]).toEqual([1, 0, 0]);
  const mail = await server.waitForMail(left);
  const params = { token: mail.getToken('unsubscribe') };
  expect((await server.call(subscription, { params })).body).toMatchObject({
    email: left,
    mailpref: null,
    labels: [{ stopped: false }],
  });
  expect((await listed(editor, list)).filter(({ unsubscribed }) => unsubscribed)).toEqual([]);
  // A mail program posts this.
  expect((await server.call(unsubscribe, { params })).body.labels).toMatchObject([{ labelid, stopped: true }]);
  expect((await listed(editor, list)).filter(({ unsubscribed }) => unsubscribed)).toMatchObject([{ address: left }]);
  const other = await owner();
  // Another label invites for itself, and does not know who left this one.
  const theirs = await other.make(row(left));
  expect((await listed(other.editor, theirs))[0]).toMatchObject({ unsubscribed: false });
  const back = { labelid, stopped: false };
  expect((await server.call(changeSubscription, { params, body: back })).body.labels).toMatchObject([
    { stopped: false },
  ]);
  expect(await server.call(changeSubscription, { params, body: { mailpref: 'none' } })).toMatchObject(
    refused('NOT_FOUND'),
  );
  expect(await server.call(changeSubscription, { params, body: { ...back, labelid: other.labelid } })).toMatchObject(
    refused('NOT_FOUND'),
  );
});
