import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLabelImporter } from '../../testing/deliveries.ts';
import { createRelease } from '../../testing/releases.ts';

const { context, db, storage, findRelease, tracksOf, deliver, deliverSong, run, imported, refusal, warnings } =
  await createLabelImporter();
let count = 0;
const labelsNamed = async (pattern: RegExp) =>
  (await db.selectFrom('labels').selectAll().orderBy('id').execute()).filter(({ name }) => pattern.test(name));
const labelsOf = (release: { fragment: string }) =>
  JSON.parse(`{${release.fragment}}`).labels.map(({ name }: { name: string }) => name);

test('the same UPC under another label makes a separate release, and only operators are warned', async () => {
  const a = await imported({ upc: '036000291452', title: 'Alpha', label: { name: 'Label A' } });
  warnings.label.length = 0;
  warnings.operator.length = 0;
  const b = await imported({ upc: '36000291452', title: 'Beta', label: { name: 'Label B' } }, {}, 'opus.ogg');
  expect(b.releaseid).not.toBe(a.releaseid);
  expect(await findRelease(a.releaseid)).toEqual(a);
  expect(warnings.label).toEqual([]);
  expect(warnings.operator).toEqual([expect.stringMatching(/Label A.*same UPC/)]);
  const again = await imported({ upc: '0036000291452', title: 'Alpha 2', label: { name: 'Label A' } });
  expect(again).toMatchObject({ id: a.id, title: 'Alpha 2', owner_label_id: a.owner_label_id });
  expect(await findRelease(b.releaseid)).toEqual(b);
});

test('a UPC of zeros is refused in a sidecar, because two releases would be one', async () => {
  expect(await refusal({ upc: '0000000000000', title: 'Zeros' })).toMatch(/upc/);
});

test('the same id and the same audio under another label are separate releases', async () => {
  const a = await imported({ id: '1', title: 'Id A', label: { name: 'Id Label A' } });
  const b = await imported({ id: '1', title: 'Id B', label: { name: 'Id Label B' } });
  const c = await imported({ title: 'Audio A', label: { name: 'Id Label A' } });
  const d = await imported({ title: 'Audio B', label: { name: 'Id Label B' } });
  expect(new Set([a, b, c, d].map(({ id }) => id)).size).toBe(4);
  expect((await tracksOf(a.releaseid)).map(({ title }) => title)).toEqual(['Ogg Title']);
});

test('a delivery of one label never changes the contact address or the logo of another', async () => {
  const root = await deliver(
    `song-${count++}`,
    { '1.ogg': 'vorbis.ogg', 'logo.jpg': 'cover.jpg' },
    { id: 'a', title: 'Owner', label: { name: 'Victim', contact: 'press@victim.test', logo: 'logo.jpg' } },
  );
  expect((await run(root)).failed).toEqual([]);
  const before = await labelsNamed(/Victim/);
  const evil = await deliver(
    `song-${count++}`,
    { '1.ogg': 'vorbis.ogg', 'evil.png': 'cover.jpg' },
    { id: 'a', title: 'Evil', label: { name: 'victim ', contact: 'evil@evil.test', logo: 'evil.png' } },
  );
  const { releases, failed } = await run(evil, { label: 'Evil' });
  expect(failed).toEqual([]);
  expect(labelsOf(await findRelease(releases[0]?.releaseid))).toEqual(['Evil']);
  expect(await labelsNamed(/Victim/i)).toEqual(before);
});

test('only the first label of a release, its owner, is changed by it', async () => {
  const draft = { contact: 'owner@first.test', logo_hash: 'f'.repeat(64) };
  const first = { name: 'First Owner', ...draft };
  const server = { ...context, storage } as unknown as Parameters<typeof createRelease>[0];
  await createRelease(server, { title: 'One', facts: { labels: [first] } });
  const before = await labelsNamed(/First Owner/);
  const evil = { contact: 'evil@evil.test', logo_hash: 'e'.repeat(64) };
  await createRelease(server, {
    title: 'Two',
    facts: {
      labels: [
        { name: 'Second Owner', ...evil },
        { name: ' first\u200b OWNER', ...evil },
        { name: 'Third', ...evil },
      ],
    },
  });
  expect(await labelsNamed(/First Owner/i)).toEqual(before);
  expect(await labelsNamed(/Second Owner/)).toMatchObject([{ contact: 'evil@evil.test' }]);
  expect(await labelsNamed(/Third/)).toMatchObject([{ contact: null, logo_hash: null }]);
});

