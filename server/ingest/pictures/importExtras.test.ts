import { readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { COVER, createImporter, fixture } from '../../testing/deliveries.ts';

const { db, home, storage, run, deliver, findRelease, tracksOf } = await createImporter();

test('discs, lyrics, attachments, promotional text and a video are imported', async () => {
  const root = await deliver(
    'rich',
    {
      'CD1/01 One.wav': 'wav16.wav',
      'Disc 2/01 Two.ogg': 'vorbis.ogg',
      'Disc 2/02 Clip.mp4': 'clip.mp4',
      'lyrics/01 One.txt': { text: 'la la\r\nla' },
      'attachments/Press: text?.txt': { text: 'press' },
      'pictures.jpg': 'cover.jpg',
      'promo.html': {
        text: '<h1 onclick="x()">Hi</h1><script>bad()</script><img src="pictures.jpg"><img src="https://far.test/x.png"><img src="../../x.jpg"><a href="javascript:x()">a</a><a href="https://label.test">b</a>',
      },
    },
    {
      id: 'rich',
      label: { name: 'Rich', contact: 'press@rich.test' },
      recipients: ['nobody@nowhere.test'],
      tracks: [{ file: 'CD1/99.wav' }],
    },
  );
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([{ path: join(root, 'CD1/99.wav'), reason: expect.stringMatching(/not there/) }]);
  const release = await findRelease(releases[0]?.releaseid);
  expect(release).toMatchObject({ trackcount: 2, audience: [] });
  const tracks = await tracksOf(release.releaseid);
  expect(
    tracks.map(({ disc, ordinal, title, assettype, lyrics }) => [disc, ordinal, title, assettype, lyrics]),
  ).toEqual([
    [1, 1, 'One', 'audio', 'la la\nla'],
    [2, 2, 'Ogg Title', 'audio', ''],
    [2, 3, 'Clip', 'video', ''],
  ]);
  expect(tracks[2]?.duration).toBeCloseTo(1, 1);
  const attachments = await db.selectFrom('attachments').selectAll().where('release_id', '=', release.id).execute();
  expect(attachments).toMatchObject([
    { title: 'Press_ text_', filename: 'Press_ text_.txt', bytes: 5, media_type: 'text/plain; charset=utf-8' },
  ]);
  expect(release.promoinfo).toContain(`<img src="/api/promo/${release.releaseid}/1.jpg" />`);
  expect(release.promoinfo).toContain('rel="noopener noreferrer" target="_blank"');
  expect(release.promoinfo).not.toMatch(/script|onclick|javascript|far\.test|\.\./);
  const pictures = await db.selectFrom('promo_pictures').selectAll().where('release_id', '=', release.id).execute();
  expect(pictures).toMatchObject([{ name: '1.jpg', media_type: 'image/jpeg' }]);
});

test('covers come from a file or the audio, or are drawn; a broken one is reported', async () => {
  const root = await deliver('covers', {
    'file/1.ogg': 'vorbis.ogg',
    'file/Cover.JPG': 'cover.jpg',
    'embedded/1.mp3': 'embedded-cover.mp3',
    'none/1.m4a': 'alac-faststart.m4a',
    'bad/1.wav': 'rf64.wav',
    'bad/cover.png': { text: 'no picture' },
  });
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([
    { path: join(root, 'bad/cover.png'), reason: expect.stringMatching(/picture cannot be used/) },
  ]);
  const found = await Promise.all(releases.map(({ releaseid }) => findRelease(releaseid)));
  const byTitle = Object.fromEntries(found.map((release) => [release.title, release]));
  expect(byTitle['Picture Artist'] ?? byTitle['With Picture']).toMatchObject({
    cover_hash: found.find(({ title }) => title === 'Ogg Title')?.cover_hash,
  });
  for (const { cover_hash, color } of found) {
    expect((await storage.stat(`covers/${cover_hash}-160.jpg`))?.bytes).toBeGreaterThan(0);
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
  }
  const artists = await db.selectFrom('artists').select('picture_hash').execute();
  for (const { picture_hash } of artists) expect(await storage.stat(`artists/${picture_hash}.webp`)).toBeDefined();
});

const otherKinds = {
  HEIC: '\0\0\0\x18ftypmif1\0\0\0\0mif1heic',
  PSD: '8BPS\0\x01',
  PDF: '%PDF-1.7',
  'JPEG XL': '\xff\x0a',
  'JPEG 2000': '\0\0\0\x0cjP  \r\n',
  BMP: 'BM\0\0',
  EPS: '%!PS-Adobe-3.0 EPSF-3.0',
};

/** An uncompressed TIFF of one colour in Lab of 8 bits (TIFF 6.0 §23): L, then a and b with signs. */
function makeLabTiff(size: number, lab: number[]): Buffer {
  const entries = [
    [256, 3, 1, size],
    [257, 3, 1, size],
    [258, 3, 3, 122],
    [259, 3, 1, 1],
    [262, 3, 1, 8],
    [273, 4, 1, 128],
    [277, 3, 1, 3],
    [278, 3, 1, size],
    [279, 4, 1, size * size * 3],
  ] as const;
  const head = Buffer.alloc(128);
  head.write('II*\0\x08\0\0\0\x09\0', 'latin1');
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + index * 12);
    head.writeUInt16LE(type, 12 + index * 12);
    head.writeUInt32LE(count, 14 + index * 12);
    head.writeUInt32LE(value, 18 + index * 12);
  }
  for (const at of [122, 124, 126]) head.writeUInt16LE(8, at);
  return Buffer.concat([
    head,
    Buffer.from(
      Array<number[]>(size * size)
        .fill(lab)
        .flat(),
    ),
  ]);
}

