import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROMO_DEPTH_MAX, PROMO_TAGS_MAX } from '../../catalogue/document/deliveryRules.ts';
import { sanitizePromo } from '../../catalogue/document/promoHtml.ts';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { inspectFile } from '../read/inspect.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';
import { openWavWriter } from '../sound/wavWriter.ts';
import { openDecodePool } from '../workers/decodePool.ts';
import { importFolders } from './importFolders.ts';

const { context, db, home, storage, run, deliver, findRelease, tracksOf } = await createImporter();

test('a market named by its English name, in any case, is the existing one', async () => {
  await db
    .insertInto('markets')
    .values([
      { id: 'ca', name: 'CA' },
      { id: 'uk', name: 'UK' },
    ])
    .execute();
  const warnings: string[] = [];
  const marketsOf = async (markets: string[]) => {
    const name = markets.join();
    const root = await deliver(`markets-${name}`, { '1.ogg': 'vorbis.ogg' }, { id: name, title: name, markets });
    const { releases, failed } = await run([root], { onWarning: (_path, text) => warnings.push(text) });
    expect(failed).toEqual([]);
    const release = await findRelease(releases[0]?.releaseid);
    expect(JSON.parse(`{${release.fragment}}`).market_tags).toEqual(release.market_ids);
    return release.market_ids;
  };
  expect(await marketsOf(['Canada'])).toEqual(['ca']);
  expect(await marketsOf(['CANADA', 'canada ', 'ca'])).toEqual(['ca']);
  expect(await marketsOf(['United Kingdom', 'GB'])).toEqual(['uk']);
  expect(await marketsOf(['côte d’ivoire'])).toEqual(['ci']);
  expect(
    await marketsOf(['Hong Kong', 'Turkey', 'the Netherlands', 'UAE', 'XK', 'DEU', 'Bosnia & Herzegovina']),
  ).toEqual(['hk', 'tr', 'nl', 'ae', 'xk', 'de', 'ba']);
  expect(await marketsOf(['Canadian Content', 'Moon base'])).toEqual(['cancon']);
  expect(warnings).toEqual(['The market "Moon base" is no country and was left out.']);
});

test('files that the sidecar names are not refused as unrecognised', async () => {
  const root = await deliver(
    'named',
    { '1.ogg': 'vorbis.ogg', 'words.txt': { text: 'la' }, 'sheet.pdf': { text: 'x' }, 'other.pdf': { text: 'x' } },
    { id: 'named', tracks: [{ file: '1.ogg', lyrics: 'words.txt' }], attachments: [{ file: 'sheet.pdf' }] },
  );
  const { releases, failed, leftOut } = await run([root]);
  const reason = 'release.json lists the attachments, and this file is none of them.';
  expect([failed, leftOut]).toEqual([[], [{ path: join(root, 'other.pdf'), reason }]]);
  expect((await tracksOf(releases[0]?.releaseid))[0]).toMatchObject({ lyrics: 'la' });
});

test('line breaks and tabs in a title are spaces', async () => {
  const root = await deliver('breaks', { '1.ogg': 'vorbis.ogg' }, { id: 'breaks', title: ' One\r\nline\tonly ' });
  const [release] = (await run([root])).releases;
  expect((await findRelease(release?.releaseid)).title).toBe('One line only');
});

test('names of files and folders give titles without control and invisible characters', async () => {
  const root = await deliver('Night\n\u001b[31mbus\u200b', {
    '01 Kite\u0007.wav': 'wav16.wav',
    '02 \n.wav': 'wav24.wav',
    '\u200b.wav': 'rf64.wav',
  });
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([]);
  expect((await findRelease(releases[0]?.releaseid)).title).toBe('Night [31mbus');
  expect((await tracksOf(releases[0]?.releaseid)).map(({ title }) => title)).toEqual(['Kite', '02', '.wav']);
});

test('an empty or blank version is none', async () => {
  const tracks = [
    { file: '1.ogg', version: '' },
    { file: '2.mp3', version: ' \t' },
  ];
  const root = await deliver('blank', { '1.ogg': 'vorbis.ogg', '2.mp3': 'id3v1.mp3' }, { id: 'blank', tracks });
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([]);
  expect((await tracksOf(releases[0]?.releaseid)).map(({ version }) => version)).toEqual(['', '']);
});

test('lyrics and promotional text that cannot be stored are refused by name, and the release is imported', async () => {
  for (const [name, bytes] of [
    ['nul', Buffer.from('la\0la')],
    ['half', Buffer.from('\ufeff\ud800la', 'utf16le')],
    ['utf-16 without a mark', Buffer.from('la la', 'utf16le')],
  ] as const) {
    const root = await deliver(
      `text-${name}`,
      { 'Song.ogg': 'vorbis.ogg', 'lyrics/Song.txt': { text: '' } },
      { id: name },
    );
    await writeFile(join(root, 'lyrics/Song.txt'), bytes);
    await writeFile(join(root, 'promo.html'), bytes);
    const { releases, failed } = await run([root]);
    expect(failed.map(({ path }) => path).sort()).toEqual([join(root, 'lyrics/Song.txt'), join(root, 'promo.html')]);
    for (const { reason } of failed) expect(reason).toMatch(/NUL|UTF-16/);
    expect(releases).toMatchObject([{ result: 'created' }]);
  }
});

