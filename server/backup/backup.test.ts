import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flagTrack, reportPlay } from '@promenade/contract/library';
import { audioStream } from '@promenade/contract/media';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { afterAll, expect, test } from 'vitest';
import type { AppContext } from '../platform/context.ts';
import { migrate } from '../platform/database/migrate.ts';
import { requireNoUnfinishedRestore } from '../platform/database/unfinishedRestore.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { markWord } from '../platform/marks/markWord.ts';
import { requireSameInstallation } from '../platform/process/installation.ts';
import { createSecrets } from '../platform/process/secrets.ts';
import { createDiskStorage, type Storage } from '../platform/storage/storage.ts';
import { createClient } from '../testing/client.ts';
import { createTestDatabase } from '../testing/database.ts';
import { COVER, createDeliverer, writeDelivery } from '../testing/deliveries.ts';
import { createSong, fetchFile } from '../testing/downloads.ts';
import { markRelease } from '../testing/soundMarks.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { buildTestApp, startTestServer } from '../testing/testServer.ts';
import { contentKey, type Manifest, readFileList, readManifest, tableFile } from './backupFolder.ts';
import { createBackup } from './createBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import * as queries from './tableQueries.ts';

const server = await startTestServer({ runsJobs: true });
const { db, pool, storage, secrets, now, config } = server;
await requireSameInstallation(db, secrets, storage);
const deliverer = createDeliverer(server);
const home = await temporaryFolder('promenade-backup-');
afterAll(() => rm(home, { recursive: true, force: true }));

const player = await server.signedIn();
const folderOf = (name: string) => join(home, name);
const [trackid = ''] = await deliverer.deliver({
  '1.wav': 'wav16.wav',
  '2.mp3': 'cbr320.mp3',
  'attachments/Ünïcode "sheet".txt': { text: 'lyrics' },
  'cover.jpg': 'cover.jpg',
});

const silent = { print: () => {} };
const backUp = (name: string, { check = false, media = storage }: { check?: boolean; media?: Storage } = {}) =>
  createBackup({ db, pool, now, storage: media }, folderOf(name), { ...silent, check });

/** An empty database and data folder. */
async function createTarget(name: string) {
  const { connection: _connection, close: _close, ...database } = await createTestDatabase({ isBlank: true });
  const mediaFolder = join(folderOf(name), 'media');
  return { ...database, storage: createDiskStorage(mediaFolder), mediaFolder, secrets, now };
}
type Target = Awaited<ReturnType<typeof createTarget>>;

const restore = (target: Target, name: string, newSecret = false) =>
  restoreBackup(target, folderOf(name), { ...silent, newSecret });

/** The lines that COPY writes for a table, sorted. */
async function readRows(target: Pick<Target, 'pool'>, table: queries.Table): Promise<string[]> {
  const client = await target.pool.connect();
  const path = join(home, `${crypto.randomUUID()}.copy`);
  try {
    await queries.copyToFile(client, table, path);
  } finally {
    client.release(true);
  }
  return (await readFile(path, 'utf8')).split('\n').sort();
}

