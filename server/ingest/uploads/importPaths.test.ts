import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { importPaths } from './importPaths.ts';

const { context, dataDir, home, tracksOf, findRelease } = await createImporter();
const [first, second, cover] = await Promise.all(
  ['vorbis.ogg', 'wav16.wav', 'cover.jpg'].map((name) => readFile(fixture(name))),
);

type Files = Record<string, Buffer | string | undefined>;

/** Packed, as people pack them. */
async function zip(files: Files): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, content = ''] of Object.entries(files))
    await writer.add(path, new Uint8ArrayReader(Buffer.from(content)));
  return Buffer.from(await writer.close());
}

async function write(root: string, files: Files): Promise<string> {
  for (const [path, content = ''] of Object.entries(files)) {
    await mkdir(dirname(join(home, root, path)), { recursive: true });
    await writeFile(join(home, root, path), content);
  }
  return join(home, root);
}

/** Imports as the command does; nothing is left of what was unpacked. */
async function run(...paths: string[]) {
  const result = await importPaths(context, paths, { embedded: true, createPackages: true, twins: 'new' });
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  expect(JSON.stringify(result)).not.toContain(dataDir);
  return result;
}
const packages = async (releaseid = '') => {
  const { audience } = await findRelease(releaseid);
  return audience?.length ?? 0;
};

test('halves of a folder that a cloud drive packed are one release, and the same zips again change nothing', async () => {
  const root = await write('halves', {
    'Night Pier-001.zip': await zip({ 'Night Pier/01 First.ogg': first, 'Night Pier/cover.jpg': cover }),
    'Night Pier-002.zip': await zip({ 'Night Pier/02 Second.wav': second, 'Night Pier/cover.jpg': cover }),
  });
  const zips = ['Night Pier-001.zip', 'Night Pier-002.zip'].map((name) => join(root, name));
  const { releases, failed } = await run(...zips);
  expect([releases, failed]).toMatchObject([[{ title: 'Night Pier', tracks: 2, result: 'created' }], []]);
  expect((await tracksOf(releases[0]?.releaseid)).map(({ title }) => title)).toEqual(['Ogg Title', 'Second']);
  expect((await run(...zips)).releases).toMatchObject([{ result: 'unchanged' }]);
  expect((await readdir(root)).toSorted()).toEqual(['Night Pier-001.zip', 'Night Pier-002.zip']);
});

test('a zip in a folder belongs to the delivery around it, and zips in attachments go out as they are', async () => {
  const stems = await zip({ 'Drums.wav': second });
  const root = await write('Boxed', {
    'Audio.zip': await zip({ '01 Only.ogg': first }),
    'release.json': JSON.stringify({ title: 'Boxed Songs', packages: ['Zipped'] }),
    'cover.jpg': cover,
    'attachments/Stems.zip': stems,
  });
  const { releases, failed } = await run(root);
  expect([releases, failed]).toMatchObject([[{ title: 'Boxed Songs', tracks: 1 }], []]);
  expect(await packages(releases[0]?.releaseid)).toBe(1);
  expect(await readFile(join(root, 'attachments/Stems.zip'))).toEqual(stems);
});

test('a zip beside a sidecar is not imported without it, and what cannot be unpacked may hold one', async () => {
  const album = await zip({ '01 Only.ogg': first });
  const restricted = await write('restricted', { 'Album.zip': album, 'release.json': '{ "packages": ["Few"] }' });
  const sidecar = join(restricted, 'release.json');
  const alone = join(restricted, 'Album.zip');
  expect(await run(alone)).toMatchObject({
    releases: [],
    failed: [{ path: alone, reason: `A zip is imported without ${sidecar}: import the folder instead.` }],
  });
  const broken = await write('broken', {
    'Artwork.zip': album.subarray(0, 100),
    'Open/01 Only.ogg': first,
    'Closed/01 Other.wav': second,
    'Closed/release.json': '{ "packages": ["Few"] }',
  });
  const { releases, failed } = await run(broken);
  expect(releases).toMatchObject([{ title: 'Other' }]);
  expect(failed).toEqual([
    { path: join(broken, 'Artwork.zip'), reason: 'This zip is damaged, or no zip.' },
    {
      path: join(broken, 'Open'),
      reason: `It has no release.json, but there is ${join(broken, 'Artwork.zip')}. Nothing of the delivery was imported.`,
    },
  ]);
});

test('a zip that would unpack to more than a delivery may have is refused', async () => {
  const root = await write('bomb', { 'Bomb.zip': await zip({ '01.wav': Buffer.alloc(20_000_000) }) });
  const { failed } = await run(join(root, 'Bomb.zip'));
  expect(failed[0]).toEqual({
    path: join(root, 'Bomb.zip'),
    reason: 'It would unpack to far more than any music does.',
  });
});
