import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { MPEGDecoder } from 'mpg123-decoder';
import { expect, test } from 'vitest';
import { referencedFiles } from '../../catalogue/document/storedFileQueries.ts';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { parseMp3FrameHeader, readStatedSeconds } from '../decoders/mp3Frames.ts';
import { importFolders } from '../run/importFolders.ts';
import { openWorkspace, removeAbandonedWorkspaces } from '../workspace/workspace.ts';
import { addInfoFrames } from './addInfoFrames.ts';
import { deleteOldTracks } from './deleteOldTracks.ts';
import { deleteUnreferencedFiles } from './deleteUnreferencedFiles.ts';

const { context, db, storage, dataDir, run, deliver, tracksOf, now } = await createImporter();
const media = join(dataDir, 'media');
const stored = async () => (await readdir(media, { recursive: true })).filter((key) => !key.startsWith('.')).sort();
const folderOf = (key: string) => key.split('/')[0];
const daysLater = (days: number) => ({ ...context, now: () => new Date(now.getTime() + days * 24 * 3600_000) });
const sidecarOf = (id: string) => ({ id, label: { name: `Label of ${id}` }, artist: `Artist of ${id}` });

async function listMissingFiles(): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`select file from ${referencedFiles} where file is not null`.execute(db);
  return rows.map(({ file }) => file).filter((key) => !existsSync(join(media, key)));
}

/** As if the release had been replaced eight days ago. */
async function deleteCatalogue(): Promise<void> {
  await sql`truncate releases, labels, artists cascade`.execute(db);
  await sql`update stored_files set noted_at = ${daysLater(-8).now()}`.execute(db);
}

test('replaced files stay for thirty days, in which a delivery can be set back, and longer when another release uses them', async () => {
  const sidecar = { id: 'replaced', title: 'One', label: { name: 'Replacing' } };
  const root = await deliver('replaced', { '1.wav': 'wav16.wav', 'attachments/a.txt': { text: 'first' } }, sidecar);
  await run([root]);
  const shared = await deliver(
    'shared',
    { '1.wav': 'wav16.wav' },
    { id: 'shared', title: 'One', label: { name: 'Replacing' } },
  );
  await run([shared]);
  const before = await stored();
  await deliver('replaced', {
    '1.wav': 'wav24.wav',
    'cover.jpg': 'cover.jpg',
    'attachments/a.txt': { text: 'second' },
  });
  await run([root]);
  await deleteUnreferencedFiles(daysLater(6));
  expect(await stored()).toEqual(expect.arrayContaining(before));
  await deleteUnreferencedFiles(daysLater(8));
  const between = await stored();
  expect(between).toEqual(expect.arrayContaining(before));
  await deleteOldTracks(daysLater(31));
  await deleteUnreferencedFiles(daysLater(39));
  const after = await stored();
  // The other release has the same title and therefore the same drawn cover.
  expect([...new Set(between.filter((key) => !after.includes(key)).map(folderOf))]).toEqual(['files']);
  await deliver(
    'shared',
    { '1.wav': 'wav24.wav', 'cover.jpg': 'cover.jpg', 'logo.jpg': 'cover.jpg' },
    { id: 'shared', title: 'One', label: { name: 'Replacing', logo: 'logo.jpg' } },
  );
  await run([shared]);
  await deleteOldTracks(daysLater(31));
  await deleteUnreferencedFiles(daysLater(39));
  const last = await stored();
  const gone = after.filter((key) => !last.includes(key)).map(folderOf);
  expect([...new Set(gone)]).toEqual(['audio', 'covers', 'logos', 'waveforms']);
  expect(await listMissingFiles()).toEqual([]);
});

/** The importer with a storage that calls `onPut` before each write. */
function withPutHook(onPut: (key: string) => Promise<void>): typeof context {
  const hooked: typeof storage = {
    ...storage,
    withPartialFolder: () => hooked,
    put: async (key, source, sha256) => {
      await onPut(key);
      return storage.put(key, source, sha256);
    },
  };
  return { ...context, storage: hooked };
}