const brown = sharp({ create: { width: 400, height: 400, channels: 3, background: '#907060' } });
const CMYK = /400 × 400 pixels\) is CMYK without a colour profile/;
const takenKinds: [kind: string, picture: () => Promise<Buffer> | Buffer, warning?: RegExp][] = [
  ['BigTIFF', () => brown.clone().tiff({ bigtiff: true }).toBuffer()],
  // Expected values: Pillow with LittleCMS 2.
  ['Lab TIFF of 8 bits', () => makeLabTiff(400, [128, 11, 14])],
  [
    'AVIF sequence',
    async () => {
      const avif = await brown.clone().avif({ effort: 0 }).toBuffer();
      avif.write('avis', 8);
      return avif;
    },
  ],
  ['JPEG in CMYK', () => brown.clone().toColourspace('cmyk').jpeg().toBuffer(), CMYK],
  ['TIFF in CMYK', () => brown.clone().toColourspace('cmyk').tiff().toBuffer(), CMYK],
];

test('covers of each promised kind look right, and one of another kind is refused by its name', async () => {
  for (const [kind, picture, warning = /^$/] of takenKinds) {
    const root = await deliver(`taken/${kind}`, { '1.ogg': 'vorbis.ogg' }, { id: kind });
    await writeFile(join(root, 'cover.jpg'), await picture());
    const warnings: string[] = [];
    const { releases, failed } = await run([root], { onWarning: (_path, text) => warnings.push(text) });
    expect([kind, failed]).toEqual([kind, []]);
    expect(warnings.join()).toMatch(warning);
    const { cover_hash } = await findRelease(releases[0]?.releaseid);
    const cover = Buffer.concat(await (await storage.read(`covers/${cover_hash}-500.jpg`)).toArray());
    const { channels } = await sharp(cover).stats();
    for (const [channel, value] of [0x90, 0x70, 0x60].entries())
      expect(Math.abs((channels[channel]?.mean ?? 0) - value), kind).toBeLessThan(12);
  }
  for (const [kind, bytes] of Object.entries(otherKinds)) {
    const root = await deliver(`refused/${kind}`, { '1.ogg': 'opus.ogg' });
    await writeFile(join(root, 'cover.jpg'), Buffer.from(bytes, 'latin1'));
    const reason = `A picture as ${kind} is not taken: convert it to JPEG or PNG.`;
    expect((await run([root])).failed).toEqual([{ path: join(root, 'cover.jpg'), reason }]);
  }
});

test('covers of other kinds get a sentence that says what to convert', async () => {
  const names = ['cover.heic', 'front.psd', 'Artwork/cover.jxl'];
  const root = await deliver('other-covers', {
    '1.ogg': 'opus.ogg',
    ...Object.fromEntries(names.map((name) => [name, { text: 'pixels' }])),
    'cover.pdf': { text: '%PDF-1.7' },
    'booklet.pdf': { text: '%PDF-1.7' },
  });
  const warnings: [string, string][] = [];
  const { leftOut, failed } = await run([root], { onWarning: (path, text) => warnings.push([path, text]) });
  expect(failed).toEqual([]);
  const kinds = { heic: 'HEIC', psd: 'PSD (Photoshop)', jxl: 'JPEG XL' };
  for (const [index, kind] of Object.values(kinds).entries())
    expect(leftOut).toContainEqual({
      path: join(root, names[index] ?? ''),
      reason: `A picture as ${kind} is not taken: convert it to JPEG or PNG.`,
    });
  expect(warnings).toContainEqual([join(root, 'cover.pdf'), 'A cover as PDF is not taken: convert it to JPEG or PNG.']);
  expect(warnings.filter(([path]) => path.endsWith('booklet.pdf'))).toEqual([]);
});

