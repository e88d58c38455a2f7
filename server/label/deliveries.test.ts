import { readFile } from 'node:fs/promises';
import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { checkDelivery, discardDelivery, importDelivery } from '@promenade/contract/uploads';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js';
import { expect, test, vi } from 'vitest';
import { deleteOldDeliveries } from '../ingest/uploads/deleteOldDeliveries.ts';
import { importDelivery as runImport } from '../ingest/uploads/importDelivery.ts';
import { refused } from '../testing/client.ts';
import { fixture, openSharedDecodePool } from '../testing/deliveries.ts';
import { ernMessage } from '../testing/ernMessages.ts';
import { createLabel } from '../testing/labelDeliverer.ts';
import { startS3Server } from '../testing/s3Server.ts';
import { startTestServer } from '../testing/testServer.ts';

const json = (value: object) => Buffer.from(JSON.stringify(value));
const sidecar = (title: string, more: object = {}) => json({ title, artist: 'Kite', ...more });

async function zip(entries: [name: string, content: Buffer, options?: ZipWriterAddDataOptions][]): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, content, options] of entries) await writer.add(name, new Uint8ArrayReader(content), options);
  return Buffer.from(await writer.close());
}

const server = await startTestServer();
const decodePool = openSharedDecodePool();
const onS3 = await startTestServer({ runsJobs: true, env: (await startS3Server()).createEnv() });

test('a delivery becomes a draft with its document, which nobody else sees, and its parts are gone', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Harbour');
  const listener = await server.signedIn();
  const delivery = await label.deliver('Night Ferry', {
    'Night Ferry/CD1/01.wav': 'wav16.wav',
    'Night Ferry/CD1/02.flac': 'flac16.flac',
    'Night Ferry/cover.jpg': 'cover.jpg',
    'Night Ferry/release.json': sidecar('Night Ferry', {
      packages: ['Everyone'],
      recipients: ['Later@test.example', listener.email],
    }),
    'Night Ferry/notes.docx': Buffer.from('words'),
    'Night Ferry/rip.log': Buffer.from('words'),
    'Night Ferry/.DS_Store': Buffer.from('x'),
  });
  expect(delivery).toMatchObject({ state: 'imported', progress: 1, twin: null, discardedat: null });
  const reason = 'A playlist, cue sheet, log, link or checksum is not needed.';
  expect(delivery.problems).toEqual([{ path: 'Night Ferry/rip.log', reason, isnote: true }]);
  expect(delivery.files.map(({ state }) => state)).toEqual(delivery.files.map(() => 'complete'));
  const { release, document, audience } = await label.readRelease(delivery.releaseid);
  expect(release).toMatchObject({ title: 'Night Ferry', artist: 'Kite', label: 'Harbour', state: 'draft' });
  expect(Object.values(document.tracks)).toHaveLength(2);
  const attachments = server.db.selectFrom('attachments').innerJoin('releases', 'releases.id', 'release_id');
  const notes = await attachments.where('releaseid', '=', delivery.releaseid).select('filename').execute();
  expect(notes).toEqual([{ filename: 'notes.docx' }]);
  // Whose address has an account is not told.
  const addresses = ['later@test.example', listener.email].toSorted();
  expect(audience).toMatchObject({ packages: ['Everyone'], people: [], addresses });
  expect((await listener.call(releases, { query: {} })).body.items).toEqual([]);
  const params = { releaseid: delivery.releaseid ?? '' };
  expect(await listener.call(releaseRoute, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await Array.fromAsync(server.storage.list('uploads/'))).toEqual([]);
  const closed = { params: { deliveryid: delivery.deliveryid }, body: {} };
  expect(await label.editor.call(importDelivery, closed)).toMatchObject(refused('DELIVERY_CLOSED'));
  expect(await label.create(delivery.deliveryid, 'more.wav', 1)).toMatchObject({ code: 'DELIVERY_CLOSED' });
});