test('the files of an import that failed are deleted after seven days', async () => {
  const before = await stored();
  const broken = withPutHook(async (key) => {
    if (key.startsWith('covers/')) throw new Error('The disk is full');
  });
  const root = await deliver('broken', { '1.ogg': 'vorbis.ogg' }, sidecarOf('broken'));
  expect((await importFolders(broken, [root], { embedded: true })).failed).toHaveLength(1);
  const left = await stored();
  expect(left.length).toBeGreaterThan(before.length);
  await deleteUnreferencedFiles(daysLater(6));
  expect(await stored()).toEqual(left);
  await deleteUnreferencedFiles(daysLater(8));
  expect(await stored()).toEqual(before);
});

test('a running import keeps its temporary files, those of a killed one are deleted', async () => {
  const workspace = await openWorkspace(context);
  await writeFile(join(workspace.tempDir, 'sound.wav'), 'sound');
  const unfinished = join(media, '.partial', workspace.tempDir.split('/').at(-1) ?? '', 'unfinished');
  const killed = [join(dataDir, 'tmp', 'killed', 'sound.wav'), join(media, '.partial', 'killed', 'unfinished')];
  const elsewhere = join(media, '.partial', 'process of another node', 'unfinished');
  for (const path of [unfinished, ...killed, elsewhere]) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'x');
  }
  await removeAbandonedWorkspaces(context);
  await deleteUnreferencedFiles(context);
  const living = [join(workspace.tempDir, 'sound.wav'), unfinished, elsewhere];
  expect([...living, ...killed].map(existsSync)).toEqual([true, true, true, false, false]);
  await workspace.close();
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
});

test('an unfinished write of a node that is gone is deleted after seven days', async () => {
  const folder = join(media, '.partial', 'gone');
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['old', -8],
    ['young', -6],
  ] as const) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), daysLater(days).now(), daysLater(days).now());
  }
  await utimes(folder, daysLater(-8).now(), daysLater(-8).now());
  await deleteUnreferencedFiles(context);
  expect(await readdir(folder)).toEqual(['young']);
});

