import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { COVER, createImporter, fixture } from '../../testing/deliveries.ts';
import { importFolders } from '../run/importFolders.ts';
import type { ImportSettings } from '../run/importRun.ts';

const { context, db, home, deliver, findRelease, tracksOf } = await createImporter();
/** As the command imports, without what other tests allow. */
const run = (path: string, settings: ImportSettings = {}) =>
  importFolders(context, [path], { embedded: true, ...settings });
const restricted = JSON.stringify({ packages: ['Press'] });
await db.insertInto('packages').values({ name: 'Press' }).execute();
const countReleases = async () => (await db.selectFrom('releases').select('id').execute()).length;
let count = 0;
/** A delivery with one song, and the given files. */
const song = (files: Record<string, string> = {}) =>
  deliver(`song-${count++}`, {
    '01 Song.ogg': 'vorbis.ogg',
    ...COVER,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, { text }])),
  });

async function expectRefused(root: string, blamed: string, reason = /Nothing of the delivery was imported|\.$/) {
  const before = await countReleases();
  const { releases, failed } = await run(root);
  expect(releases).toEqual([]);
  expect(failed.map(({ path }) => path)).toContain(blamed);
  for (const failure of failed) expect(failure.reason).toMatch(reason);
  expect(await countReleases()).toBe(before);
}

test.each([
  'Release.json',
  'release.JSON',
  'RELEASE.JSON',
  'release.json.txt',
  'release (1).json',
  'release copy.json',
  'Copy of release.json',
  'release.json~',
  '#release.json#',
  'release.json.bak',
  '.release.json',
  '._release.json',
  'release',
  'release.txt',
  'release.jsn',
  'release.js',
  'release_json',
  ' release.json',
  'release.json ',
  'releases.json',
  'harbour.json',
  're1ease.json',
  'reIease.json',
  'release\u200b.json',
  'rélease.json'.normalize('NFD'),
  'r\u0435l\u0435\u0430s\u0435.js\u043en',
  '\uff52\uff45\uff4c\uff45\uff41\uff53\uff45.json',
  'release.\u0458\u0455\u043e\u043f',
  'release\u2024json',
  'CD1/release.json',
  'CD1/info/release.json',
  'attachments/release.json',
  'attachments/more/Release.json',
  'lyrics/release.json',
  'info/release.json',
  'info/deeper/release.json',
])('a delivery with %j and no release.json is refused', async (name) => {
  const root = await song({ [name]: restricted, ...(name.startsWith('CD1/') && { 'CD1/cover.txt': 'x' }) });
  await expectRefused(root, join(root, name));
});

test.each(['Release.json', '.release.json', 'release (1).json', 'CD1/release.json', 'attachments/release.json'])(
  'a delivery with a release.json and a second one called %j is refused',
  async (name) => {
    const root = await song({ 'release.json': '{}', [name]: restricted });
    await expectRefused(root, join(root, name));
  },
);

test('what macOS writes beside a release.json on other disks is no second one', async () => {
  const root = await song({ 'release.json': restricted, '.DS_Store': 'x', '__MACOSX/._release.json': 'x' });
  await writeFile(join(root, '._release.json'), Buffer.from([0, 5, 0x16, 7, 0, 2]));
  expect(await run(root)).toMatchObject({ releases: [{ result: 'created' }], failed: [] });
  await rm(join(root, 'release.json'));
  await expectRefused(root, join(root, '._release.json'));
});

test('a release.json that is a link, a folder or a dangling link is refused', async () => {
  await writeFile(join(home, 'linked.json'), '{}');
  for (const make of [
    (path: string) => symlink(join(home, 'linked.json'), path),
    (path: string) => symlink('/nowhere', path),
    (path: string) => mkdir(path),
  ]) {
    const root = await song();
    await make(join(root, 'release.json'));
    await expectRefused(root, join(root, 'release.json'), /Nothing of the delivery was imported\.$/);
  }
});