function tableOf({ tables }: Manifest, name: string) {
  const table = tables.find((item) => item.name === name);
  if (!table) throw new Error(`No table ${name}.`);
  return table;
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Writes as people and an import do, until it is stopped. */
function startWriters() {
  let isStopped = false;
  let writes = 0;
  const repeat = async (write: () => Promise<unknown>) => {
    for (; !isStopped; writes += 1) await write();
  };
  const done = Promise.all([
    repeat(async () => {
      const { playlistid } = (await player.call(createPlaylist, { body: { name: 'Show' } })).body;
      await player.call(addToPlaylist, { params: { playlistid }, body: { tracks: [trackid] } });
    }),
    repeat(() => player.call(reportPlay, { body: { trackid, seconds: 30 } })),
    repeat(() => deliverer.deliver({ '1.flac': 'flac16.flac', ...COVER })),
  ]);
  return {
    count: () => writes,
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

test('a backup made while others write is restored with every row and every file, and the copy plays', async () => {
  const writers = startWriters();
  await expect.poll(writers.count).toBeGreaterThan(20);
  const manifest = await backUp('busy');
  const during = writers.count();
  await expect.poll(writers.count).toBeGreaterThan(during);
  await writers.stop();

  const target = await createTarget('busy copy');
  await restore(target, 'busy');
  expect(manifest.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['accounts', 'playlists', 'media_ledger', 'audit', 'job', 'schedule', 'schema_migrations']),
  );
  const changes: Record<string, string[]> = {};
  for (const table of manifest.tables) {
    const path = join(folderOf('busy'), manifest.folder, tableFile(table));
    const expected = (await readFile(path, 'utf8')).split('\n').sort();
    const found = await readRows(target, table);
    const different = [...new Set(found).symmetricDifference(new Set(expected))];
    if (different.length > 0) changes[table.name] = different;
  }
  // The restore adds a line to the trail, and the media store of a copy has another id.
  expect(Object.keys(changes).sort()).toEqual(['audit', 'installation']);
  expect(changes['audit']).toEqual([expect.stringContaining('installation.restore')]);
  // The copy has the audit trail with the row about this backup.
  expect((await readRows(target, tableOf(manifest, 'audit'))).join('\n')).toContain(
    `installation.backup\t${folderOf('busy')}`,
  );
  expect(changes['installation']).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('media-store')));
  for await (const { key, sha256 } of readFileList(folderOf('busy'), manifest))
    expect(await hashOf(join(target.mediaFolder, key)), key).toBe(sha256);
  expect(manifest.files.count).toBeGreaterThan(10);

  const jobs = openJobs(target, server.log, false);
  const context: AppContext = { ...server, ...target, config, jobs };
  await requireNoUnfinishedRestore(target.pool);
  await requireSameInstallation(target.db, secrets, target.storage);
  const app = await buildTestApp(context);
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const call = createClient(url, player.token);
    const answer = await fetch(`${url}/api${audioStream.path.replace(':id', trackid)}`, {
      headers: { authorization: `Bearer ${player.token}` },
    });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    // New rows get new ids.
    expect((await call(createPlaylist, { body: { name: 'After the restore' } })).status).toBeLessThan(300);
    await deliverer.importDelivery(await writeDelivery(folderOf('later'), { '1.ogg': 'vorbis.ogg' }));
  } finally {
    await app.close();
    await jobs.close();
  }
});

/** A storage that fails after so many reads or writes, as if the process had been killed. */
function breakAfter(broken: Storage, operations: number): Storage {
  let left = operations;
  const count = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  return {
    ...broken,
    withPartialFolder: (name) => breakAfter(broken.withPartialFolder(name), operations),
    read: async (...args) => {
      count();
      return broken.read(...args);
    },
    put: async (...args) => {
      count();
      return broken.put(...args);
    },
  };
}

test('an interrupted backup is none; the next run completes it and copies only what is missing', async () => {
  await expect(backUp('interrupted', { media: breakAfter(storage, 3) })).rejects.toThrow('killed');
  await expect(readManifest(folderOf('interrupted'))).rejects.toThrow('no complete backup');
  // A process that was killed leaves the journal of its lock.
  await writeFile(join(folderOf('interrupted'), 'backup.lock-journal'), Buffer.alloc(512));
  const copied = new Set<string>();
  const counting: Storage = {
    ...storage,
    read: (key, range) => {
      copied.add(key);
      return storage.read(key, range);
    },
  };
  const manifest = await backUp('interrupted', { media: counting });
  expect(copied.size).toBeGreaterThan(0);
  const contents = new Set<string>();
  for await (const { sha256 } of readFileList(folderOf('interrupted'), manifest)) contents.add(sha256);
  expect(copied.size).toBe(contents.size - 3);
  const target = await createTarget('interrupted copy');
  await restore(target, 'interrupted');
  expect(await readRows(target, tableOf(manifest, 'tracks'))).toEqual(
    await readRows(server, tableOf(manifest, 'tracks')),
  );
});