test('bad files are told apart, and the rest is imported', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Bad files');
  const delivery = await label.deliver('Album', {
    '1.wav': 'wav16.wav',
    '2.wav': 'cover.jpg',
    '3.flac': 'wav16.wav',
    '4.mp3': Buffer.alloc(0),
    '5 \u202egpj.wav': 'wav24.wav',
    '6.flac': 'truncated.flac',
    'release.json': sidecar('Album'),
  });
  expect(delivery.state).toBe('imported');
  expect(delivery.problems.map(({ path }) => path).sort()).toEqual(['', '2.wav', '4.mp3', '6.flac']);
  expect(Object.values((await label.readRelease(delivery.releaseid)).document.tracks)).toHaveLength(3);
});

test('a refused delivery says why in words for people in a browser, and is imported after it was mended', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Mending');
  await server.db.insertInto('packages').values({ name: 'Closed' }).execute();
  for (const [name, files, path, reason] of [
    ['nothing', { 'notes.txt': Buffer.from('x') }, '', 'No audio was found in it.'],
    [
      'package',
      { '1.ogg': 'vorbis.ogg', 'release.json': sidecar('P', { packages: ['Nowhere', 'Closed'] }) },
      '',
      'The label may not deliver to "Nowhere", "Closed".',
    ],
    [
      'excluded',
      { '1.ogg': 'vorbis.ogg', 'release.json': sidecar('P', { excluded: ['out@test.example'] }) },
      '',
      'release.json excludes addresses: leave "excluded" out, and exclude people in the console.',
    ],
    [
      'twice',
      { '1.ogg': 'vorbis.ogg', 'Release.json': sidecar('P') },
      'Release.json',
      'It looks like a release.json, but has another name. Nothing of the delivery was imported.',
    ],
    [
      'above',
      { 'a/1.ogg': 'vorbis.ogg', 'b/1.mp3': 'id3v1.mp3', 'release.json': sidecar('P') },
      'a',
      'It has no release.json, but there is release.json. Nothing of the delivery was imported.',
    ],
  ] as const) {
    const delivery = await label.deliver(name, files);
    expect(delivery).toMatchObject({ state: 'refused', releaseid: null });
    expect(delivery.problems).toContainEqual({ path, reason });
    expect(JSON.stringify(delivery.problems)).not.toMatch(/tmp|--/);
    if (name !== 'nothing') {
      const wrong = delivery.files.find((file) => /release.json$/i.test(file.path));
      await label.remove(`/api/label/uploads/${wrong?.uploadid}`);
    } else await label.upload(delivery.deliveryid, { '1.ogg': 'opus.ogg' });
    expect(await label.import(delivery.deliveryid, 'new')).toMatchObject({ state: 'imported' });
  }
  const incomplete = await label.start('incomplete', { '1.ogg': 'vorbis.ogg' });
  await label.create(incomplete, '2.ogg', 10);
  const call = { params: { deliveryid: incomplete }, body: {} };
  expect(await label.editor.call(importDelivery, call)).toMatchObject(refused('DELIVERY_INCOMPLETE'));
});

