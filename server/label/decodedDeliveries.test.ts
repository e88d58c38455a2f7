import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CHECKS_PER_HOUR } from '@promenade/contract/limits';
import { checkDelivery, discardDelivery, importDelivery } from '@promenade/contract/uploads';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteUnreferencedFiles } from '../ingest/storedFiles/deleteUnreferencedFiles.ts';
import { type DecodedUpload, decodeJob } from '../ingest/uploads/decodeAhead.ts';
import { importDelivery as runImport } from '../ingest/uploads/importDelivery.ts';
import { createSharedDecoders } from '../ingest/workers/sharedDecoders.ts';
import { buildChunkHeader } from '../platform/storage/riff.ts';
import { StorageUnavailable } from '../platform/storage/storage.ts';
import { refused } from '../testing/client.ts';
import { fixture, openSharedDecodePool } from '../testing/deliveries.ts';
import { createLabel } from '../testing/labelDeliverer.ts';
import { startTestServer } from '../testing/testServer.ts';
import { tone } from '../testing/tones.ts';

const LARGE_BYTES = 4 * 1024 ** 2;
const server = await startTestServer();
const decodePool = openSharedDecodePool();

/** A FLAC that nobody delivered: with a tag of its own behind the sound. */
const newFlac = async (text: string) => {
  const tag = Buffer.alloc(128);
  tag.write(`TAG${text}`);
  return Buffer.concat([await readFile(fixture('flac16.flac')), tag]);
};

/** The shared decoders; `decoded` has the names of the files, `fail` may throw for one. */
function countDecoded(fail: (name: string) => void = () => {}) {
  const decoded: string[] = [];
  const render: typeof decodePool.render = async (job, onProgress) => {
    const name = basename(job.path);
    fail(name);
    decoded.push(name);
    return decodePool.render(job, onProgress);
  };
  return { decoded, pool: { ...decodePool, render } };
}
/** Runs the jobs that uploads have queued. */
async function decodeAhead(pool: typeof decodePool): Promise<void> {
  const { rows } = await sql<{ data: DecodedUpload }>`
    delete from pgboss.job where name = ${decodeJob.queue} returning data`.execute(server.db);
  const decoders = createSharedDecoders(undefined);
  const use: typeof decoders.use = (work) => work({ decodePool: pool, findFfmpeg: async () => undefined });
  for (const { data } of rows) await decodeJob.run({ ...server, decoders: { ...decoders, use } }, data);
}
const listDecoded = async () => (await server.db.selectFrom('decoded_media').select('file').execute()).length;
/** Large enough to be worth a job: a second of sound, and a chunk that nobody reads. */
const largeWav = (frequency: number) =>
  Buffer.concat([tone(frequency, 1), buildChunkHeader('junk', LARGE_BYTES), Buffer.alloc(LARGE_BYTES)]);
const daysLater = (days: number) => ({ ...server, now: () => new Date(Date.now() + days * 86_400_000) });

test('a check and the import after it decode once; what was decoded waits for the import, and ends with the delivery', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Once');
  const job = (deliveryid: string) => ({ deliveryid, actor: label.editor.playerid });
  const start = async (name: string, files: Record<string, Buffer>) => {
    const deliveryid = await label.start(name, { ...files, 'cover.jpg': 'cover.jpg' });
    await label.editor.call(checkDelivery, { params: { deliveryid } });
    const { decoded, pool } = countDecoded();
    await runImport({ ...server, decodePool: pool }, job(deliveryid), true);
    return { deliveryid, decoded };
  };
  const first = await start('Once', { '1.flac': await newFlac('once 1'), '2.flac': await newFlac('once 2') });
  expect(first.decoded.sort()).toEqual(['1.flac', '2.flac']);
  const { check, problems } = await label.read(first.deliveryid);
  expect(check).toMatchObject([{ result: 'would create', tracks: 2 }]);
  await deleteUnreferencedFiles(daysLater(6));
  await label.editor.call(importDelivery, { params: { deliveryid: first.deliveryid }, body: {} });
  const { decoded, pool } = countDecoded();
  await runImport({ ...server, decodePool: pool }, job(first.deliveryid));
  expect(decoded).toEqual([]);
  expect(await label.read(first.deliveryid)).toMatchObject({ state: 'imported', problems, isrepeated: false });
  const waiting = () => server.db.selectFrom('decoded_media').select('file').execute();
  expect(await waiting()).toEqual([]);

  const second = await start('Discarded', { '1.flac': await newFlac('discarded') });
  const files = await waiting();
  expect(files).toHaveLength(1);
  // Another version of the analysis decodes again.
  await server.db.updateTable('decoded_media').set({ version: '0.0' }).execute();
  await label.editor.call(checkDelivery, { params: { deliveryid: second.deliveryid } });
  const again = countDecoded();
  await runImport({ ...server, decodePool: again.pool }, job(second.deliveryid), true);
  expect(again.decoded).toEqual(['1.flac']);
  await label.editor.call(discardDelivery, { params: { deliveryid: second.deliveryid } });
  expect(await waiting()).toEqual([]);
  await deleteUnreferencedFiles(daysLater(8));
  expect(await server.storage.stat(files[0]?.file ?? '')).toBeUndefined();
});