test('an import that reuses a file while it is being deleted stores it again', async () => {
  const root = await deliver('reused', { '1.flac': 'flac16.flac' }, sidecarOf('reused'));
  await run([root]);
  const artists = db.selectFrom('artists').select('picture_hash').where('name', '=', 'Artist of reused');
  const picture = `artists/${(await artists.executeTakeFirstOrThrow()).picture_hash}.webp`;
  await deleteCatalogue();
  const [deleting, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: typeof storage = {
    ...storage,
    delete: async (key) => {
      if (key === picture) {
        deleting.resolve();
        await proceed.promise;
      }
      await storage.delete(key);
    },
  };
  const deletion = deleteUnreferencedFiles({ ...context, storage: slow });
  await deleting.promise;
  const importing = run([root]);
  await expect.poll(countWaitingNotes).toBe(1).finally(proceed.resolve);
  await deletion;
  expect((await importing).releases).toHaveLength(1);
  expect(await listMissingFiles()).toEqual([]);
});

const countWaitingNotes = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows[0]?.count;

test('a file that an import reuses is not deleted before the release is published', async () => {
  const files = { '1.flac': 'flac24.flac', 'attachments/a.txt': { text: 'a' } };
  const root = await deliver('kept', files, sidecarOf('kept'));
  await run([root]);
  await deleteCatalogue();
  let deletions = 0;
  // Attachments are stored after the cover, the logo and the picture of the artist were found.
  const racing = withPutHook(async (key) => {
    if (!key.startsWith('files/')) return;
    deletions += 1;
    await deleteUnreferencedFiles(context);
  });
  expect((await importFolders(racing, [root], { embedded: true })).releases).toHaveLength(1);
  expect(deletions).toBe(1);
  expect(await listMissingFiles()).toEqual([]);
});

test('an import that slept longer than the grace time publishes nothing without its files', async () => {
  const root = await deliver('asleep', { '1.flac': 'flac16.flac' }, sidecarOf('asleep'));
  const asleep = withPutHook(async (key) => {
    if (key.startsWith('artists/')) await deleteUnreferencedFiles(daysLater(8));
  });
  const { failed } = await importFolders(asleep, [root], { embedded: true });
  expect(failed[0]?.reason).toContain('import it again');
  expect(await db.selectFrom('releases').select('id').where('identity', 'like', '%asleep').execute()).toEqual([]);
  await run([root]);
  expect(await listMissingFiles()).toEqual([]);
});

test('two imports of the same delivery at once leave one complete release', async () => {
  const root = await deliver('twice', { '1.wav': 'wav16.wav', 'attachments/a.txt': { text: 'a' } }, sidecarOf('twice'));
  const other = { ...context, config: { ...context.config, dataDir: join(dataDir, 'other node') } };
  await Promise.all([run([root]), importFolders(other, [root], { embedded: true })]);
  expect(await db.selectFrom('releases').select('id').where('identity', 'like', '%twice').execute()).toHaveLength(1);
  expect(await listMissingFiles()).toEqual([]);
});

test('a delivered file that changes while it is stored replaces nothing', async () => {
  const key = 'audio/content.wav';
  await storage.put(key, Buffer.from('stored content'));
  await expect(storage.put(key, Buffer.from('other'), 'a'.repeat(64))).rejects.toThrow('another hash');
  expect(await storage.stat(key)).toMatchObject({ bytes: 'stored content'.length });
  await storage.delete(key);
});

test('stored MP3s without an Info frame get one, also when the job is stopped in the middle', async () => {
  const delivered = await readFile(fixture('cbr320.mp3'));
  const decoder = new MPEGDecoder();
  const decode = async (sound: Buffer) => {
    await decoder.reset();
    return decoder.decode(sound).channelData;
  };
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const plain: { id: number; frames: number; sound: Buffer }[] = [];
  for (const frames of [12, 20, 28]) {
    const start = parseMp3FrameHeader(delivered, 0)?.bytes ?? 0;
    let end = start;
    for (let frame = 0; frame < frames; frame++) end += parseMp3FrameHeader(delivered, end)?.bytes ?? 0;
    const sound = delivered.subarray(start, end);
    const root = await deliver(`plain-${frames}`, { '1.mp3': 'cbr320.mp3' }, sidecarOf(`plain-${frames}`));
    await writeFile(join(root, '1.mp3'), sound);
    const [track] = await tracksOf((await run([root])).releases[0]?.releaseid);
    // As earlier versions stored it: the MP3 is the delivered file.
    await sql`update renditions set file = ${`audio/${hashOf(sound)}.mp3`}, bytes = ${sound.length}
      where track_id = ${track?.id} and kind = 'mp3'`.execute(db);
    plain.push({ id: track?.id ?? 0, frames, sound });
  }
  const listStored = () =>
    Promise.all(
      plain.map(({ id }) =>
        sql<{ file: string; bytes: number; data_bytes: number; fragment: string }>`
          select file, bytes, data_bytes, fragment from renditions join tracks on id = track_id
          where id = ${id} and kind = 'mp3'`
          .execute(db)
          .then(async ({ rows: [row] }) => ({ ...row, content: await readFile(join(media, row?.file ?? '')) })),
      ),
    );
  let puts = 0;
  const stopped = withPutHook(async () => {
    puts += 1;
    if (puts === 2) throw new Error('The worker was stopped.');
  });
  await expect(addInfoFrames(stopped)).rejects.toThrow('stopped');
  expect((await listStored()).map(({ content }) => readStatedSeconds(content)).filter(Boolean)).toHaveLength(1);
  await addInfoFrames(context);
  for (const [index, { content, file, bytes, data_bytes, fragment }] of (await listStored()).entries()) {
    const { frames = 0, sound = content } = plain[index] ?? {};
    expect([file, bytes, data_bytes]).toEqual([`audio/${hashOf(content)}.mp3`, content.length, content.length]);
    expect(JSON.parse(`{${fragment}}`).sizes.mp3).toBe(bytes);
    expect(readStatedSeconds(content)).toBeCloseTo((frames * 1_152) / 44_100, 5);
    const [decoded, before] = [await decode(content), await decode(sound)];
    // mpg123 leaves the delay of the decoder out when it knows the length.
    expect(decoded.map(({ length }) => length)).toEqual(before.map(({ length }) => length - 529));
    expect(decoded).toEqual(before.map((samples) => samples.subarray(529)));
  }
  // Nothing is left to do.
  await addInfoFrames(withPutHook(() => Promise.reject(new Error('A file is stored again.'))));
  expect(await listMissingFiles()).toEqual([]);
});
