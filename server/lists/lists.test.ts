import { randomUUID } from 'node:crypto';
import * as lists from '@promenade/contract/lists/lists';
import { personalData } from '@promenade/contract/privacy';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const command = await createOperatorCommand(server.pool.options);

async function label(name: string = randomUUID()) {
  const release = await server.release({ label: { name, contact: null } });
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  const { rows } = await server.pool.query<{ labelid: string; id: number }>(
    'select labelid, id from labels where name = $1',
    [name],
  );
  return { editor, release, name, labelid: rows[0]?.labelid ?? '', labelId: rows[0]?.id ?? 0 };
}

async function list(name = 'DJs') {
  const owner = await label();
  const { body } = await owner.editor.call(lists.makeList, { body: { labelid: owner.labelid, name } });
  return { ...owner, listid: body.listid };
}

interface Query {
  preview?: boolean;
  hidden?: '1';
  columns?: string;
  charset?: string;
}

async function send(by: SignedIn, listid: string, body: string | Buffer, query: Query = {}, type = 'text/csv') {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${server.url}/api/label/lists/${listid}/import?${search.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': type },
    body,
  });
  const answer = (await response.json()) as lists.Imported & { error: { code: string } };
  return { status: response.status, body: answer, refusal: answer.error };
}

const people = async (by: SignedIn, listid: string, query: object = {}) =>
  (await by.call(lists.listPeople, { params: { listid }, query: { pagesize: 100, ...query } })).body;
const countOf = async (by: SignedIn, listid: string) =>
  (await by.call(lists.peopleList, { params: { listid } })).body.people;

