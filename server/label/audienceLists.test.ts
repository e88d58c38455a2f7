import { randomUUID } from 'node:crypto';
import * as audienceRoutes from '@promenade/contract/audience';
import { releases } from '@promenade/contract/catalogue';
import * as label from '@promenade/contract/label';
import { react } from '@promenade/contract/library';
import * as lists from '@promenade/contract/lists/lists';
import { releaseHistory } from '@promenade/contract/releaseHistory';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { addAddressedAccounts } from './audience.ts';

const server = await startTestServer();
const told = { told_at: new Date(0), everyone: false };

async function owner() {
  const options = { label: { name: randomUUID(), contact: null } };
  const first = await server.release({ ...options, packages: ['Radio'], artist: 'Mara' });
  const editor = await server.signedIn(told);
  await server.joinLabel(editor, first, 'editor');
  const { labelid } = (await editor.call(label.staffLabels, { query: {} })).body.items[0] ?? { labelid: '' };
  const make = async (name: string, file: string) => {
    const { listid } = (await editor.call(lists.makeList, { body: { labelid, name } })).body;
    await fetch(`${server.url}/api/label/lists/${listid}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'text/csv' },
      body: file,
    });
    return listid;
  };
  return { options, editor, labelid, make, first };
}

const read = async (editor: SignedIn, { releaseid }: TestRelease) =>
  (await editor.call(label.staffRelease, { params: { releaseid } })).body;

async function setAudience(editor: SignedIn, release: TestRelease, change: object) {
  const { version, audience } = await read(editor, release);
  const body = { packages: audience.packages, people: [], excluded: [], addresses: audience.addresses, ...change };
  const headers = { 'if-match': `"${version}"` };
  return editor.call(audienceRoutes.setAudience, { params: { releaseid: release.releaseid }, body }, headers);
}

const publish = (editor: SignedIn, { releaseid }: TestRelease) =>
  editor.call(label.publishDraft, { params: { releaseid }, body: { available: null, mail: null, confirmed: true } });
const has = async (person: SignedIn, { releaseid }: TestRelease) =>
  (await person.call(releases, { query: {} })).body.items.some((row) => row.releaseid === releaseid);

test('a release goes to the people of its lists, also to those who come later, and excluding wins', async () => {
  const { options, editor, make } = await owner();
  const [ana, bo, holder, late] = await Promise.all([
    server.signedIn(told),
    server.signedIn(told),
    server.signedIn({ ...told, packages: ['Radio'] }),
    server.signedIn(told),
  ]);
  const djs = await make(
    'DJs',
    `Name,Email,Email 2\nAna,${ana.email},\nBo,new@x.example,${bo.email}\nZed,zed@x.example,\n`,
  );
  const banned = await make('Banned', `Name,Email\nBo,${bo.email}\nHolder,${holder.email}\n`);
  const draft = await server.release({ ...options, packages: ['Radio'], audio: true, isDraft: true });
  const saved = (await setAudience(editor, draft, { lists: [djs], excludedlists: [banned] })).body.audience;
  expect(saved).toMatchObject({
    decided: true,
    lists: [{ listid: djs, name: 'DJs', people: 3 }],
    excludedlists: [{ listid: banned, name: 'Banned', people: 2 }],
    excluded: [],
  });
  // Before it is published nothing tells who of them has an account.
  expect(saved.counts).toMatchObject({ recipients: 1, former: 0 });
  expect((await editor.call(audienceRoutes.audiencePeople, { params: draft, query: {} })).body.total).toBe(1);
  await publish(editor, draft);
  expect([await has(ana, draft), await has(bo, draft), await has(holder, draft), await has(late, draft)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  // Who is kept out is not shown by name.
  expect((await read(editor, draft)).audience.excluded).toEqual([]);
  const history = (await editor.call(releaseHistory, { params: draft, query: {} })).body.items;
  expect(JSON.stringify(history)).not.toContain(holder.playerid);
  expect(history).toContainEqual(
    expect.objectContaining({ action: 'release.lists', after: { lists: ['DJs'], excludedlists: ['Banned'] } }),
  );
  await fetch(`${server.url}/api/label/lists/${djs}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'text/plain' },
    body: late.email,
  });
  // The release waits for who had no account when it came out.
  const zed = await server.signedIn({ ...told, email: 'zed@x.example' });
  await addAddressedAccounts(server);
  expect([await has(late, draft), await has(zed, draft)]).toEqual([true, true]);
  await setAudience(editor, draft, { excludedlists: [] });
  expect([await has(bo, draft), await has(holder, draft)]).toEqual([true, true]);
  await setAudience(editor, draft, { lists: [] });
  expect([await has(ana, draft), await has(holder, draft)]).toEqual([false, true]);
});