test('a large WAV is decoded while the rest of its delivery arrives, and ends with the delivery', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Ahead');
  const deliveryid = await label.start('Ahead', { '1.wav': largeWav(300), '2.flac': await newFlac('ahead') });
  const ahead = countDecoded();
  await decodeAhead(ahead.pool);
  expect(ahead.decoded).toEqual(['1.wav']);
  const checked = countDecoded();
  await label.editor.call(checkDelivery, { params: { deliveryid } });
  const job = { deliveryid, actor: label.editor.playerid };
  await runImport({ ...server, decodePool: checked.pool }, job, true);
  expect(checked.decoded).toEqual(['2.flac']);
  await label.editor.call(discardDelivery, { params: { deliveryid } });

  const discarded = await label.start('Gone', { '1.wav': largeWav(310) });
  const late = countDecoded();
  const inspect: typeof decodePool.inspect = async (path) => {
    await label.editor.call(discardDelivery, { params: { deliveryid: discarded } });
    return late.pool.inspect(path);
  };
  await decodeAhead({ ...late.pool, inspect });
  expect({ decoded: late.decoded, left: await listDecoded() }).toEqual({ decoded: ['1.wav'], left: 0 });
});

test('a check waits for what is decoded already', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Waiting');
  const deliveryid = await label.start('Waiting', { '1.wav': largeWav(320) });
  const { decoded, pool } = countDecoded();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: isInspected, resolve: endInspection } = Promise.withResolvers<void>();
  const render: typeof pool.render = async (job, onProgress) => {
    begin();
    await isInspected;
    return pool.render(job, onProgress);
  };
  const ahead = decodeAhead({ ...pool, render });
  await hasBegun;
  await label.editor.call(checkDelivery, { params: { deliveryid } });
  const inspect: typeof pool.inspect = (path) => pool.inspect(path).finally(endInspection);
  const job = { deliveryid, actor: label.editor.playerid };
  await Promise.all([ahead, runImport({ ...server, decodePool: { ...pool, inspect } }, job, true)]);
  expect(decoded).toEqual(['1.wav']);
  expect((await label.read(deliveryid)).check).toMatchObject([{ result: 'would create', tracks: 1 }]);
  await label.editor.call(discardDelivery, { params: { deliveryid } });
});

test('much silence in few bytes, and a short file, wait for the check', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Much silence');
  const silence = await newFlac('ahead silence');
  // Six hours, by the header.
  silence.writeUInt32BE(6 * 3600 * 44_100, 22);
  const files = { '1.flac': Buffer.concat([silence, Buffer.alloc(LARGE_BYTES)]), '2.flac': await newFlac('short') };
  const deliveryid = await label.start('Much silence', files);
  const { decoded, pool } = countDecoded();
  await decodeAhead(pool);
  expect(decoded).toEqual([]);
  await label.editor.call(discardDelivery, { params: { deliveryid } });
});

test('an import that begins again says so, and begins where it stopped', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Again and again');
  const deliveryid = await label.start('Twice', {
    '1.flac': await newFlac('twice 1'),
    '2.flac': await newFlac('twice 2'),
  });
  await label.editor.call(importDelivery, { params: { deliveryid }, body: {} });
  const job = { deliveryid, actor: label.editor.playerid };
  const killed = countDecoded((name) => {
    if (name === '2.flac') throw new StorageUnavailable('gone');
  });
  await expect(runImport({ ...server, decodePool: killed.pool }, job)).rejects.toThrow('gone');
  expect(await label.read(deliveryid)).toMatchObject({ state: 'importing', isrepeated: false });
  const seen: boolean[] = [];
  const { decoded, pool } = countDecoded();
  const inspect: typeof pool.inspect = async (path) => {
    seen.push((await label.read(deliveryid)).isrepeated);
    return pool.inspect(path);
  };
  await runImport({ ...server, decodePool: { ...pool, inspect } }, job);
  expect(seen).toEqual([true, true]);
  expect({ killed: killed.decoded, decoded }).toEqual({ killed: ['1.flac'], decoded: ['2.flac'] });
  expect((await label.read(deliveryid)).state).toBe('imported');
});

test('a delivery that would unpack to more than it has room for is refused', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Silence');
  const files: Record<string, Buffer> = {};
  for (let index = 0; index < 6; index++) {
    const flac = await newFlac(`silence ${index}`);
    // Six hours, by the header.
    flac.writeUInt32BE(6 * 3600 * 44_100, 22);
    files[`${index}.flac`] = flac;
  }
  const { state, problems } = await label.deliver('Silence', files);
  expect(state).toBe('refused');
  expect(problems).toContainEqual({
    path: '',
    reason: 'Decoded, its audio has 21.29 GiB, and a delivery has room for 20 GiB.',
  });
});

test('an account checks deliveries 120 times an hour', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Checks');
  const deliveryid = await label.start('checks', { '1.ogg': 'vorbis.ogg' });
  const check = async () => {
    const answer = await label.editor.call(checkDelivery, { params: { deliveryid } });
    await runImport({ ...server, decodePool }, { deliveryid, actor: label.editor.playerid }, true);
    return answer;
  };
  expect((await check()).status).toBe(202);
  const key = `delivery-check ${label.editor.accountid}`;
  await server.db
    .updateTable('rate_limits')
    .set({ count: CHECKS_PER_HOUR - 1 })
    .where('key', '=', key)
    .execute();
  expect((await check()).status).toBe(202);
  expect(await check()).toMatchObject(refused('TOO_MANY_REQUESTS'));
});