async function table(by: SignedIn, listid: string): Promise<string> {
  const response = await fetch(`${server.url}/api/label/lists/${listid}.csv`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(response.headers.get('content-disposition')).toContain('.csv');
  return response.text();
}

const FILE = [
  'First Name,Last Name,E-mail Address,E-mail 2 Address,Company,Job Title,Phone,Categories,Notes',
  'Ana,Pop,Ana@Radio.Example,ana@home.example,Radio Nord,Music programmer,+49 30 1,"DJ;Techno","Likes ""dub"", no mail on Mondays"',
  'Ben,Quay,ben@club.example,,Club Q,DJ,,DJ,',
  'Ben,Twice,BEN@club.example,,,,,,',
  'Nobody,,not an address,,,,,,',
].join('\r\n');

test('a preview says what each column and row is and adds nobody; the import adds them and mails nobody', async () => {
  const { editor, listid } = await list();
  await server.pool.query(
    "insert into suppressions (address, since, reason) values ('ben@club.example', now(), 'gone')",
  );
  const preview = await send(editor, listid, FILE, { preview: true });
  const fields = ['firstname', 'lastname', 'address', 'address', 'company', 'role', null, 'tags', 'note'];
  expect(preview.body.columns.map(({ field }) => field)).toEqual(fields);
  expect(preview.body).toMatchObject({ new: 2, known: 0, twice: 1, wrong: 1, suppressed: 1, unsubscribed: 0 });
  expect(preview.body.rows).toMatchObject([
    { row: 2, state: 'new', address: 'ana@radio.example', name: 'Ana Pop', suppressed: false },
    { row: 3, state: 'new', address: 'ben@club.example', suppressed: true },
    { row: 4, state: 'twice' },
    { row: 5, state: 'wrong', address: 'not an address' },
  ]);
  expect(await countOf(editor, listid)).toBe(0);
  const mails = async () => (await server.pool.query('select from mails')).rowCount;
  const before = await mails();
  expect((await send(editor, listid, FILE)).body).toMatchObject({ new: 2 });
  expect(await mails()).toBe(before);
  expect(await people(editor, listid)).toMatchObject({
    total: 2,
    items: [
      {
        name: 'Ana Pop',
        address: 'ana@radio.example',
        also: ['ana@home.example'],
        company: 'Radio Nord',
        role: 'Music programmer',
        tags: ['DJ', 'Techno'],
        note: 'Likes "dub", no mail on Mondays',
      },
      { name: 'Ben Quay', suppressed: true },
    ],
  });
});

test('the same file changes nothing the second time, a newer one changes facts, and people are known by any address', async () => {
  const { editor, listid } = await list();
  await send(editor, listid, FILE);
  const { body } = await editor.call(lists.listHistory, { params: { listid }, query: {} });
  expect(body.items).toMatchObject([
    { action: 'list.import', added: 2 },
    { action: 'list.create', name: 'DJs' },
  ]);
  expect((await send(editor, listid, FILE)).body).toMatchObject({ new: 0, known: 2, twice: 1, joining: 0 });
  expect((await editor.call(lists.listHistory, { params: { listid }, query: {} })).body.total).toBe(2);
  const newer = 'Name;Email;Tags\nAna Popescu;ana@home.example;House\n';
  expect((await send(editor, listid, newer)).body).toMatchObject({ new: 0, known: 1 });
  expect((await people(editor, listid, { filter: 'popescu' })).items).toMatchObject([
    { address: 'ana@radio.example', company: 'Radio Nord', tags: ['DJ', 'Techno', 'House'] },
  ]);
});

test('the export is the same file back, with its own headings, columns and order', async () => {
  const { editor, listid } = await list();
  const rows = [
    'Nachname;Vorname;Primäre E-Mail-Adresse;Firma;Telefon;Kategorien;Bemerkung',
    'Zwick;Ana;ana@a.example;=Radio;+49 30 1;DJ;"Zeile 1\nZeile 2, -x"',
    'Abel;Bo;bo@b.example;"Nord; Süd";;;',
  ];
  await send(editor, listid, `${rows.join('\r\n')}\r\n`);
  const exported = await table(editor, listid);
  expect(exported).toContain(
    'Nachname,Vorname,Primäre E-Mail-Adresse,Firma,Telefon,Kategorien,Bemerkung\r\nZwick,Ana,',
  );
  expect((await send(editor, listid, exported)).body).toMatchObject({ new: 0, known: 2, wrong: 0, twice: 0 });
  expect(await table(editor, listid)).toBe(exported);
  const second = await editor.call(lists.makeList, {
    body: { labelid: (await editor.call(lists.peopleList, { params: { listid } })).body.labelid, name: 'Copy' },
  });
  expect((await send(editor, second.body.listid, exported)).body).toMatchObject({ known: 2, joining: 2 });
  expect(await table(editor, second.body.listid)).toBe(exported);
});

test('another label and its staff, and a viewer, learn and change nothing', async () => {
  const { editor, listid, release, labelid } = await list();
  const other = await label();
  await send(editor, listid, FILE);
  const params = { listid };
  const refusal = refused('LIST_NOT_FOUND');
  expect(await other.editor.call(lists.peopleList, { params })).toMatchObject(refusal);
  expect(await other.editor.call(lists.listPeople, { params, query: {} })).toMatchObject(refusal);
  expect(await send(other.editor, listid, FILE)).toMatchObject(refusal);
  expect(await other.editor.call(lists.peopleLists, { query: { labelid } })).toMatchObject(refused('LABEL_NOT_FOUND'));
  const { body: own } = await other.editor.call(lists.makeList, { body: { labelid: other.labelid, name: 'DJs' } });
  // An address that one label knows is new to the other label.
  expect((await send(other.editor, own.listid, FILE, { preview: true })).body).toMatchObject({ new: 2, known: 0 });
  const viewer = await server.signedIn();
  await server.joinLabel(viewer, release, 'viewer');
  expect((await people(viewer, listid)).total).toBe(2);
  expect(await send(viewer, listid, FILE)).toMatchObject(refused('EDITORS_ONLY'));
  expect(await viewer.call(lists.deleteList, { params })).toMatchObject(refused('EDITORS_ONLY'));
});

test('whether an address has an account changes nothing in what a label is answered', async () => {
  const { editor, listid, labelid } = await list();
  const account = await server.signedIn({ packages: ['Radio'] });
  const stranger = `${randomUUID()}@test.example`;
  const second = (await editor.call(lists.makeList, { body: { labelid, name: 'Other' } })).body.listid;
  const answersOf = async (address: string, list: string) => {
    const file = `Name,Email\nSomebody,${address}\n`;
    const preview = await send(editor, list, file, { preview: true });
    const taken = await send(editor, list, file);
    const again = await send(editor, list, file, { preview: true });
    const listed = await people(editor, list);
    const csv = await table(editor, list);
    return JSON.stringify([preview, taken, again, listed, csv])
      .replaceAll(address, 'ADDRESS')
      .replaceAll(/"personid":"[^"]+"/g, '');
  };
  expect(await answersOf(account.email, listid)).toBe(await answersOf(stranger, second));
});

test('who deletes the account goes from all lists of all labels, with a line in the history of each', async () => {
  const [one, two] = [await list(), await list()];
  const person = await server.signedIn();
  for (const { editor, listid } of [one, two])
    await send(
      editor,
      listid,
      `Name,Email,Email 2\nPat,pat-${randomUUID()}@x.example,${person.email}\nOther,${randomUUID()}@x.example,\n`,
    );
  expect((await person.call(personalData)).body['labellists']).toMatchObject([{ name: 'Pat' }, { name: 'Pat' }]);
  expect(await command('delete-account', person.email, '--yes')).toMatchObject({ code: 0 });
  for (const { editor, listid } of [one, two]) {
    expect((await people(editor, listid)).items.map(({ name }) => name)).toEqual(['Other']);
    const { items } = (await editor.call(lists.listHistory, { params: { listid }, query: {} })).body;
    expect(items[0]).toMatchObject({ action: 'list.person-deleted', people: 1, by: null });
  }
  const { rows } = await server.pool.query('select from listed_addresses where address = $1', [person.email]);
  expect(rows).toEqual([]);
});

test('a person is changed and taken off; who is on no list is forgotten, and a list is renamed and deleted', async () => {
  const { editor, listid, labelid, labelId } = await list();
  await send(editor, listid, FILE);
  const [ana, ben] = (await people(editor, listid)).items;
  const params = { listid, personid: ana?.personid ?? '' };
  const body = { name: 'Ana P.', tags: ['Press'], note: '' };
  expect((await editor.call(lists.changePerson, { params, body })).body).toMatchObject(body);
  expect((await editor.call(lists.peopleList, { params })).body.tags).toEqual(['DJ', 'Press']);
  expect((await people(editor, listid, { tag: 'Press' })).items).toMatchObject([{ name: 'Ana P.' }]);
  expect((await people(editor, listid, { filter: 'club dj' })).items).toMatchObject([{ name: 'Ben Quay' }]);
  await editor.call(lists.removePerson, { params: { listid, personid: ben?.personid ?? '' } });
  expect(await editor.call(lists.removePerson, { params: { listid, personid: ben?.personid ?? '' } })).toMatchObject(
    refused('NOT_FOUND'),
  );
  const { body: other } = await editor.call(lists.makeList, { body: { labelid, name: 'Press' } });
  const rename = (name: string) => editor.call(lists.renameList, { params: { listid }, body: { name } });
  expect(await rename('press')).toMatchObject(refused('LIST_NAME_TAKEN'));
  expect(await editor.call(lists.makeList, { body: { labelid, name: 'PRESS' } })).toMatchObject(
    refused('LIST_NAME_TAKEN'),
  );
  expect((await rename('Selectors')).body.name).toBe('Selectors');
  const all = (await editor.call(lists.peopleLists, { query: { labelid } })).body;
  expect(all.items).toMatchObject([
    { name: 'Press', people: 0 },
    { name: 'Selectors', people: 1 },
  ]);
  await editor.call(lists.deleteList, { params: { listid } });
  await editor.call(lists.deleteList, { params: { listid: other.listid } });
  const { rows } = await server.pool.query('select from listed_people where label_id = $1', [labelId]);
  expect(rows).toEqual([]);
});

test('a label that is merged into another brings its lists, and whom both know is one person', async () => {
  const [from, into] = [await list(), await list()];
  await send(from.editor, from.listid, FILE);
  await send(into.editor, into.listid, 'Name,Email\nAna,ana@radio.example\n');
  expect(await command('labels', 'merge', from.name, into.name)).toMatchObject({ code: 0 });
  const { items } = (await into.editor.call(lists.peopleLists, { query: { labelid: into.labelid } })).body;
  expect(items).toMatchObject([
    { name: 'DJs', people: 1 },
    { name: `DJs (${from.name})`, people: 2 },
  ]);
  const { rows } = await server.pool.query('select from listed_people where label_id = $1', [into.labelId]);
  expect(rows).toHaveLength(2);
});

test('what is no table, too large or of another type is refused', async () => {
  const { editor, listid } = await list();
  expect(await send(editor, listid, 'Nothing to see here\nat all')).toMatchObject(refused('TABLE_UNREADABLE'));
  expect(await send(editor, listid, Buffer.from('PK\u0003\u0004broken'))).toMatchObject(refused('TABLE_UNREADABLE'));
  expect(await send(editor, listid, FILE, {}, 'application/json')).toMatchObject({ status: 400 });
  expect(await send(editor, listid, '{}', {}, 'application/json')).toMatchObject(refused('UNSUPPORTED_MEDIA_TYPE'));
  expect(await send(editor, listid, 'x'.repeat(9 * 1024 * 1024))).toMatchObject(refused('TOO_LARGE'));
  expect(await send(editor, listid, FILE, { columns: 'name,,nonsense' })).toMatchObject({ status: 400 });
});
