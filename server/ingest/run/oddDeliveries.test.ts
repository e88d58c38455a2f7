import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { COVER, createLabelImporter, fixture } from '../../testing/deliveries.ts';
import { inspectFile } from '../read/inspect.ts';

const { db, storage, home, deliver, findRelease, tracksOf, run, warnings } = await createLabelImporter();

test.each([
  ['a file that ends early', { '1.wav': 'wav-cut-off.wav' }, {}],
  ['a package that does not exist', { '1.ogg': 'opus.ogg' }, { packages: ['Nobody knows it'] }],
])('a delivery that is refused for %s gives its claims back', async (name, files, sidecar) => {
  const facts = { id: name, title: name, artist: 'Claims', label: { name: 'Claims' } };
  const root = join(home, 'claims', name);
  await deliver(`claims/${name}/a`, { ...files, ...COVER }, { ...facts, ...sidecar });
  await deliver(`claims/${name}/b`, { '1.aiff': 'aiff16.aiff', ...COVER }, facts);
  const { releases, failed } = await run(root);
  expect(failed.filter(({ path }) => path.startsWith(join(root, 'b')))).toEqual([]);
  expect(releases.at(-1)).toMatchObject({ title: name, result: 'created' });
});

test('names of members of Object.prototype are names everywhere in a delivery', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const files = names.map((name, index) => [`${index + 1} ${name}.wav`, 'wav16.wav'] as const);
  const lists = { packages: names, genres: names, moods: names, instruments: names, markets: names };
  const promo = names.map(
    (name) => `<style>${name}{${name}:1}</style><${name} ${name}="1" style="${name}:1">${name}</${name}>`,
  );
  await deliver(
    'members',
    {
      ...Object.fromEntries(
        files.map(([path], index) => [path, ['wav16.wav', 'wav24.wav', 'vorbis.ogg', 'rf64.wav'][index] ?? '']),
      ),
      ...Object.fromEntries(names.map((name) => [`attachments/a.${name}`, { text: name }])),
      'promo.html': { text: promo.join('') },
      ...COVER,
    },
    {
      id: 'constructor',
      title: 'constructor',
      artist: '__proto__',
      label: { name: 'toString' },
      ...lists,
      tracks: files.map(([file], index) => ({
        file,
        title: names[index] ?? '',
        artist: '__proto__ feat. constructor',
        composer: 'toString',
      })),
    },
  );
  const { releases, failed } = await run(join(home, 'members'), { createPackages: true });
  expect(failed).toEqual([]);
  const release = await findRelease(releases[0]?.releaseid);
  expect(release).toMatchObject({ title: 'constructor', artist: '__proto__' });
  expect((await tracksOf(releases[0]?.releaseid)).map(({ title }) => title).toSorted()).toEqual(names.toSorted());
  for (const table of ['genres', 'moods', 'instruments'] as const) {
    const rows = await db.selectFrom(table).where('name', 'in', names).select('name').execute();
    expect(rows.map(({ name }) => name).toSorted(), table).toEqual(names.toSorted());
  }
  const pictures = await db.selectFrom('artists').where('name', '=', '__proto__').selectAll().execute();
  expect(pictures).toMatchObject([{ picture_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

test('a key of release.json that is called like a member of Object.prototype is unknown, as any other', async () => {
  for (const [index, name] of ['__proto__', 'constructor', 'toString'].entries()) {
    const root = join(home, `keys ${index}`);
    await deliver(`keys ${index}`, {
      '1.ogg': 'opus.ogg',
      'release.json': { text: `{"title": "Keys", "${name}": {"packages": ["Radio"]}}` },
      ...COVER,
    });
    const { releases, failed } = await run(root);
    expect([releases, failed.length, failed[0]?.reason], name).toEqual([[], 1, expect.stringContaining(name)]);
  }
});

test('files without tags and names are called as their folder, and are no twins', async () => {
  await deliver('untagged/First take', { '01.wav': 'wav16.wav', ...COVER });
  await deliver('untagged/Second take', { 'Track 1.wav': 'wav24.wav', ...COVER });
  await deliver('untagged/01', { '01.wav': 'rf64.wav', ...COVER });
  await deliver('untagged/02/01', { '01.aiff': 'aiff24.aif', ...COVER });
  const { releases, failed } = await run(join(home, 'untagged'), { label: 'Untagged' });
  expect(failed).toEqual([]);
  const [, second, first] = releases.toSorted((a, b) => (a.title < b.title ? 1 : -1));
  expect([first?.title, second?.title]).toEqual(['01', 'First take']);
  expect(releases.map(({ title }) => title)).toContain('Second take');
  expect(await findRelease(second?.releaseid)).toMatchObject({ artist: 'Unknown Artist' });
  expect((await tracksOf(second?.releaseid)).map(({ title }) => title)).toEqual(['First take']);
});

test('folders of systems are no deliveries, and each file of another format is named', async () => {
  const systems = [
    '@eaDir',
    '#recycle',
    '$RECYCLE.BIN',
    'System Volume Information',
    'lost+found',
    '.Trashes',
    '__MACOSX',
  ];
  for (const folder of systems) await deliver(`nas/${folder}/x`, { '1.wav': 'wav16.wav' });
  await deliver('nas', { '.DS_Store': { text: '' }, 'Thumbs.db': { text: '' }, '._1.wav': { text: '' } });
  await deliver(
    'nas/Real',
    { '1.wav': 'wav16.wav', 'desktop.ini': { text: '' }, 'Icon\r': { text: '' }, ...COVER },
    { id: 'nas' },
  );
  const formats = {
    wma: 'Windows Media',
    ape: "Monkey's Audio (APE)",
    wv: 'WavPack',
    mp2: 'MPEG layer II (MP2)',
    caf: 'Core Audio (CAF)',
    w64: 'Wave64 (W64)',
  };
  for (const ending of Object.keys(formats)) await deliver(`nas/in ${ending}`, { [`1.${ending}`]: { text: 'x' } });
  await deliver('nas/misnamed', { '1.mp3': { text: 'wvpk and more' } });
  const { releases, failed } = await run(join(home, 'nas'));
  expect(releases).toHaveLength(1);
  const reasons = failed.map(({ path, reason }) => [path.slice(home.length), reason]);
  for (const [ending, name] of Object.entries(formats))
    expect(reasons).toContainEqual([
      `/nas/in ${ending}/1.${ending}`,
      `The format ${name} is not taken: deliver WAV, FLAC, AIFF, MP3, OGG or M4A.`,
    ]);
  expect(reasons).toContainEqual(['/nas/misnamed/1.mp3', expect.stringContaining('WavPack is not taken')]);
  expect(reasons).toHaveLength(Object.keys(formats).length + 2);
});

test('a cover that is small or not square is used with a warning, and a transparent one is laid on white', async () => {
  const draw = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
  for (const [name, picture, warning] of [
    ['small', await draw(200, 200), 'The cover (200 × 200 pixels) is smaller than 300 × 300 pixels.'],
    ['wide', await draw(600, 400), 'The cover (600 × 400 pixels) is not square, so its edges are cut off.'],
    ['good', await draw(600, 590), undefined],
  ] as const) {
    warnings.label.length = 0;
    const root = await deliver(`shape-${name}`, { '1.ogg': 'opus.ogg' }, { id: name, title: name });
    await writeFile(join(root, 'cover.png'), picture);
    const { releases, failed } = await run(root);
    expect(failed).toEqual([]);
    expect(warnings.label).toEqual(warning ? [warning] : []);
    const { cover_hash } = await findRelease(releases[0]?.releaseid);
    for (const ending of ['jpg', 'webp']) {
      const stored = await storage.read(`covers/${cover_hash}-160.${ending}`);
      const { channels, isOpaque } = await sharp(Buffer.concat(await stored.toArray())).stats();
      expect([isOpaque, ...channels.map(({ mean }) => mean)]).toEqual([true, 255, 255, 255]);
    }
  }
});

test('names composed on disk and decomposed where they are written are the same', async () => {
  const [disk, written] = ['Café'.normalize('NFD'), 'Café'.normalize('NFC')];
  const root = await deliver(
    'composed',
    {
      [`${disk}.ogg`]: 'vorbis.ogg',
      [`${disk}.jpg`]: 'cover.jpg',
      'promo.html': { text: `<img src="${written}.jpg"><img src="${encodeURI(written)}.jpg">` },
      [`lyrics/${written}.txt`]: { text: 'la' },
      [`attachments/${disk}.pdf`]: { text: 'x' },
    },
    {
      id: 'composed',
      cover: `${written}.jpg`,
      tracks: [{ file: `${written}.ogg`, title: 'Named' }],
      attachments: [{ file: `attachments/${written}.pdf`, title: 'Paper' }],
    },
  );
  const { releases, failed } = await run(root);
  expect(failed).toEqual([]);
  const release = await findRelease(releases[0]?.releaseid);
  expect(await tracksOf(release.releaseid)).toMatchObject([{ title: 'Named', lyrics: 'la' }]);
  expect(release.promoinfo.match(/<img/g)).toHaveLength(2);
  expect(await db.selectFrom('attachments').select('title').where('release_id', '=', release.id).execute()).toEqual([
    { title: 'Paper' },
  ]);
});

test('pictures of a promotional text lose what a camera wrote into them', async () => {
  const root = await deliver(
    'camera',
    { '1.ogg': 'vorbis.ogg', 'promo.html': { text: '<img src="me.jpg">' } },
    { id: 'camera' },
  );
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: '#405060' } });
  const exif = {
    IFD0: { Artist: 'Jane Doe', Copyright: 'Jane' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
  };
  await writeFile(join(root, 'me.jpg'), await photo.jpeg().withExif(exif).toBuffer());
  expect((await readFile(join(root, 'me.jpg'))).includes('Jane Doe')).toBe(true);
  const { releases, failed } = await run(root);
  expect(failed).toEqual([]);
  const { id } = await findRelease(releases[0]?.releaseid);
  const [picture] = await db.selectFrom('promo_pictures').selectAll().where('release_id', '=', id).execute();
  expect(picture).toMatchObject({ name: '1.jpg', media_type: 'image/jpeg' });
  const stored = Buffer.concat(await (await storage.read(picture?.file ?? '')).toArray());
  const { exif: left, width, height } = await sharp(stored).metadata();
  expect([left, width, height]).toEqual([undefined, 400, 300]);
});

test('the user data of a video is blanked and no offset moves', async () => {
  for (const name of ['clip.mp4', 'clip.webm']) {
    await mkdir(join(home, 'video', name), { recursive: true });
    const original = await readFile(fixture(name));
    // A box with the position, as telephones write it, at the end of the file.
    const box = Buffer.from('\0\0\0\x20udta\0\0\0\x18\xa9xyz\0\x0c\x15\xc7+52.5+013.4/\0', 'latin1');
    const root = await deliver(`video/${name}`, {}, { id: name, title: name });
    await writeFile(join(root, name), name.endsWith('mp4') ? Buffer.concat([original, box]) : original);
    const { blanks, storedHash, hash } = await inspectFile(join(root, name), () => {});
    expect([blanks.length > 0, storedHash === hash]).toEqual([true, false]);
    const { releases, failed } = await run(root);
    expect(failed).toEqual([]);
    const stored = Buffer.concat(await (await storage.read(`video/${storedHash}.${name.slice(5)}`)).toArray());
    expect(stored.length).toBe((await readFile(join(root, name))).length);
    for (const text of ['+52.5', 'udta', 'Lavc libvpx']) expect(stored.includes(text)).toBe(false);
    const { media } = await inspectFile(join(root, name), () => {});
    expect((await tracksOf(releases[0]?.releaseid))[0]?.duration).toBe(media.seconds);
    expect((await run(root)).releases).toMatchObject([{ result: 'unchanged' }]);
  }
});
