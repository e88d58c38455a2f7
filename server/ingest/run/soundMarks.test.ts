import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { editRelease } from '../../catalogue/document/editRelease.ts';
import { referencedFiles } from '../../catalogue/document/storedFileQueries.ts';
import { findPendingMark } from '../../catalogue/staffReleaseQueries.ts';
import { createImporter } from '../../testing/deliveries.ts';
import { createVariants, packNumbers } from '../../testing/soundMarks.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { markReleases, tidyMarks } from '../storedFiles/markReleases.ts';
import type { PairsJob } from '../workers/decodePool.ts';
import { importFolders } from './importFolders.ts';

const importer = await createImporter();
const { db, deliver, storage, findRelease, tracksOf } = importer;
const ffmpeg = await findFfmpeg();
const settings = { createPackages: true, twins: 'new' } as const;

const keys: string[] = [];
let refusal: string | undefined;
/** Random variants instead of sound. */
async function makePairs({ key, folder, formats }: PairsJob) {
  if (refusal) throw new DeliveryRefusal(refusal);
  keys.push(key.toString('hex'));
  const segments = 8;
  const pairs = [];
  for (const kind of formats) {
    const { pair, head, ends, crcA, getCrcB } = createVariants(80_000, 10_000, Buffer.alloc(4, kind));
    const file = join(folder, `${kind}.pair`);
    await writeFile(file, pair);
    const numbers = { ends: packNumbers(ends), crcA, crcB: packNumbers(getCrcB()) };
    pairs.push({ kind, file, headBytes: head.length, ...numbers, copyBytes: ends.at(-1) ?? 0 });
  }
  return { segments, pairs, prints: Buffer.from(`prints ${keys.length}`) };
}
const pool = { ...importer.context.decodePool, makePairs };
const config = { ...importer.context.config, markSound: true };
const context = { ...importer.context, config, decodePool: pool };
const deliverSong = (name: string, said: object) =>
  deliver(
    name,
    { '1.wav': 'wav16.wav', 'front.jpg': 'cover.jpg' },
    {
      title: 'Ferry',
      artist: 'Kite',
      label: { name: 'Harbour' },
      id: name,
      tracks: [{ file: '1.wav', title: 'Ferry' }],
      ...said,
    },
  );
const listPairs = () => db.selectFrom('sound_pairs').selectAll().orderBy('kind').execute();
const importOne = async (root: string) => {
  const { releases, failed } = await importFolders(context, [root], settings);
  expect(failed).toEqual([]);
  return findRelease(releases[0]?.releaseid);
};

test('without MARK_SOUND or ffmpeg nothing that shall be marked is imported', async () => {
  const root = await deliverSong('off', { mark: true });
  const { failed, releases } = await importFolders(importer.context, [root], settings);
  expect([releases.length, failed[0]?.reason]).toEqual([0, 'Its sound shall be marked, and MARK_SOUND is off.']);
  const without = await importFolders(context, [root], { ...settings, embedded: true });
  expect(without.failed[0]?.reason).toBe('Its sound shall be marked, which needs ffmpeg.');
});