/** A storage that fails while a delivery with this text in its name is imported. */
function failingContext(error: Error, isHit: (key: string) => boolean) {
  const withPartialFolder: typeof storage.withPartialFolder = (name) => {
    const plain = storage.withPartialFolder(name);
    return { ...plain, put: (key, ...rest) => (isHit(key) ? Promise.reject(error) : plain.put(key, ...rest)) };
  };
  return { ...context, storage: { ...storage, withPartialFolder } };
}

test.each([
  ['a full disk', Object.assign(new Error('no space left'), { code: 'ENOSPC' }), /^The disk is full/],
  ['an unexpected error', new Error('bug\nat secret'), /unexpected error: bug$/],
])('%s costs its delivery by name, and the rest of the run goes on', async (name, error, reason) => {
  const folder = join(home, name);
  await deliver(`${name}/a`, { '1.mp3': 'id3v1.mp3', 'attachments/a.txt': { text: name } }, { id: `${name} a` });
  await deliver(`${name}/b`, { '1.ogg': 'opus.ogg' }, { id: `${name} b` });
  const broken = failingContext(error, (key) => key.endsWith('/a.txt'));
  const errors: unknown[] = [];
  const settings = { embedded: true, twins: 'new', onError: (thrown: unknown) => errors.push(thrown) } as const;
  const { releases, failed } = await importFolders(broken, [folder], settings);
  expect(failed).toEqual([{ path: join(folder, 'a'), reason: expect.stringMatching(reason) }]);
  expect(releases).toMatchObject([{ result: 'created' }]);
  expect(errors).toEqual([error]);
  expect((await run([folder])).releases).toMatchObject([{ result: 'created' }, { result: 'unchanged' }]);
});

test.each([
  ['short', async () => fixture('wav16.wav')],
  // ffmpeg ends before it has read the whole of a long file.
  ['long', writeLongWav],
])('a disk that is full while a %s file is encoded is no fault of the file', async (name, create) => {
  const path = await create();
  const { media } = await inspectFile(path, () => {});
  const pool = openDecodePool(1);
  for (const ffmpeg of [undefined, await findFfmpeg()]) {
    const stem = join(home, `full-${name}-${ffmpeg ? 'ffmpeg' : 'embedded'}`);
    await symlink('/dev/full', `${stem}.mp3`);
    const rendering = pool.render({ path, media, stem, ffmpeg }, () => {});
    await expect(rendering).rejects.toMatchObject({ code: 'ENOSPC' });
  }
  await pool.close();
});

async function writeLongWav(): Promise<string> {
  const path = join(home, 'long.wav');
  const wav = await openWavWriter(path, { sampleRate: 44_100, channels: 2, channelMask: 3, bits: 16, float: false });
  for (let part = 0; part < 10; part++) await wav.write(Buffer.alloc(1_764_000, part));
  await wav.finish();
  return path;
}

test('an SVG is never drawn, whatever its name is', async () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  const root = await deliver(
    'svg',
    { '1.ogg': 'vorbis.ogg', 'cover.png': { text: svg }, 'logo.jpg': { text: `  ${svg}` } },
    { id: 'svg', label: { name: 'Vector', logo: 'logo.jpg' } },
  );
  const { releases, failed } = await run([root]);
  expect(failed.map(({ path }) => path).sort()).toEqual([join(root, 'cover.png'), join(root, 'logo.jpg')]);
  for (const { reason } of failed) expect(reason).toMatch(/must be JPEG, PNG/);
  expect(releases).toMatchObject([{ result: 'created' }]);
});

test('each picture of a promotional text is looked up once, and more tags than the limit are refused', () => {
  for (const many of [10, 100, 1_000]) {
    let lookups = 0;
    const pictures = Array.from(
      { length: many },
      (_, index) => `<img src="${index}.jpg"><img src="https://far.test/">`,
    );
    const sanitized = sanitizePromo(pictures.join(''), '/delivery', (path) => (++lookups > 0 ? path : undefined));
    expect(lookups).toBe(many);
    expect(sanitized.pictures.size).toBe(many);
    expect(sanitized.html.match(/<img/g)).toHaveLength(many);
  }
  const refused = (html: string) =>
    expect(() => sanitizePromo(html, '/', (path) => path)).toThrow(/more than 5000 tags/);
  expect(sanitizePromo('<p>'.repeat(PROMO_TAGS_MAX), '/', (path) => path).html).toContain('<p>');
  for (const part of ['<p>', '<a>', '</b>', '<img>', '<!--', '<noscript></noscript>', '<a href="<!---->">'])
    refused(part.repeat(1_000_000 / part.length));
});

test('deep markup of a promotional text is cut and its text is kept', () => {
  const { html } = sanitizePromo(`${'<div>'.repeat(4_000)}deep`, '/', (path) => path);
  expect(html.match(/<div>/g)).toHaveLength(PROMO_DEPTH_MAX);
  expect(html).toContain('deep');
});

test('a promotional text with too many tags is refused by name', async () => {
  const root = await deliver(
    'tags-of-promo',
    { '1.ogg': 'vorbis.ogg', 'promo.html': { text: '<b>'.repeat(6_000) } },
    { id: 'tp' },
  );
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([{ path: join(root, 'promo.html'), reason: 'It has more than 5000 tags.' }]);
  expect(releases).toMatchObject([{ result: 'created' }]);
});