test('a check says what an import would do, and changes nothing', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Checked');
  const releases = () => server.db.selectFrom('releases').where('owner_label_id', '=', label.id).selectAll().execute();
  const check = async (deliveryid: string) => {
    expect((await label.editor.call(checkDelivery, { params: { deliveryid } })).body).toMatchObject({
      state: 'importing',
      ischeck: true,
    });
    await runImport({ ...server, decodePool }, { deliveryid, actor: label.editor.playerid }, true);
    return label.read(deliveryid);
  };
  const first = await label.start('first', {
    '1.ogg': 'vorbis.ogg',
    '2.mp3': 'text.mp3',
    'release.json': sidecar('Same'),
  });
  const checked = await check(first);
  expect(checked).toMatchObject({ state: 'uploading', ischeck: true, releaseid: null, twin: null });
  const said = { title: 'Same', tracks: 1, tracklist: [{ file: '1.ogg', isrc: null }] };
  expect(checked.check).toMatchObject([{ ...said, result: 'would create' }]);
  expect(checked.problems.map(({ path }) => path)).toEqual(['2.mp3']);
  expect(await releases()).toEqual([]);
  const { releaseid } = await label.import(first);
  const before = await releases();
  const again = await label.start(
    'first',
    { '1.ogg': 'vorbis.ogg', '3.ogg': 'opus.ogg', 'release.json': sidecar('Same') },
    releaseid ?? '',
  );
  expect((await check(again)).check).toMatchObject([{ releaseid, tracks: 2, result: 'would update' }]);
  await label.upload(again, { 'cover.jpg': 'cover.jpg' });
  expect(await label.read(again)).toMatchObject({ check: null });
  const twin = await label.start('twin', { '1.wav': 'wav16.wav', 'release.json': sidecar('Same') });
  expect(await check(twin)).toMatchObject({ state: 'uploading', twin: { releaseid }, problems: [] });
  const broken = await label.start('broken', { '1.flac': 'truncated.flac' });
  const refusal = await check(broken);
  expect(refusal).toMatchObject({ state: 'refused', check: null });
  expect(refusal.problems.map(({ path }) => path)).toEqual(['1.flac']);
  expect(await releases()).toEqual(before);
});

test('a twin is asked about, and replaced or kept', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Twins');
  const first = await label.deliver('first', { '1.ogg': 'vorbis.ogg', 'release.json': sidecar('Same') });
  const second = await label.deliver('second', { '1.ogg': 'opus.ogg', 'release.json': sidecar('Same') });
  expect(second).toMatchObject({ state: 'uploading', releaseid: null, problems: [] });
  expect(second.twin).toEqual({ releaseid: first.releaseid, title: 'Same' });
  const call = { params: { deliveryid: second.deliveryid }, body: {} };
  expect(await label.editor.call(importDelivery, call)).toMatchObject(refused('TWIN'));
  const replaced = await label.import(second.deliveryid, 'replace');
  expect(replaced).toMatchObject({ state: 'imported', releaseid: first.releaseid, twin: null });
  const third = await label.deliver('third', { '1.wav': 'wav16.wav', 'release.json': sidecar('Same') });
  const kept = await label.import(third.deliveryid, 'new');
  expect(kept.state).toBe('imported');
  expect(kept.releaseid).not.toBe(first.releaseid);
});

test('a release is delivered again by its id, and each folder of a delivery is a release', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Again');
  const both = await label.deliver('Box', {
    'a/1.ogg': 'vorbis.ogg',
    'a/release.json': sidecar('A'),
    'b/1.ogg': 'opus.ogg',
    'b/release.json': sidecar('B'),
  });
  expect(both.state).toBe('imported');
  const titles = await server.db
    .selectFrom('releases')
    .where('owner_label_id', '=', label.id)
    .orderBy('title')
    .select(['title', 'releaseid', 'state'])
    .execute();
  expect(titles).toEqual([
    { title: 'A', releaseid: both.releaseid, state: 'draft' },
    { title: 'B', releaseid: expect.any(String), state: 'draft' },
  ]);
  const releaseid = both.releaseid ?? '';
  const again = await label.deliver('x', { '1.flac': 'flac16.flac', 'release.json': sidecar('A, mended') }, releaseid);
  expect(again).toMatchObject({ state: 'imported', releaseid });
  expect((await label.readRelease(releaseid)).release.title).toBe('A, mended');
  const two = await label.deliver('y', { 'a/1.ogg': 'vorbis.ogg', 'b/1.ogg': 'opus.ogg' }, releaseid);
  expect(two).toMatchObject({ state: 'refused', releaseid });
});