test('a later backup copies new files only, and an interrupted one leaves the earlier one complete', async () => {
  const first = await backUp('incremental');
  await deliverer.deliver({ '1.wav': 'wav24.wav', ...COVER });
  await expect(backUp('incremental', { media: breakAfter(storage, 1) })).rejects.toThrow('killed');
  expect(await readManifest(folderOf('incremental'))).toEqual(first);
  await restore(await createTarget('incremental copy'), 'incremental');
  const second = await backUp('incremental');
  expect(second.files.count).toBeGreaterThan(first.files.count);
  expect((await readdir(folderOf('incremental'))).filter((name) => name.startsWith('tables-'))).toEqual([
    second.folder,
  ]);
});

test('nobody else can read a backup, and the secret is not in it', async () => {
  const manifest = await backUp('private');
  for (const entry of await readdir(folderOf('private'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    expect((await stat(path)).mode & 0o077, path).toBe(0);
  }
  expect((await stat(folderOf('private'))).mode & 0o077).toBe(0);
  expect(JSON.stringify(manifest)).not.toContain(Buffer.from(secrets.getKey('token')).toString('hex'));
});

test('a copied file that has changed is found by --check and by the restore', async () => {
  const manifest = await backUp('changed');
  const [first] = await Array.fromAsync(readFileList(folderOf('changed'), manifest));
  if (!first) throw new Error('No file.');
  const copy = join(folderOf('changed'), 'media', contentKey(first.sha256));
  await writeFile(copy, Buffer.alloc(first.bytes));
  await backUp('changed');
  await expect(restore(await createTarget('changed copy'), 'changed')).rejects.toThrow('The backup is damaged');
  await backUp('changed', { check: true });
  expect(await hashOf(copy)).toBe(first.sha256);
  await truncate(copy, 1);
  await backUp('changed');
  expect(await hashOf(copy)).toBe(first.sha256);
});

test('a file that is wrong in the installation is named and is not in the backup', async () => {
  const [file] = await Array.fromAsync(readFileList(folderOf('changed'), await readManifest(folderOf('changed'))));
  const path = server.pathOf(file?.key ?? '');
  const content = await readFile(path);
  await truncate(path, content.length - 1);
  expect((await backUp('damaged')).damaged).toEqual([file?.key]);
  await writeFile(path, content);
  expect((await backUp('damaged')).damaged).toEqual([]);
});

let complete: Promise<Manifest> | undefined;
/** A copy of one backup. Returns its folder of tables. */
async function copyBackup(name: string): Promise<string> {
  complete ??= backUp('complete');
  const { folder } = await complete;
  await cp(folderOf('complete'), folderOf(name), { recursive: true });
  return join(folderOf(name), folder);
}

test('a table file with a lost row is refused', async () => {
  const path = join(await copyBackup('rows'), 'public.plays.copy');
  await writeFile(path, (await readFile(path, 'utf8')).split('\n').slice(1).join('\n'));
  await expect(restore(await createTarget('rows copy'), 'rows')).rejects.toThrow('The backup is damaged: plays');
});

test.each([
  ['a table file that is missing', (folder: string) => rm(join(folder, 'public.tracks.copy'))],
  ['a table file with other content', (folder: string) => writeFile(join(folder, 'public.accounts.copy'), 'x\ty\n')],
  ['a list of files that is missing', (folder: string) => rm(join(folder, 'files.jsonl'))],
  ['a list of files that is cut off', (folder: string) => truncate(join(folder, 'files.jsonl'), 60)],
])('%s is refused as damage', async (name, damage) => {
  await damage(await copyBackup(name));
  await expect(restore(await createTarget(`${name} copy`), name)).rejects.toThrow('The backup is damaged: ');
});

test('an interrupted restore cannot be started; the same command completes it', async () => {
  await copyBackup('half');
  const target = await createTarget('half copy');
  const broken = { ...target, storage: breakAfter(target.storage, 2) };
  await expect(restore(broken, 'half')).rejects.toThrow('killed');
  await expect(requireNoUnfinishedRestore(target.pool)).rejects.toThrow('did not finish');
  await restore(target, 'half');
  await requireNoUnfinishedRestore(target.pool);
  expect(existsSync(join(target.mediaFolder, '.restoring'))).toBe(false);
  await expect(restore(target, 'half')).rejects.toThrow('The database is not empty');
});

test('what is not empty, and a secret that is not that of the backup, is refused', async () => {
  await copyBackup('refused');
  const used = await createTarget('used');
  await migrate(used.pool);
  await expect(restore(used, 'refused')).rejects.toThrow('The database is not empty');
  const foreign = await createTarget('foreign');
  await foreign.storage.put('audio/foreign.mp3', Buffer.from('sound'));
  await expect(restore(foreign, 'refused')).rejects.toThrow('files of another installation');
  const other = { ...(await createTarget('other')), secrets: createSecrets('x'.repeat(40)) };
  await expect(restore(other, 'refused')).rejects.toThrow('The secret is not that of the backup');
  await mkdir(folderOf('documents'));
  await writeFile(join(folderOf('documents'), 'letter.txt'), '');
  await expect(backUp('documents')).rejects.toThrow('has other files');
  await expect(backUp('documents/letter.txt')).rejects.toThrow('is a file');
});

test('--new-secret ends sessions, links and invitations, and keeps accounts', async () => {
  await copyBackup('secret');
  const target = { ...(await createTarget('secret copy')), secrets: createSecrets('y'.repeat(40)) };
  await restore(target, 'secret', true);
  const count = async (what: string) => (await target.pool.query(`select from ${what}`)).rowCount;
  expect(await count('sessions where ended_at is null')).toBe(0);
  expect(await count('refresh_tokens')).toBe(0);
  expect(await count('one_time_links')).toBe(0);
  expect(await count('accounts')).toBeGreaterThan(0);
  await requireSameInstallation(target.db, target.secrets, target.storage);
});

test('a copy of marked sound is the same after a restore with another secret, so that what leaked can be traced', async () => {
  const release = await server.release({ songs: [(await createSong(server)).track] });
  const marked = await markRelease(server, release);
  const [id = ''] = release.trackids;
  const file = await fetchFile(`${server.url}/api/audio/download/${id}?format=wav`, player.token);
  const sound = await marked.copyOf(player.accountid, 'wav');
  expect(file.bytes.includes(sound)).toBe(true);
  await backUp('marked');
  const target = { ...(await createTarget('marked copy')), secrets: createSecrets('z'.repeat(40)) };
  await restore(target, 'marked', true);
  const { rows } = await target.pool.query<{ key: Buffer; segments: number; code: Buffer }>(
    `select m.key, m.segments, c.code from sound_pairs p join sound_marks m on m.id = p.mark_id, sound_codes c
     where p.file = $1 and c.playerid = $2`,
    [marked.files.wav, player.playerid],
  );
  const words = rows.map(({ key, segments, code }) => markWord(key, code, segments));
  expect(words.map((word) => marked.variants.wav.spell(word).equals(sound))).toEqual([true]);
  const pair = await readFile(join(target.mediaFolder, marked.files.wav));
  expect(pair.equals(marked.variants.wav.pair)).toBe(true);
});

test('flags made in the snapshot survive a second restore of the same backup', async () => {
  const release = await server.release();
  const [id = ''] = release.trackids;
  await player.call(flagTrack, { params: { releaseid: release.releaseid, trackid: id } });
  const manifest = await backUp('flags');
  const [one, two] = [await createTarget('flags one'), await createTarget('flags two')];
  await restore(one, 'flags');
  await restore(two, 'flags');
  const marks = tableOf(manifest, 'track_marks');
  expect(await readRows(one, marks)).toEqual(await readRows(two, marks));
  expect(marks.rows).toBeGreaterThan(0);
});
