import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Release } from '@promenade/contract/catalogue';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readDocument } from '../../catalogue/document/readDocument.ts';
import { createImporter } from '../../testing/deliveries.ts';

const { db, home, dataDir, storage, pathOf, now, run, deliver, findRelease, tracksOf } = await createImporter();
const byFirst = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);

test('each folder of a delivery becomes a release with tracks, files, audience and fragment', async () => {
  const root = await deliver('first', {
    'Album/flac.flac': 'flac16.flac',
    'Album/cover.jpg': 'cover.jpg',
    'Other/01 - Kite - Harbour (Radio Edit).wav': 'wav16.wav',
    'Other/.hidden.wav': 'wav24.wav',
    '__MACOSX/Other/01.wav': 'wav24.wav',
  });
  const { releases, failed } = await run([root], { packages: ['Club'], available: new Date('2026-11-20') });
  expect(failed).toEqual([]);
  expect(releases.map(({ title, tracks, result }) => [title, tracks, result])).toEqual([
    ['Mixed Formats', 1, 'created'],
    ['Harbour', 1, 'created'],
  ]);
  const release = await findRelease(releases[0]?.releaseid);
  const clubs = await db.selectFrom('packages').select('id').where('name', '=', 'Club').execute();
  expect(release).toMatchObject({
    upc: '0123456789012',
    catalognumber: 'FIX001',
    impact_date: '2026-03-04',
    explicit: true,
    audience: clubs.map(({ id }) => id),
  });
  const shown = Release.parse({
    ...JSON.parse(`{${release.fragment}}`),
    flagged: false,
    reaction: null,
    archived: false,
    flaggedtrackcount: 0,
    unheardtrackcount: 0,
    tohear: 'all',
    shared_by: null,
  });
  expect(shown).toMatchObject({
    title: 'Mixed Formats',
    artist: 'Flac Artist',
    available: '2026-11-20T00:00:00.000Z',
    impactdate: Date.parse('2026-03-04') / 1000,
    labels: [{ name: 'Fixture Records' }],
    genres: ['House'],
    release_type: 'Single',
    candownload: true,
  });
  expect(shown.thumbnail).toBe(`/api/cover/${release.releaseid}/${release.cover_hash}-500.webp`);
  for (const size of [1000, 500, 160]) {
    const picture = await sharp(pathOf(`covers/${release.cover_hash}-${size}.webp`)).metadata();
    expect(picture).toMatchObject({ format: 'webp', width: size, height: size });
    expect(await sharp(pathOf(`covers/${release.cover_hash}-${size}.jpg`)).metadata()).toMatchObject({
      format: 'jpeg',
      width: size,
    });
  }
  expect((await tracksOf(releases[1]?.releaseid))[0]).toMatchObject({
    title: 'Harbour',
    version: 'Radio edit',
    artist: 'Kite',
    waveform_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('every rendition has a stored file of its size, and a delivered WAV is its own WAV download', async () => {
  const rows = await db.selectFrom('renditions').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { file, bytes, data_offset, data_bytes } of rows) {
    expect((await storage.stat(file))?.bytes).toBe(bytes);
    expect(data_offset + data_bytes).toBeLessThanOrEqual(bytes);
  }
  const wav = rows.filter(
    ({ file }) => file.endsWith('.wav') && rows.some((other) => other.kind === 'original' && other.file === file),
  );
  expect(wav.map(({ kind }) => kind).sort()).toEqual(['original', 'wav']);
});

test('importing the same folder again changes nothing', async () => {
  const before = await db
    .selectFrom('releases')
    .select(['releaseid', 'updated_at', 'fragment'])
    .orderBy('id')
    .execute();
  const { releases, failed } = await run([join(home, 'first')], {
    packages: ['Club'],
    available: new Date('2026-11-20'),
  });
  expect(failed).toEqual([]);
  expect(releases.map(({ result }) => result)).toEqual(['unchanged', 'unchanged']);
  expect(
    await db.selectFrom('releases').select(['releaseid', 'updated_at', 'fragment']).orderBy('id').execute(),
  ).toEqual(before);
});

test('a changed delivery updates its release and keeps the track ids', async () => {
  const root = await deliver(
    'changing',
    { '1.flac': 'flac16.flac', '2.mp3': 'id3v23-latin1.mp3', '3.ogg': 'vorbis.ogg' },
    { id: 'r1', upc: '00000055', title: 'Before' },
  );
  const [created] = (await run([root])).releases;
  const before = await tracksOf(created?.releaseid);
  await writeFile(
    join(root, 'release.json'),
    JSON.stringify({
      id: 'r1',
      upc: '00000055',
      title: 'After',
      tracks: [
        { file: '3.ogg', disc: 1, ordinal: 1 },
        { file: '1.flac', ordinal: 2 },
        { file: '2.mp3', ordinal: 3 },
      ],
    }),
  );
  const [updated] = (await run([root])).releases;
  expect(updated).toMatchObject({ result: 'updated', releaseid: created?.releaseid, title: 'After' });
  const after = await tracksOf(created?.releaseid);
  const byTitle = (tracks: typeof after) => Object.fromEntries(tracks.map(({ title, trackid }) => [title, trackid]));
  expect(byTitle(after)).toEqual(byTitle(before));
  expect(after.map(({ title }) => title)).toEqual(['Ogg Title', 'Flac Title', 'Für Élise']);
  expect((await findRelease(created?.releaseid)).available_at).toEqual(now);
});

test('every run reports a broken or non-audio file with its reason and imports the other files', async () => {
  const root = await deliver(
    'broken',
    {
      '1 Good.ogg': 'vorbis.ogg',
      '2 Cut.flac': 'truncated.flac',
      'text.mp3': 'text.mp3',
      'notes.xyz': { text: 'x' },
      'list.m3u': { text: '1 Good.ogg' },
    },
    { upc: '40000001' },
  );
  const first = await run([root]);
  expect(first.releases).toMatchObject([{ result: 'created', tracks: 1 }]);
  expect(first.failed.map(({ path, reason }) => [path.split('/').at(-1), reason]).toSorted(byFirst)).toEqual([
    ['2 Cut.flac', expect.stringMatching(/ends early|damaged/)],
    ['text.mp3', expect.stringMatching(/not audio/)],
  ]);
  expect(first.leftOut.map(({ path, reason }) => [path.split('/').at(-1), reason])).toEqual([
    ['list.m3u', 'A playlist, cue sheet, log, link or checksum is not needed.'],
    ['notes.xyz', expect.stringMatching(/not audio/)],
  ]);
  const second = await run([root]);
  expect(second.releases).toMatchObject([{ result: 'unchanged', tracks: 1 }]);
  expect([second.failed.length, second.leftOut.length]).toEqual([2, 2]);
});

test('a folder without audio, a missing folder and a duplicate release are reported', async () => {
  const empty = await deliver('empty', { 'readme.pdf': { text: 'x' } });
  const only = await deliver('only-text', { 'text.mp3': 'text.mp3' });
  const twin = await deliver('twins', { 'a/1.wav': 'wav24.wav', 'b/1.wav': 'wav24.wav' });
  const { releases, failed } = await run([empty, only, join(home, 'nowhere'), twin]);
  expect(releases).toHaveLength(1);
  expect(failed.map(({ reason }) => reason).sort()).toEqual([
    expect.stringMatching(/^It is the same release as/),
    expect.stringMatching(/^No audio was found/),
    expect.stringMatching(/^None of its files/),
    expect.stringMatching(/^There is no such/),
    expect.stringMatching(/^This is not audio/),
  ]);
});

test('an invalid sidecar refuses its release, because it may restrict the audience', async () => {
  const root = await deliver('sidecar', { '1.ogg': 'vorbis.ogg' });
  for (const [text, reason] of [
    ['{"tracks":[{"file":"1.ogg","isrc":"no"}]}', /tracks\[0\]\.isrc/],
    ['{"titel":"x"}', /titel/i],
    ['{', /not JSON/],
  ] as const) {
    await writeFile(join(root, 'release.json'), text);
    const { releases, failed } = await run([root]);
    expect(releases).toEqual([]);
    expect(failed).toEqual([{ path: join(root, 'release.json'), reason: expect.stringMatching(reason) }]);
  }
});

test('no temporary file remains after the imports', async () => {
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
});

test('a delivery that would bring a release out keeps its date and says so, until it is confirmed', async () => {
  const tags = { title: 'Held', artist: 'Kite', id: 'held', packages: ['Club'] };
  const deliverHeld = (available: string) => deliver('held', { '01 Held.wav': 'wav16.wav' }, { ...tags, available });
  const warnings: string[] = [];
  const importIt = async (root: string, settings = {}) => {
    const { releases } = await run([root], { ...settings, onWarning: (_path, text) => void warnings.push(text) });
    return findRelease(releases[0]?.releaseid);
  };
  await importIt(await deliverHeld('2026-12-24'));
  expect(warnings.filter((text) => text.includes('confirmed'))).toEqual([]);
  const root = await deliverHeld('2026-11-01');
  for (const isCheck of [true, false, false])
    expect((await importIt(root, { isCheck })).available_at).toEqual(new Date('2026-12-24'));
  const held =
    '"Held" is scheduled and would be available to 0 people at once by this delivery: its dates wait to be confirmed. Import it again with --yes.';
  expect(warnings.filter((text) => text.includes('confirmed'))).toEqual([held, held, held]);
  const { id, available_at } = await importIt(root, { confirmed: true });
  expect(available_at).toEqual(new Date('2026-11-01'));
  expect((await readDocument(db, id)).edits).toEqual({});
});

test('the clock of the import is no date of the delivery', async () => {
  const root = await deliver('undated', { '01 Undated.wav': 'wav16.wav' }, { id: 'undated' });
  const { releases } = await run([root]);
  const { id, available_at } = await findRelease(releases[0]?.releaseid);
  expect(available_at).toEqual(now);
  expect((await readDocument(db, id)).delivered).not.toHaveProperty('available');
});