test('other spellings of a label are that label', async () => {
  const spellings = [
    'Harbour Röck',
    'harbour röck ',
    ' HARBOUR  RÖCK',
    'Harbour Ro\u0308ck',
    'Harbour\u00a0Röck',
    'Harbour\u200b Röck',
    'Ｈarbour Röck',
  ];
  for (const [index, name] of spellings.entries())
    await imported({ id: `s${index}`, title: `S${index}`, label: { name, contact: `${index}@harbour.test` } });
  expect(await labelsNamed(/r.?arbour|harbour/i)).toMatchObject([{ name: 'Harbour Röck', contact: '6@harbour.test' }]);
});

test('the same id with and without --label is one release', async () => {
  const sidecar = { id: 'HR-1', title: 'Labelled' };
  const root = await deliverSong(sidecar);
  const first = (await run(root)).releases[0];
  const adopted = await run(root, { label: 'Late Label' });
  expect(adopted.releases).toMatchObject([{ releaseid: first?.releaseid, result: 'updated' }]);
  const release = await findRelease(first?.releaseid);
  expect(labelsOf(release)).toEqual(['Late Label']);
  expect((await run(root)).releases).toMatchObject([{ releaseid: first?.releaseid, result: 'unchanged' }]);
  expect((await run(root, { label: 'late  label' })).releases).toMatchObject([{ releaseid: first?.releaseid }]);
  expect(await findRelease(first?.releaseid)).toMatchObject({ owner_label_id: release.owner_label_id });
});

test('a delivery without a label and with other audio can neither replace nor join the release of a label', async () => {
  const owned = await imported({ id: 'guess', title: 'Guessed', label: { name: 'Guessed Label' } });
  expect(await refusal({ id: 'guess', title: 'Attack' }, {}, 'opus.ogg')).toMatch(/names no label.*--label/);
  expect(await findRelease(owned.releaseid)).toEqual(owned);
});

test('a label can take over a release without a label only with its audio', async () => {
  const loose = await imported({ id: 'loose', title: 'Loose' });
  const other = await imported({ id: 'loose', title: 'Loose too', label: { name: 'Taker' } }, {}, 'opus.ogg');
  expect(other.id).not.toBe(loose.id);
  expect(await findRelease(loose.releaseid)).toEqual(loose);
});

test('each created and updated release is in the audit trail, in its transaction', async () => {
  const label = { name: 'Audited' };
  const release = await imported({ id: 'au', title: 'First', label, packages: ['Everyone'] });
  await imported({ id: 'au', title: 'Second', label, packages: [] }, { actor: 'somebody' });
  await imported({ id: 'au', title: 'Second', label, packages: [] }, { actor: 'somebody' });
  const lines = await db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', release.releaseid)
    .orderBy('id')
    .execute();
  const first = { label: 'Audited', identity: 'id:au', title: 'First', packages: ['Everyone'] };
  expect(lines.slice(0, 2)).toMatchObject([
    { action: 'import.create', actor: 'command', before: null, after: first },
    { action: 'import.update', actor: 'somebody', before: first, after: { title: 'Second', packages: [] } },
  ]);
  await sql`alter table audit add constraint no_more check (action <> 'import.create') not valid`.execute(db);
  const countReleases = async () => (await db.selectFrom('releases').select('id').execute()).length;
  const before = await countReleases();
  expect(await refusal({ id: 'unaudited', title: 'Unaudited', label })).toMatch(/unexpected error.*no_more/);
  expect(await countReleases()).toBe(before);
});