test('a zip is unpacked, and what does not belong into one is refused with a sentence', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Zips');
  const song = await readFile(fixture('vorbis.ogg'));
  const inner = await zip([['1.ogg', song]]);
  const file = await zip([
    ['Zipped/', Buffer.alloc(0), { directory: true }],
    ['Zipped/01 Día.ogg', song],
    ['Zipped/release.json', sidecar('Zipped')],
    ['Zipped/../../../evil.ogg', song],
    ['Zipped/inner.zip', inner],
    ['Zipped/link.ogg', Buffer.from('/etc/passwd'), { unixMode: 0o120777, msDosCompatible: false }],
    ['Zipped', song],
    ['Zipped/release.json/1.ogg', song],
    ['Zipped/secret.ogg', song, { password: 'x', zipCrypto: true }],
    ['__MACOSX/Zipped/._01.ogg', Buffer.from('x')],
    ['Zipped/.DS_Store', Buffer.from('x')],
  ]);
  const delivery = await label.deliver('Zipped.zip', { 'Zipped.zip': file });
  expect(delivery.state).toBe('imported');
  expect(delivery.problems.map(({ path }) => path).sort()).toEqual([
    'Zipped.zip/Zipped',
    'Zipped.zip/Zipped/../../../evil.ogg',
    'Zipped.zip/Zipped/inner.zip',
    'Zipped.zip/Zipped/link.ogg',
    'Zipped.zip/Zipped/release.json/1.ogg',
    'Zipped.zip/Zipped/secret.ogg',
  ]);
  const { release, document } = await label.readRelease(delivery.releaseid);
  expect([release.title, Object.values(document.tracks).length]).toEqual(['Zipped', 1]);
  const damaged = Buffer.from(await zip([['1.ogg', song, { level: 0 }]]));
  // Both entries of the list lead to the bytes of the first one.
  const overlapping = Buffer.from(await zip([1, 2].map((name) => [`${name}.ogg`, song, { level: 0 }])));
  overlapping.writeUInt32LE(0, overlapping.lastIndexOf('PK\x01\x02') + 42);
  damaged[200] = (damaged[200] ?? 0) ^ 0xff;
  const many = Array.from({ length: 2_001 }, (_, index): [string, Buffer] => [`${index}.txt`, Buffer.from('x')]);
  for (const [name, content, path] of [
    ['bomb', await zip([['1.wav', Buffer.alloc(64 * 1024 ** 2)]]), 'bomb.zip'],
    ['many', await zip(many), 'many.zip'],
    ['none', Buffer.from('PK no zip'), 'none.zip'],
    ['overlapping', overlapping, 'overlapping.zip'],
    ['damaged', damaged, 'damaged.zip/1.ogg'],
  ] as const) {
    const refusedZip = await label.deliver(name, { [`${name}.zip`]: content });
    expect(refusedZip.state).toBe('refused');
    expect(refusedZip.problems[0], name).toMatchObject({ path });
    await label.remove(`/api/label/uploads/${refusedZip.files[0]?.uploadid}`);
    await label.editor.call(discardDelivery, { params: { deliveryid: refusedZip.deliveryid } });
  }
});

test('a zip with a message of DDEX ERN and its files becomes a draft', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Quay');
  const message = ernMessage('43', { files: ['one.ogg', 'two.mp3'], cover: 'art.jpg' });
  const file = await zip([
    ['602445790128/message.xml', Buffer.from(message)],
    ['602445790128/resources/one.ogg', await readFile(fixture('vorbis.ogg'))],
    ['602445790128/resources/two.mp3', await readFile(fixture('cbr320.mp3'))],
    ['602445790128/resources/art.jpg', await readFile(fixture('cover.jpg'))],
    ['BatchComplete.xml', Buffer.from('<ManifestMessage/>')],
  ]);
  const delivery = await label.deliver('Batch.zip', { 'Batch.zip': file });
  expect(delivery).toMatchObject({ state: 'imported' });
  const { release, document } = await label.readRelease(delivery.releaseid);
  expect([release.title, document.upc]).toEqual(['Harbour Lights', '0602445790128']);
  const { releaseid } = delivery;
  const row = await server.db
    .selectFrom('releases')
    .select('cover_drawn')
    .where('releaseid', '=', releaseid)
    .executeTakeFirst();
  expect(row).toEqual({ cover_drawn: false });
  expect(new Set(Object.values(document.tracks).map(({ title }) => title))).toEqual(
    new Set(['Low Tide', 'Slack Water']),
  );
});

