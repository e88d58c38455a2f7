import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImporter, fixture } from '../testing/deliveries.ts';

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
  HEIC: '\0\0\0\x18ftypheic',
  PSD: '8BPS\0\x01',
  PDF: '%PDF-1.7',
  'JPEG XL': '\xff\x0a',
  'JPEG 2000': '\0\0\0\x0cjP  \r\n',
  BMP: 'BM\0\0',
};

test('a cover of another kind is refused by its name, and BigTIFF is taken', async () => {
  const red = sharp({ create: { width: 400, height: 400, channels: 3, background: '#f00' } });
  const root = await deliver('kinds', {
    'big/1.ogg': 'vorbis.ogg',
    ...Object.fromEntries(Object.keys(otherKinds).map((kind) => [`${kind}/1.ogg`, 'opus.ogg'])),
  });
  await writeFile(join(root, 'big/cover.tif'), await red.tiff({ bigtiff: true }).toBuffer());
  for (const [kind, bytes] of Object.entries(otherKinds))
    await writeFile(join(root, kind, 'cover.jpg'), Buffer.from(bytes, 'latin1'));
  for (const kind of Object.keys(otherKinds)) {
    const { failed } = await run([join(root, kind)]);
    const reason = expect.stringContaining(`it is ${kind}, and must be JPEG`);
    expect(failed).toEqual([{ path: join(root, kind, 'cover.jpg'), reason }]);
  }
  expect((await run([join(root, 'big')])).failed).toEqual([]);
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
  expect(failed).toEqual([
    { path: join(root, 'promo.docx'), reason: expect.stringMatching(/promo\.html or promo\.htm/) },
  ]);
  expect(warnings.filter((warning) => warning.includes('pictures'))).toEqual([expect.stringMatching(/: gone\.png\.$/)]);
  const release = await findRelease(releases[0]?.releaseid);
  expect(release.promoinfo.match(/\/\d\.(jpg|png)/g)).toEqual(['/1.jpg', '/2.jpg', '/3.png']);
  const pictures = await db.selectFrom('promo_pictures').selectAll().where('release_id', '=', release.id).execute();
  for (const { file } of pictures) expect(await storage.stat(file)).toBeDefined();
  expect(release.cover_drawn).toBe(false);
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