test('a list that is deleted leaves the audience, and only lists of the owner can be in it', async () => {
  const [one, other] = [await owner(), await owner()];
  const foreign = await other.make('Theirs', 'a@x.example');
  const own = await one.make('Ours', 'a@x.example');
  const draft = await server.release({ ...one.options, isDraft: true });
  expect(await setAudience(one.editor, draft, { lists: [foreign] })).toMatchObject(refused('LIST_NOT_FOUND'));
  await setAudience(one.editor, draft, { lists: [own] });
  // What a caller does not name stays.
  expect((await setAudience(one.editor, draft, { packages: [] })).body.audience.lists).toMatchObject([
    { name: 'Ours' },
  ]);
  await one.editor.call(lists.deleteList, { params: { listid: own } });
  expect((await read(one.editor, draft)).audience.lists).toEqual([]);
});

test('a group has the listed people who match, in every release that uses it', async () => {
  const { editor, labelid, make } = await owner();
  const file =
    'Name,Email,Company,Country,Tags\nAna,ana@x.example,Radio Nord,Germany,DJ; Techno\n' +
    'Bo,bo@x.example,RADIO NÖRD,Germany,DJ\nCy,cy@x.example,Club,France,Techno\n';
  const all = await make('All', file);
  await server.pool.query("insert into suppressions (address, since, reason) values ('ana@x.example', now(), 'gone')");
  const { body: choices } = await editor.call(lists.groupChoices, { query: { labelid } });
  expect(choices).toEqual({
    tags: ['DJ', 'Techno'],
    companies: ['Club', 'RADIO NÖRD', 'Radio Nord'],
    countries: ['France', 'Germany'],
    artists: ['Mara'],
  });
  const condition = { tags: ['DJ', 'Press'], companies: ['radio nord', 'radio nörd'], countries: ['germany'] };
  const count = async (body: object) => (await editor.call(lists.countPeople, { body: { labelid, ...body } })).body;
  expect(await count({ condition })).toMatchObject({ listed: 2, mailed: 1, suppressed: 1, recipients: 0, excluded: 0 });
  const made = (await editor.call(lists.makeGroup, { body: { labelid, name: 'German DJs', condition } })).body;
  expect(made).toMatchObject({ people: 2, condition: { ...condition, did: null } });
  const { listid } = made;
  expect(await count({ lists: [all, listid] })).toMatchObject({ listed: 3, mailed: 2 });
  expect(await count({ lists: [all], excluded: [listid] })).toMatchObject({ listed: 1, mailed: 1, excluded: 2 });
  const listed = await editor.call(lists.listPeople, { params: { listid }, query: {} });
  expect(listed.body.items.map(({ name }) => name)).toEqual(['Ana', 'Bo']);
  await make('More', 'Name,Email,Company,Country,Tags\nDi,di@x.example,Radio Nord,Germany,Press\n');
  expect((await editor.call(lists.peopleList, { params: { listid } })).body.people).toBe(3);
  const response = await fetch(`${server.url}/api/label/lists/${listid}/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'text/plain' },
    body: 'x@x.example',
  });
  expect(response.status).toBe(409);
  // Counting stores nothing.
  expect((await editor.call(lists.peopleLists, { query: { labelid } })).body.total).toBe(3);
});

test('a group of recipients is who did something with each of the last releases of an artist', async () => {
  const { options, editor, labelid, first } = await owner();
  const second = await server.release({ ...options, packages: ['Radio'], artist: 'Mara' });
  const [both, one] = [
    await server.signedIn({ ...told, packages: ['Radio'], firstname: 'Both', lastname: 'Two' }),
    await server.signedIn({ ...told, packages: ['Radio'] }),
  ];
  for (const release of [first, second]) await both.call(react, { params: release, body: { kind: 'rotation' } });
  await one.call(react, { params: second, body: { kind: 'rotation' } });
  const group = (last: number | null) => ({ did: { kind: 'reacted' as const, artist: 'mara', last } });
  const count = async (condition: object) =>
    (await editor.call(lists.countPeople, { body: { labelid, condition } })).body.recipients;
  expect([await count(group(2)), await count(group(1)), await count(group(null))]).toEqual([1, 2, 2]);
  expect(await count({ did: { kind: 'heard' } })).toBe(0);
  const mixed = { ...group(1), tags: ['DJ'] };
  expect(await editor.call(lists.countPeople, { body: { labelid, condition: mixed } })).toMatchObject({ status: 400 });
  const made = await editor.call(lists.makeGroup, { body: { labelid, name: 'Fans', condition: group(2) } });
  const people = await editor.call(lists.listPeople, { params: made.body, query: {} });
  expect(people.body.items).toMatchObject([{ name: 'Both Two', address: '', personid: both.playerid }]);
  const draft = await server.release({ ...options, audio: true, isDraft: true });
  await setAudience(editor, draft, { lists: [made.body.listid] });
  await publish(editor, draft);
  expect([await has(both, draft), await has(one, draft)]).toEqual([true, false]);
});

test('a draft gets audience, texts and terms of an earlier release of its label, and of no other', async () => {
  const { options, editor, make } = await owner();
  const [djs, banned] = [await make('DJs', 'a@x.example'), await make('Banned', 'b@x.example')];
  const source = await server.release({ ...options, audio: true, isDraft: true });
  await setAudience(editor, source, { lists: [djs], excludedlists: [banned] });
  const change = async ({ releaseid }: TestRelease, body: label.StaffPatch) =>
    editor.call(
      label.changeRelease,
      { params: { releaseid }, query: {}, body },
      { 'if-match': `"${(await read(editor, { releaseid } as TestRelease)).version}"` },
    );
  await change(source, { promo: '<p>Written once</p>', allow_sharing: true, title: 'Earlier' });
  const mail = { at: null, subject: 'New from us', message: 'Hello' };
  await editor.call(label.publishDraft, { params: source, body: { available: null, mail, confirmed: true } });
  const draft = await server.release({ ...options, title: 'Later', isDraft: true });
  const copy = async (from: string, to = draft) =>
    editor.call(
      audienceRoutes.copyTemplate,
      { params: to, body: { from } },
      { 'if-match': `"${(await read(editor, to)).version}"` },
    );
  expect((await copy(source.releaseid)).body).toMatchObject({
    document: { title: 'Later', promo: '<p>Written once</p>', allow_sharing: true },
    audience: { lists: [{ name: 'DJs' }], excludedlists: [{ name: 'Banned' }] },
    announcement: { subject: 'New from us', message: 'Hello', sent: false },
  });
  const foreign = await owner();
  expect(await copy(foreign.first.releaseid)).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await copy(draft.releaseid, source)).toMatchObject(refused('RELEASE_PUBLISHED'));
});

test('a draft answers the same for an address with an account and for one without', async () => {
  const { options, editor, labelid, make } = await owner();
  const account = await server.signedIn({ ...told, packages: ['Radio'] });
  const answersFor = async (address: string) => {
    const list = await make('One', `Name,Email\nSomebody,${address}\n`);
    const draft = await server.release({ ...options, title: 'Draft', packages: ['Radio'], audio: true, isDraft: true });
    const added = (await setAudience(editor, draft, { lists: [list] })).body;
    const kept = (await setAudience(editor, draft, { lists: [], excludedlists: [list] })).body;
    const counts = (await editor.call(lists.countPeople, { body: { labelid, lists: [list] } })).body;
    const people = (await editor.call(audienceRoutes.audiencePeople, { params: draft, query: {} })).body;
    await editor.call(lists.deleteList, { params: { listid: list } });
    await editor.call(label.deleteDraft, { params: draft });
    return [added.audience, added.announcement.counts, kept.audience, kept.announcement.counts, counts, people].map(
      (answer) => JSON.stringify(answer).replaceAll(list, 'LIST'),
    );
  };
  const known = await answersFor(account.email);
  expect(known).toEqual(await answersFor(`${randomUUID()}@x.example`));
});