test('an import that was killed is repeated without a second release, and one that died is given up', async () => {
  const idle = await startTestServer();
  const label = await createLabel({ ...idle, decodePool }, 'Killed');
  const deliveryid = await label.start('Killed', { '1.ogg': 'vorbis.ogg', 'release.json': sidecar('Killed') });
  await label.editor.call(importDelivery, { params: { deliveryid }, body: {} });
  const job = { deliveryid, actor: label.editor.playerid };
  // The release is written, the delivery is not.
  await idle.pool.query(`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
  await idle.pool.query(
    `create trigger killed before update on deliveries for each row when (new.state = 'imported') execute function fail()`,
  );
  await expect(runImport({ ...idle, decodePool }, job)).rejects.toThrow('killed');
  await idle.pool.query('drop trigger killed on deliveries');
  expect(await label.read(deliveryid)).toMatchObject({ state: 'importing', releaseid: null });
  await runImport({ ...idle, decodePool }, job);
  const { releaseid } = await label.read(deliveryid);
  expect(releaseid).not.toBeNull();
  expect(await idle.db.selectFrom('releases').select('releaseid').execute()).toEqual([{ releaseid }]);
  const { actor } = await idle.db
    .selectFrom('audit')
    .where('action', '=', 'import.create')
    .select('actor')
    .executeTakeFirstOrThrow();
  expect(actor).toBe(label.editor.playerid);
  await idle.db.updateTable('deliveries').set({ state: 'importing' }).execute();
  await deleteOldDeliveries({ ...idle, now: () => new Date(Date.now() + 7 * 3600_000) });
  expect(await label.read(deliveryid)).toMatchObject({ state: 'refused' });
});

test('a label that gets another name during an import has the release', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Before');
  const deliveryid = await label.start('Renamed', { '1.ogg': 'vorbis.ogg', 'release.json': sidecar('Renamed') });
  await label.editor.call(importDelivery, { params: { deliveryid }, body: {} });
  const inspect = async (path: string) => {
    await server.db.updateTable('labels').set({ name: 'After' }).where('id', '=', label.id).execute();
    return decodePool.inspect(path);
  };
  const pool = { ...decodePool, inspect };
  await runImport({ ...server, decodePool: pool }, { deliveryid, actor: label.editor.playerid });
  const { releaseid } = await label.read(deliveryid);
  expect((await label.readRelease(releaseid)).release.label).toBe('After');
});

test('uploads and imports use a bucket alike', async () => {
  const label = await createLabel({ ...onS3, decodePool }, 'Bucket', { runsJobs: true });
  const long = Buffer.concat([await readFile(fixture('wav16.wav')), Buffer.alloc(5 * 1024 ** 2)]);
  const deliveryid = await label.start('Bucket', { '1.wav': 'wav16.wav', 'attachments/notes.pdf': long });
  expect(await Array.fromAsync(onS3.storage.list('uploads/'))).toHaveLength(3);
  expect(await label.import(deliveryid)).toMatchObject({ state: 'imported', problems: [] });
  await vi.waitUntil(async () => (await Array.fromAsync(onS3.storage.list('uploads/'))).length === 0);
  const attachment = await onS3.db.selectFrom('attachments').select(['file', 'bytes']).executeTakeFirstOrThrow();
  expect(attachment.bytes).toBe(long.length);
  const stored = Buffer.concat(await (await onS3.storage.read(attachment.file)).toArray());
  expect(stored.equals(long)).toBe(true);
});
