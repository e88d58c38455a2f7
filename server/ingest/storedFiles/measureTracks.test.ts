import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StorageUnavailable } from '../../platform/storage/storage.ts';
import { createImporter } from '../../testing/deliveries.ts';
import { measureTracks } from './measureTracks.ts';

const { context, db, storage, dataDir, run, deliver } = await createImporter();

const listAnalyses = async () =>
  (
    await sql<{ title: string; analysis_version: number; true_peak: number | null; stream_loudness: number | null }>`
      select title, analysis_version, hook_found, tempo_found, key_found, markers_found, true_peak, stream_loudness, stream_true_peak
      from tracks order by title`.execute(db)
  ).rows;

test('tracks of an earlier version are measured as an import does it, whatever happens in between', async () => {
  const label = { name: 'Measured' };
  const imported = await deliver(
    'one',
    { 'a.wav': 'wav16.wav', 'b.flac': 'flac16.flac', 'c.wav': 'wav24.wav' },
    { label },
  );
  await run([imported]);
  const before = await listAnalyses();
  expect(before.map(({ analysis_version }) => analysis_version)).toEqual([3, 3, 3]);
  const [first] = before;
  expect(first?.stream_loudness).toBeLessThan(0);

  await sql`update tracks set analysis_version = 0, true_peak = null, stream_loudness = null, stream_true_peak = null`.execute(
    db,
  );
  let reads = 0;
  const flaky: typeof storage = {
    ...storage,
    read: async (key) => {
      if (++reads === 2) throw new StorageUnavailable('The storage is down.');
      return storage.read(key);
    },
  };
  await expect(measureTracks({ ...context, storage: flaky })).rejects.toThrow(StorageUnavailable);
  const versions = (await listAnalyses()).map(({ analysis_version }) => analysis_version);
  expect(versions.toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
  await measureTracks(context);
  expect(await listAnalyses()).toEqual(before);
});

test('a track that cannot be decoded any more is tried once, a missing file again', async () => {
  const files = { 'damaged.wav': 'rf64.wav', 'missing.wav': 'wav-no-length.wav' };
  await run([await deliver('two', files, { label: { name: 'Damaged' } })]);
  const { rows } = await sql<{ title: string; file: string }>`
    update tracks t set analysis_version = 0 from renditions f
    where f.track_id = t.id and f.kind = 'original' and t.title in ('damaged', 'missing')
    returning t.title, f.file`.execute(db);
  const pathOf = (wanted: string) => join(dataDir, 'media', rows.find(({ title }) => title === wanted)?.file ?? '');
  await writeFile(pathOf('damaged'), 'nothing that sounds');
  await rm(pathOf('missing'));
  // The missing one, which was imported last, is not in the way of the others.
  await measureTracks(context, 1);
  const all = await listAnalyses();
  expect(all.find(({ title }) => title === 'damaged')).toMatchObject({ analysis_version: 3, true_peak: null });
  expect(all.find(({ title }) => title === 'missing')).toMatchObject({ analysis_version: 0 });
});