const unreadable = [
  ['empty', '', /empty/],
  ['blank', ' \n', /empty/],
  ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /UTF-8/],
  ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /UTF-8/],
  ['half a byte order mark', Buffer.from([0xef, 0xbb, 0x7b, 0x7d]), /UTF-8/],
  ['two byte order marks', '\ufeff\ufeff{}', /not JSON/],
  ['cut off', '{"packages":["Press"]', /not JSON/],
  ['not an object', '[]', /The document/],
  ['an unknown field', '{"Packages":["Press"]}', /Packages/],
  ['a prototype', '{"__proto__":{"packages":[]}}', /__proto__|not|Unrecognized/],
  ['packages of null', '{"packages":null}', /packages/],
  ['a blank package', '{"packages":[" "]}', /packages\[0\]/],
  ['an invisible package', '{"packages":["\u200b\u2060"]}', /packages\[0\]/],
  ['the audience twice', '{"packages":["Press"],"packages":["Everyone"]}', /"packages" twice/],
  ['the audience twice, escaped', '{"packages":["Press"],"p\\u0061ckages":["Everyone"]}', /"packages" twice/],
  ['a NUL character', '{"title":"a\\u0000b"}', /title/],
  ['half a character', '{"tracks":[{"file":"x","title":"\\ud800"}]}', /tracks\[0\]\.title/],
  ['a field name with half a character', '{"tracks":[{"file":"x","canadian":{"\\udfff":"a"}}]}', /canadian/],
  ['a control character', '{"title":"\\u001b[31m"}', /title/],
  ['very deep', `{"title":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /title/],
  ['a day that no calendar has', '{"impactdate":"0000-01-01"}', /impactdate/],
  ['a time that no calendar has', '{"available":"0000-01-01T00:00:00Z"}', /available/],
  ['itself as an attachment', '{"attachments":[{"file":"./release.json"}]}', /attachments\[0\]\.file/],
  ['itself as lyrics', '{"tracks":[{"file":"1.ogg","lyrics":"release.json"}]}', /tracks\[0\]\.lyrics/],
  [
    'one file twice',
    '{"tracks":[{"file":"1.ogg"},{"file":"./1.ogg","stream_only":true}]}',
    /tracks\[1\]\.file: "1\.ogg" is that of tracks\[0\], too/,
  ],
] as const;
let imported: ReturnType<typeof importUnreadable> | undefined;

/** One import of a delivery for each of them, and of a good one after them. */
async function importUnreadable() {
  for (const [name, content] of unreadable) {
    await deliver(`unreadable/${name}`, { '1.ogg': 'vorbis.ogg' });
    await writeFile(join(home, 'unreadable', name, 'release.json'), content);
  }
  await deliver('unreadable/zzz', { '1.mp3': 'id3v24-utf8.mp3' }, { id: 'good', title: 'Good' });
  return run(join(home, 'unreadable'));
}

test.each(unreadable)(
  'a release.json that is %s is refused by name, and the next delivery is imported',
  async (name, _content, reason) => {
    imported ??= importUnreadable();
    const { releases, failed } = await imported;
    const folder = join(home, 'unreadable', name);
    expect(failed.filter(({ path }) => path === folder || path.startsWith(`${folder}/`))).toEqual([
      { path: join(folder, 'release.json'), reason: expect.stringMatching(reason) },
    ]);
    expect(releases).toMatchObject([{ title: 'Good', result: 'created' }]);
  },
);

test('a release.json that begins with a byte order mark is read', async () => {
  const root = await song({
    'release.json': `\ufeff${JSON.stringify({ id: 'bom', title: 'Bom', packages: ['Press'] })}`,
  });
  expect((await run(root)).releases).toMatchObject([{ title: 'Bom' }]);
});

test('audio below or above a folder with a sidecar is refused, unless it has its own', async () => {
  const name = `tree-${count++}`;
  const root = await deliver(name, {
    'Album/1.ogg': 'vorbis.ogg',
    'Album/release.json': { text: JSON.stringify({ id: 'tree', title: 'Tree', packages: ['Press'] }) },
    'Album/Bonus/2.mp3': 'id3v23-utf16.mp3',
    'Box/Release.json': { text: restricted },
    'Box/One/3.mp3': 'id3v1.mp3',
    'stray.wav': 'wav16.wav',
  });
  const { releases, failed } = await run(root);
  expect(releases).toMatchObject([{ title: 'Tree' }]);
  expect(failed.map(({ path }) => path).sort()).toEqual(
    [root, join(root, 'Album/Bonus'), join(root, 'Box/Release.json')].sort(),
  );
});

test('a file or a disc of a delivery alone is not imported without its sidecar', async () => {
  const root = await deliver(`parts-${count++}`, {
    'CD1/1.ogg': 'vorbis.ogg',
    '2.mp3': 'id3v1.mp3',
    'release.json': { text: restricted },
  });
  for (const part of ['2.mp3', 'CD1', 'CD1/1.ogg'])
    await expectRefused(join(root, part), join(root, part), /release\.json/);
});

test('links are named and not followed; without a sidecar they refuse the delivery', async () => {
  const elsewhere = await deliver(`elsewhere-${count++}`, {
    '9.mp3': 'id3v1.mp3',
    'release.json': { text: restricted },
  });
  for (const [link, target] of [
    ['CD2', elsewhere],
    ['cover.jpg', fixture('cover.jpg')],
    ['.hidden', elsewhere],
    ['info/deep', elsewhere],
    ['attachments/note.txt', '/etc/hostname'],
  ] as const) {
    const root = await song();
    await mkdir(dirname(join(root, link)), { recursive: true });
    await symlink(target, join(root, link));
    await expectRefused(root, join(root, link));
    await writeFile(join(root, 'release.json'), JSON.stringify({ id: link, title: link, packages: ['Press'] }));
    const { releases, failed } = await run(root);
    expect(failed).toEqual([{ path: join(root, link), reason: expect.stringMatching(/^Links are not followed/) }]);
    expect(releases).toMatchObject([{ tracks: 1, result: 'created' }]);
  }
});

test('without a sidecar and --package a delivery goes to everyone; an empty list means nobody', async () => {
  const [everyone] = await db.selectFrom('packages').select('id').where('name', '=', 'Everyone').execute();
  const audienceOf = async (sidecar?: object, settings: ImportSettings = {}) => {
    const root = await song(sidecar && { 'release.json': JSON.stringify(sidecar) });
    if (!sidecar) await copyFile(fixture('opus.ogg'), join(root, '01 Song.ogg'));
    const { releases, failed } = await run(root, settings);
    expect(failed).toEqual([]);
    return (await findRelease(releases[0]?.releaseid)).audience;
  };
  expect(await audienceOf()).toEqual([everyone?.id]);
  expect(await audienceOf({ id: 'silent', title: 'Silent' })).toEqual([everyone?.id]);
  expect(await audienceOf({ id: 'nobody', title: 'Nobody', packages: [] })).toEqual([]);
  expect(await audienceOf({ id: 'no-people', title: 'No people', recipients: [] })).toEqual([]);
  expect(await audienceOf({ id: 'unknown', title: 'Unknown', recipients: ['who@radio.test'] })).toEqual([]);
});

test('a known release keeps its audience when a later delivery has lost its sidecar, or says nothing about it', async () => {
  const root = await song({ 'release.json': JSON.stringify({ title: 'Lost', packages: ['Press'] }) });
  await copyFile(fixture('opus.ogg'), join(root, '02 Other.ogg'));
  const [first] = (await run(root)).releases;
  const { audience } = await findRelease(first?.releaseid);
  expect(audience).toHaveLength(1);
  for (const change of [
    () => writeFile(join(root, 'release.json'), JSON.stringify({ title: 'Silent' })),
    () => rm(join(root, 'release.json')),
  ]) {
    await change();
    const { releases } = await run(root);
    expect(releases).toMatchObject([{ releaseid: first?.releaseid, result: 'updated' }]);
    expect((await findRelease(first?.releaseid)).audience).toEqual(audience);
  }
  const [everyone] = await db.selectFrom('packages').select('id').where('name', '=', 'Everyone').execute();
  await run(root, { packages: ['Everyone'] });
  expect((await findRelease(first?.releaseid)).audience).toEqual([everyone?.id]);
});

test('a known release keeps its terms when a later delivery has lost its sidecar, or says nothing about them', async () => {
  const root = await song({
    'release.json': JSON.stringify({
      title: 'Terms',
      allow_sharing: false,
      commenting_enabled: false,
      tracks: [{ file: '01 Song.ogg', stream_only: true }],
    }),
  });
  await copyFile(fixture('opus.ogg'), join(root, '01 Song.ogg'));
  await copyFile(fixture('wav24.wav'), join(root, '02 Free.wav'));
  const [first] = (await run(root)).releases;
  const termsOf = async () => {
    const { candownload, allow_sharing, commenting_enabled } = await findRelease(first?.releaseid);
    const tracks = await tracksOf(first?.releaseid);
    return [candownload, allow_sharing, commenting_enabled, ...tracks.map((track) => track.candownload)];
  };
  expect(await termsOf()).toEqual([true, false, false, false, true]);
  const redeliver = async (sidecar?: object) => {
    if (sidecar) await writeFile(join(root, 'release.json'), JSON.stringify(sidecar));
    else await rm(join(root, 'release.json'));
    expect((await run(root)).releases).toMatchObject([{ releaseid: first?.releaseid, result: 'updated' }]);
    return termsOf();
  };
  expect(await redeliver({ title: 'Silent' })).toEqual([true, false, false, false, true]);
  expect(await redeliver({ title: 'Stream', stream_only: true })).toEqual([false, false, false, false, false]);
  expect(await redeliver()).toEqual([false, false, false, false, false]);
  expect(await redeliver({ title: 'Free', stream_only: false, allow_sharing: true, commenting_enabled: true })).toEqual(
    [true, true, true, true, true],
  );
});

test('a file that a sidecar makes stream-only is found in another spelling of its path, or the delivery is refused', async () => {
  const sidecar = (file: string) => JSON.stringify({ id: file, title: file, tracks: [{ file, stream_only: true }] });
  const root = await song({ 'release.json': sidecar('.//01 Song.ogg') });
  const { releases, failed } = await run(root);
  expect(failed).toEqual([]);
  expect(await tracksOf(releases[0]?.releaseid)).toMatchObject([{ candownload: false }]);
  for (const file of ['01 song.ogg', 'CD1/01 Song.ogg'])
    await expectRefused(await song({ 'release.json': sidecar(file) }), join(home, `song-${count - 1}`), /stream-only/);
});

test('an address without an account is named, and receives the release by the same import when it has one', async () => {
  const email = 'later@radio.test';
  const strangers = Array.from({ length: 70_000 }, (_, index) => `${index}@r.io`);
  const root = await song({ 'release.json': JSON.stringify({ id: 'mail', title: 'Mail', recipients: [email] }) });
  const warnings: string[] = [];
  const send = () => run(root, { onWarning: (_path, warning) => warnings.push(warning) });
  const [release] = (await send()).releases;
  expect(warnings).toEqual([expect.stringContaining(email)]);
  const { id: accountid } = await db
    .insertInto('accounts')
    .values({ password_hash: null, mailto: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('account_emails').values({ account_id: accountid, email, added_at: new Date() }).execute();
  expect((await send()).releases).toMatchObject([{ releaseid: release?.releaseid, result: 'updated' }]);
  expect((await findRelease(release?.releaseid)).audience).toEqual([-accountid]);
  expect(warnings).toHaveLength(1);
  await writeFile(
    join(root, 'release.json'),
    JSON.stringify({ id: 'mail', title: 'Mail', recipients: [email, ...strangers] }),
  );
  expect((await send()).failed).toEqual([]);
  expect((await findRelease(release?.releaseid)).audience).toEqual([-accountid]);
  expect(warnings[1]).toContain(' and 69997 more.');
});

test('an unknown package refuses the delivery unless it is to be made; other spellings of a known one are that one', async () => {
  const namesOf = async () =>
    (await db.selectFrom('packages').select('name').orderBy('id').execute()).map(({ name }) => name);
  const before = await namesOf();
  const root = await song({ 'release.json': JSON.stringify({ id: 'p', title: 'P', packages: ['Press', 'Raido'] }) });
  await expectRefused(root, root, /There is no package "Raido".*--create-packages/);
  await rm(join(root, 'release.json'));
  expect(await run(root, { packages: ['Clubs'] })).toMatchObject({
    releases: [],
    failed: [{ reason: expect.stringMatching(/"Clubs"/) }],
  });
  expect(await namesOf()).toEqual(before);
  for (const [index, name] of ['PRESS', ' press ', 'P\u200bress', 'Ｐress'].entries()) {
    const other = await song({
      'release.json': JSON.stringify({ id: `p${index}`, title: `P${index}`, packages: [name] }),
    });
    const { releases } = await run(other, { createPackages: true });
    const { audience } = await findRelease(releases[0]?.releaseid);
    expect(audience).toEqual([
      (await db.selectFrom('packages').select('id').where('name', '=', 'Press').executeTakeFirstOrThrow()).id,
    ]);
  }
  expect(await namesOf()).toEqual(before);
  expect((await run(root, { packages: ['Clubs', 'clubs '], createPackages: true })).failed).toEqual([]);
  expect(await namesOf()).toEqual([...before, 'Clubs']);
});

test('an end and excluded accounts of release.json are taken; a later delivery without them gives nobody back', async () => {
  const { id: account_id } = await db.insertInto('accounts').defaultValues().returning('id').executeTakeFirstOrThrow();
  await db.insertInto('account_emails').values({ account_id, email: 'out@test.example' }).execute();
  const files = (sidecar: object) => ({
    'release.json': JSON.stringify({ id: 'ending', title: 'Ending', packages: ['Press'], ...sidecar }),
  });
  const root = await song(files({ ends: '2099-01-01', excluded: ['Out@test.example'] }));
  const find = async () => {
    const { releases, failed } = await run(root);
    expect(failed).toEqual([]);
    return db
      .selectFrom('releases')
      .select(['ends_at', 'excluded'])
      .where('releaseid', '=', releases[0]?.releaseid ?? '')
      .executeTakeFirstOrThrow();
  };
  expect(await find()).toEqual({ ends_at: new Date('2099-01-01'), excluded: [-account_id] });
  await writeFile(join(root, 'release.json'), files({})['release.json']);
  expect(await find()).toEqual({ ends_at: null, excluded: [-account_id] });
});