const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: '#405060' } }).withExif({
  IFD0: { Artist: 'Jane Doe' },
  IFD2: { CameraOwnerName: 'J. Doe' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
});
const xmp = `<x:xmpmeta><rdf:Description aux:OwnerName="J. Doe" exif:GPSLatitude="52,31N"><dc:creator><rdf:Seq>
  <rdf:li>Jane &amp; Doe</rdf:li></rdf:Seq></dc:creator></rdf:Description></x:xmpmeta>`;
const PHOTO = ['author "Jane Doe"', 'camera owner "J. Doe"', 'position'];
function makePdf(): Promise<Buffer> {
  const pdf = new PdfDocument({ info: { Author: 'Jané (JD) Doe' } });
  pdf.end();
  return pdf.toArray().then((chunks: Buffer[]) => Buffer.concat(chunks));
}
/** Attachments as programs write them, and the personal data that is in them. */
const attachments: [name: string, content: () => string | Buffer | Promise<string | Buffer>, data: string[]][] = [
  ['a.jpg', () => photo.clone().jpeg().toBuffer(), PHOTO],
  ['a.png', () => photo.clone().png().toBuffer(), PHOTO],
  ['a.webp', () => photo.clone().webp().toBuffer(), PHOTO],
  ['a.avif', () => photo.clone().avif({ effort: 0 }).toBuffer(), PHOTO],
  // EXIF is a TIFF.
  ['a.tif', async () => (await sharp(await photo.clone().jpeg().toBuffer()).metadata()).exif?.subarray(6) ?? '', PHOTO],
  ['a.psd', () => Buffer.from(`8BPS\0\x01${xmp}`), ['camera owner "J. Doe"', 'position', 'author "Jane & Doe"']],
  ['a.pdf', makePdf, ['author "Jané (JD) Doe"']],
  // As macOS writes it: behind a reference.
  ['b.pdf', () => Buffer.from('%PDF-1.3\n7 0 obj (J\\351 \\(D\\))\nendobj\n<< /Author 7 0 R >>'), ['author "Jé (D)"']],
  // ISO 32000-1 §7.5.7.
  [
    'c.pdf',
    () =>
      Buffer.concat([
        Buffer.from('%PDF-1.5\n1 0 obj <</Type/ObjStm/Filter/FlateDecode>>\nstream\n'),
        deflateSync('1 0 <</Author<FEFF004A0061006E0065>>>'),
        Buffer.from('\nendstream'),
      ]),
    ['author "Jane"'],
  ],
  [
    'a.docx',
    () =>
      Buffer.from(
        zipSync({
          'docProps/core.xml': strToU8(
            '<cp:coreProperties><dc:creator>Jane</dc:creator><cp:lastModifiedBy>John</cp:lastModifiedBy></cp:coreProperties>',
          ),
          'docProps/app.xml': strToU8('<Properties><Manager>Mia</Manager></Properties>'),
          'word/comments.xml': strToU8('<w:comment w:id="1" w:author="Carl" w:initials="C">x</w:comment>'),
        }),
      ),
    ['author "Jane"', 'last modified by "John"', 'manager "Mia"', 'author of changes or comments "Carl"'],
  ],
  [
    'a.rtf',
    () => Buffer.from('{\\rtf1{\\info{\\author Jane}{\\operator John}}}'),
    ['author "Jane"', 'last modified by "John"'],
  ],
  ['a.mp4', () => readFile(fixture('clip.mp4')), ['user data of a video, such as position and author']],
  ['none.pdf', () => Buffer.from('%PDF-1.4 nobody'), []],
  ['none.jpg', () => readFile(fixture('cover.jpg')), []],
  ['none.docx', () => Buffer.from('PK\x03\x04 broken'), []],
];

test('attachments go out as delivered, and what personal data is in them is said', async () => {
  const root = await deliver('personal', { '1.ogg': 'opus.ogg', 'attachments/none.txt': { text: 'x' }, ...COVER });
  for (const [name, content] of attachments) await writeFile(join(root, 'attachments', name), await content());
  const warnings: [string, string][] = [];
  const { releases, failed } = await run([root], { onWarning: (path, text) => warnings.push([basename(path), text]) });
  expect(failed).toEqual([]);
  const expected = attachments.flatMap(([name, , data]) =>
    data.length > 0 ? [[name, `It goes out as delivered, with personal data in it: ${data.join(', ')}.`]] : [],
  );
  expect(warnings.length).toBe(expected.length);
  expect(Object.fromEntries(warnings)).toEqual(Object.fromEntries(expected));
  const { id } = await findRelease(releases[0]?.releaseid);
  const [pdf] = await db
    .selectFrom('attachments')
    .select('file')
    .where('release_id', '=', id)
    .where('filename', '=', 'a.pdf')
    .execute();
  const stored = Buffer.concat(await (await storage.read(pdf?.file ?? '')).toArray());
  expect(stored.equals(await readFile(join(root, 'attachments/a.pdf')))).toBe(true);
});

test('the promotional text may be promo.htm, show pictures of other folders, and is no source of covers', async () => {
  const root = await deliver(
    'press',
    {
      '1.mp3': 'embedded-cover.mp3',
      'header.jpg': 'cover.jpg',
      'Images/Big Picture.jpg': 'cover.jpg',
      'Promo.HTM': {
        text: '<img src="header.jpg"><img src="images\\big%20picture.jpg"><img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="><img src="gone.png">',
      },
      'promo.docx': { text: 'Word' },
    },
    { id: 'press' },
  );
  const warnings: string[] = [];
  const { releases, failed } = await run([root], { onWarning: (_path, warning) => warnings.push(warning) });
  expect(failed).toEqual([]);
  expect(warnings.filter((warning) => warning.includes('pictures'))).toEqual([expect.stringMatching(/: gone\.png\.$/)]);
  const release = await findRelease(releases[0]?.releaseid);
  expect(release.promoinfo.match(/\/\d\.(jpg|png)/g)).toEqual(['/1.jpg', '/2.jpg', '/3.png']);
  const pictures = await db.selectFrom('promo_pictures').selectAll().where('release_id', '=', release.id).execute();
  for (const { file } of pictures) expect(await storage.stat(file)).toBeDefined();
  expect(release.cover_drawn).toBe(false);
  expect(await db.selectFrom('attachments').select('filename').where('release_id', '=', release.id).execute()).toEqual([
    { filename: 'promo.docx' },
  ]);
});

test('a new logo applies to all releases of its label; a drawn logo does not replace a delivered one', async () => {
  const logo = { name: 'Logo Records', logo: 'logo.jpg' };
  const plain = await deliver('logo-1', { '1.ogg': 'vorbis.ogg' }, { id: 'l1', label: { name: 'Logo Records' } });
  const real = await deliver('logo-2', { '1.ogg': 'opus.ogg', 'logo.jpg': 'cover.jpg' }, { id: 'l2', label: logo });
  const [first] = (await run([plain])).releases;
  const drawn = JSON.parse(`{${(await findRelease(first?.releaseid)).fragment}}`).labels[0].logo;
  await run([real]);
  const renewed = JSON.parse(`{${(await findRelease(first?.releaseid)).fragment}}`).labels[0].logo;
  expect(renewed).not.toBe(drawn);
  const again = await deliver('logo-3', { '1.m4a': 'alac.m4a' }, { id: 'l3', label: { name: 'logo records' } });
  const [third] = (await run([again])).releases;
  const hash = (address: string) => address.split('/').at(-1);
  expect(hash(JSON.parse(`{${(await findRelease(third?.releaseid)).fragment}}`).labels[0].logo)).toBe(hash(renewed));
});

test('links and paths outside of the delivery are not followed', async () => {
  const root = await deliver(
    'escape',
    { '1.ogg': 'vorbis.ogg' },
    { id: 'escape', cover: '../../etc/passwd', attachments: [{ file: '../secret.txt' }, { file: 'link.txt' }] },
  );
  await writeFile(join(home, 'secret.txt'), 'secret');
  await symlink(join(home, 'secret.txt'), join(root, 'link.txt'));
  await symlink(fixture('wav16.wav'), join(root, '2.wav'));
  const { releases, failed } = await run([root]);
  expect(releases).toMatchObject([{ tracks: 1 }]);
  expect(new Set(failed.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set(['2.wav', 'link.txt', 'passwd', 'secret.txt']),
  );
});

test('a release can be delivered to single accounts', async () => {
  const account = await db.insertInto('accounts').values({ verified: true }).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('account_emails').values({ email: 'one@radio.test', account_id: account.id }).execute();
  const root = await deliver(
    'recipient',
    { '1.ogg': 'vorbis.ogg' },
    { id: 'recipient', recipients: ['One@Radio.test'] },
  );
  const [release] = (await run([root])).releases;
  expect((await findRelease(release?.releaseid)).audience).toEqual([-account.id]);
});

test('release.json may have the promotional text and lyrics themselves', async () => {
  const root = await deliver(
    'texts',
    { '01 One.wav': 'wav16.wav', 'pictures.jpg': 'cover.jpg', 'promo.html': { text: '<p>From the file</p>' } },
    {
      id: 'texts',
      promo: '<p onclick="x()">From the sidecar <img src="pictures.jpg"></p>',
      tracks: [{ file: '01 One.wav', lyrics_text: 'la la' }],
    },
  );
  const { releases, failed } = await run([root]);
  expect(failed).toEqual([]);
  const { releaseid, promoinfo } = await findRelease(releases[0]?.releaseid);
  expect(promoinfo).toBe(`<p>From the sidecar <img src="/api/promo/${releaseid}/1.jpg" /></p>`);
  expect((await tracksOf(releaseid)).map(({ lyrics }) => lyrics)).toEqual(['la la']);
});