test.skipIf(!ffmpeg)(
  'a marked release has its pairs when it is published, and keeps its words when it is delivered again',
  async () => {
    const release = await importOne(await deliverSong('marked', { mark: true }));
    expect([release.mark, await findPendingMark(db, release.id)]).toEqual([true, undefined]);
    expect(JSON.parse(`{${release.fragment}}`).mark).toBe(true);
    const pairs = await listPairs();
    expect(pairs.map(({ kind, format }) => [kind, format.length])).toEqual([
      ['mp3', 0],
      ['wav', 16],
    ]);
    const { rows } = await sql<{
      file: string;
      bytes: number | null;
    }>`select file, bytes from ${referencedFiles}`.execute(db);
    for (const { file, copy_bytes, head_bytes } of pairs) {
      expect(rows).toContainEqual({ file, bytes: 2 * copy_bytes - head_bytes });
      expect((await storage.stat(file))?.bytes).toBe(2 * copy_bytes - head_bytes);
    }
    const [track] = await tracksOf(release.releaseid);
    expect(JSON.parse(`{${track?.fragment}}`).sizes).toEqual({ mp3: 80_000, wav: 80_000, aiff: null });
    await tidyMarks(context);
    const list = () => db.selectFrom('sound_marks').select(['id', 'title', 'trackids', 'unused_since']).execute();
    const marks = await list();
    expect(marks).toMatchObject([{ title: '"Ferry" by Kite', trackids: [track?.trackid], unused_since: null }]);
    // A sidecar that does not say it leaves it as it is.
    const again = await importOne(await deliverSong('again', { id: 'marked', genres: ['House'] }));
    expect([again.releaseid, again.mark, await list(), keys.length]).toEqual([release.releaseid, true, marks, 1]);
    // Pairs that are lost are made again with the same secret.
    await storage.delete(pairs[0]?.file ?? '');
    await importOne(await deliverSong('third', { id: 'marked', genres: ['Techno'] }));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  },
);

test.skipIf(!ffmpeg)(
  'new releases of a label that chose it are marked, and what cannot be marked is not published',
  async () => {
    await db.updateTable('labels').set({ mark: true }).where('name', '=', 'Harbour').execute();
    const file = { '1.wav': 'wav24.wav', 'front.jpg': 'cover.jpg' } as const;
    const said = { title: 'Quay', artist: 'Kite', label: { name: 'Harbour' } };
    refusal = 'Its sound cannot be marked: 1 of 8 segments of a copy were read wrongly.';
    const refused = await importFolders(context, [await deliver('quay', file, said)], settings);
    expect([refused.releases, refused.failed[0]?.reason]).toEqual([[], refusal]);
    refusal = undefined;
    expect((await importOne(await deliver('quay 2', file, said))).mark).toBe(true);
    expect(
      (
        await importOne(
          await deliver(
            'open',
            { '1.aiff': 'aiff16.aiff', 'front.jpg': 'cover.jpg' },
            { ...said, title: 'Open', mark: false },
          ),
        )
      ).mark,
    ).toBe(false);
  },
);

test.skipIf(!ffmpeg)(
  'a release that shall be marked later waits for the job, and unmarked gives its pairs back',
  async () => {
    await db.updateTable('labels').set({ mark: false }).execute();
    const { id, releaseid } = await importOne(
      await deliver('later', { '1.flac': 'flac24.flac', 'front.jpg': 'cover.jpg' }, { title: 'Later', artist: 'Kite' }),
    );
    await editRelease(context, id, { mark: true }, 'command');
    expect(await findPendingMark(db, id)).toEqual({ reason: null });
    const reasons: string[] = [];
    const options = { onRefused: (_title: string, reason: string) => void reasons.push(reason), pool };
    refusal = 'It is too short.';
    expect([await markReleases(context, options), reasons]).toEqual([0, ['It is too short.']]);
    expect(await findPendingMark(db, id)).toEqual({ reason: 'It is too short.' });
    refusal = undefined;
    // What was refused is tried again after a day.
    expect(await markReleases(context, options)).toBe(0);
    expect(await markReleases({ ...context, now: () => hoursLater(25) }, options)).toBe(1);
    expect(await findPendingMark(db, id)).toBeUndefined();
    const [track] = await tracksOf(releaseid);
    expect(JSON.parse(`{${track?.fragment}}`).sizes.mp3).toBe(80_000);
    const before = await listPairs();
    await editRelease(context, id, { mark: false }, 'command');
    await tidyMarks({ ...context, now: () => hoursLater(51) });
    expect((await listPairs()).length).toBe(before.length - 2);
  },
);

const hoursLater = (hours: number) => new Date(importer.now.getTime() + hours * 3600_000);
