import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { whenOver } from '../../testing/cleanUp.ts';
import { COVER, createImporter, fixture } from '../../testing/deliveries.ts';
import { type ErnOptions, type ErnVersion, ernMessage } from '../../testing/ernMessages.ts';
import { importFolders } from '../run/importFolders.ts';
import { openDecodePool } from '../workers/decodePool.ts';
import { readMessage } from './message.ts';
import { parseXml } from './xml.ts';

const { context, now, run, deliver, findRelease, tracksOf } = await createImporter();
let count = 0;
const songs = { 'resources/one.ogg': 'vorbis.ogg', 'resources/two.mp3': 'cbr320.mp3', ...COVER };
const deliverMessage = async (text: string, files: Record<string, string> = songs) => {
  const warnings: string[] = [];
  const root = await deliver(`batch-${count++}`, {
    'album/message.xml': { text },
    'BatchComplete_1.xml': { text: '<ManifestMessage/>' },
    ...Object.fromEntries(Object.entries(files).map(([name, source]) => [`album/${name}`, source])),
  });
  const result = await run([root], { onWarning: (_path, warning) => warnings.push(warning) });
  return { ...result, reasons: result.failed.map(({ reason }) => reason), warnings };
};
const hash = '0'.repeat(32);

test.each<[ErnVersion]>([['383'], ['411'], ['43']])(
  'a message of ERN %s is imported with its titles, credits and codes; the same release again is updated',
  async (version) => {
    const options = { upc: `06024457901${version.slice(0, 2)}`, title: `Lights ${version}` };
    const { releases, reasons } = await deliverMessage(ernMessage(version, options));
    expect(reasons).toEqual([]);
    expect(await findRelease(releases[0]?.releaseid)).toMatchObject({ title: options.title, release_type: 'EP' });
    expect(await tracksOf(releases[0]?.releaseid)).toMatchObject([
      { title: 'Low Tide', artist: 'Ada Quay', isrc: 'QZABC2600001', composer: 'Bea Mole', explicit: 'explicit' },
      { title: 'Slack Water', artist: 'Ada Quay', isrc: 'QZABC2600002' },
    ]);
    const again = await deliverMessage(ernMessage(version, { ...options, title: 'Renamed' }));
    expect(again.releases).toMatchObject([{ releaseid: releases[0]?.releaseid, title: 'Renamed', result: 'updated' }]);
  },
);

test('a message whose second song is missing exchanges the recording of the first, and removes nothing', async () => {
  const text = ernMessage('43', { upc: '0602445790777', title: 'Two Lights' });
  const { releases } = await deliverMessage(text);
  const releaseid = releases[0]?.releaseid;
  const [low, slack] = await tracksOf(releaseid);
  const part = await deliverMessage(text, { 'resources/one.ogg': 'opus.ogg' });
  expect(part.releases).toMatchObject([{ releaseid, result: 'updated', changes: { exchanged: ['Low Tide'] } }]);
  expect(part.warnings.join()).toContain('It holds 1 of 2 tracks: exchange 1 recording');
  const after = await tracksOf(releaseid);
  expect(after).toMatchObject([{ id: low?.id, title: 'Low Tide', recorded_at: now }, { id: slack?.id }]);
  expect(after[0]?.waveform_hash).not.toBe(low?.waveform_hash);
  expect(after[1]).toEqual(slack);
});

test.each<[string, ErnOptions, RegExp]>([
  [
    'a reference that leads nowhere',
    { secondReference: 'A9' },
    /ReleaseResourceReference.*"A9" leads nowhere: no ResourceReference says it/,
  ],
  ['a profile of videos', { profile: 'Video' }, /profile "Video" is not supported/],
  ['a deal that ended', { deal: '<StartDate>2020-01-01</StartDate><EndDate>2021-01-01</EndDate>' }, /takes .* down/],
  ['an impossible date', { deal: '<StartDate>2026-02-30</StartDate>' }, /DealTerms\/.*StartDate: "2026-02-30" is not/],
  ['a file of another content', { hash }, /not the file of the message/],
  ['a file that is not there', { files: ['one.ogg', 'gone.wav'] }, /message\.xml names this file/],
])('%s is named', async (name, options, reason) => {
  const { reasons } = await deliverMessage(
    ernMessage('43', { title: name, upc: `40000000${100 + count}`, ...options }),
  );
  expect(reasons).toEqual([expect.stringMatching(reason)]);
});

test('a message alone names each file that is not there', async () => {
  const { failed, releases } = await deliverMessage(ernMessage('43', { title: 'Alone', upc: '4000000099' }), {});
  expect(releases).toEqual([]);
  expect(failed).toEqual(
    ['one.ogg', 'two.mp3'].map((file) => ({
      path: expect.stringMatching(new RegExp(`/album/${file}$`)),
      reason: 'album/message.xml names this file, but it is not there.',
    })),
  );
});

const versions: ErnVersion[] = ['383', '411', '43'];
test.each<[string, ErnOptions, object, RegExp?]>([
  [
    'the best lossless encoding, never a preview',
    {
      encodings: [
        { path: 'one.mp3', bits: 32 },
        { path: 'one.flac', bits: 16 },
        { path: 'one.wav', bits: 24 },
        { path: 'part.wav', bits: 32, isPreview: true },
      ],
    },
    { tracks: [{ file: 'one.wav' }, { file: 'two.mp3' }] },
  ],
  ['the front cover', { cover: 'art/front.jpg' }, { cover: 'art/front.jpg' }],
  [
    'a folder and a name',
    { files: ['a/one.wav', 'b/two.wav'] },
    { tracks: [{ file: 'a/one.wav' }, { file: 'b/two.wav' }] },
  ],
  [
    'discs',
    { groups: ['Component 1', 'Component 2'] },
    {
      tracks: [
        { disc: 1, ordinal: 1, title: 'Low Tide' },
        { disc: 2, ordinal: 1, title: 'Slack Water' },
      ],
    },
  ],
  [
    'works whose numbers start again',
    { groups: ['Sonata', 'Suite'] },
    {
      tracks: [
        { ordinal: 1, title: 'Low Tide' },
        { ordinal: 2, title: 'Slack Water' },
      ],
    },
  ],
  [
    'a mix in one file',
    { files: ['mix.wav', 'mix.wav'] },
    { tracks: [{ file: 'mix.wav', ordinal: 1, title: 'Harbour Lights', artist: 'Ada Quay' }] },
    /2 recordings are in mix\.wav/,
  ],
  ['the default title', { translation: '港の灯' }, { title: 'Harbour Lights' }, /several languages/],
  ['no deal', { deal: '' }, { title: 'Harbour Lights' }, /gives no deal/],
])('%s of a message is taken in every version', (_name, options, expected, warning = /^$/) => {
  for (const version of versions) {
    const { delivery, warnings } = readMessage(parseXml(Buffer.from(ernMessage(version, options))), now);
    expect(delivery, version).toMatchObject(expected);
    expect(warnings.join('\n')).toMatch(warning);
  }
});

test('a message without a deal makes a release, and takes one down that is there', async () => {
  const options = { upc: '0602445790136', title: 'Dealless', deal: '' };
  const made = await deliverMessage(ernMessage('43', options));
  expect(made).toMatchObject({ reasons: [], releases: [{ result: 'created' }] });
  expect(made.warnings.join('\n')).toMatch(/gives no deal[^]*wrong check digit/);
  const again = await deliverMessage(ernMessage('43', { ...options, title: 'Other' }));
  expect(again).toMatchObject({ releases: [], reasons: [expect.stringMatching(/takes "Other" down: withdraw/)] });
});

test.each<[ErnVersion, string]>([
  ['383', 'SHA1'],
  ['411', 'SHA-256'],
  ['43', 'SHA-512'],
])('in ERN %s a sum by %s is compared', async (version, algorithm) => {
  const sum = createHash(algorithm.replace('-', ''))
    .update(await readFile(fixture('vorbis.ogg')))
    .digest('hex');
  const options = { upc: `4000000020${version.slice(0, 2)}`, title: algorithm, algorithm };
  const { releases, reasons, warnings } = await deliverMessage(ernMessage(version, { ...options, hash: sum }));
  expect([releases.length, reasons, warnings.filter((text) => text.includes(' sum '))]).toEqual([1, [], []]);
  const other = await deliverMessage(ernMessage(version, { ...options, hash: sum.replaceAll(/./g, '0') }));
  expect(other.reasons).toEqual([expect.stringMatching(/not the file of the message/)]);
});

test('a purge is refused with the release that it names', async () => {
  const text =
    '<e:PurgeReleaseMessage xmlns:e="http://ddex.net/xml/ern/43"><PurgedRelease><ReleaseId><ICPN>602445790128</ICPN></ReleaseId></PurgedRelease></e:PurgeReleaseMessage>';
  const { releases, reasons } = await deliverMessage(text);
  expect([releases, reasons]).toEqual([[], [expect.stringMatching(/withdraws the release 602445790128/)]]);
});

test('times without a zone and sums of a wrong length are warnings', async () => {
  const deal = '<StartDateTime>2026-11-05T09:00:00</StartDateTime>';
  const { releases, warnings } = await deliverMessage(ernMessage('43', { upc: '40000099', deal, hash: `${hash}0` }));
  expect(await findRelease(releases[0]?.releaseid)).toMatchObject({ available_at: new Date('2026-11-05T09:00Z') });
  expect(warnings.join('\n')).toMatch(/no time zone[^]*33 digits/);
});

test.each<[string, string | Buffer, RegExp]>([
  ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', /DOCTYPE/],
  ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /DOCTYPE/],
  ['deep nesting', '<a>'.repeat(5_000), /levels deep/],
  ['very many elements', `<a>${'<b/>'.repeat(100_001)}</a>`, /more than 100000 elements/],
  ['many attributes', `<a ${Array.from({ length: 5_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`, /attributes/],
  ['a wrong encoding', Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>\xe9</a>', 'latin1'), /not valid UTF-8/],
  ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC"?><a/>', /not supported/],
  ['a cut message', '<a><b>', /not valid XML/],
  ['nothing', '', /./],
])('%s is refused', (_name, text, reason) => {
  expect(() => parseXml(Buffer.from(text))).toThrow(reason);
});

test('messages, zips and folders are read in threads, and a message that takes too long is cancelled', async () => {
  const read: string[] = [];
  const { decodePool } = context;
  const pool: typeof decodePool = {
    ...decodePool,
    scan: (paths) => (read.push('folder'), decodePool.scan(paths)),
    readMessage: (root, path, at) => (read.push(path), decodePool.readMessage(root, path, at)),
  };
  const root = await deliver('threads', {
    'album/message.xml': { text: ernMessage('43', { upc: '0602445790999', title: 'Threads' }) },
    ...Object.fromEntries(Object.entries(songs).map(([name, source]) => [`album/${name}`, source])),
  });
  const { releases } = await importFolders({ ...context, decodePool: pool }, [root], { embedded: true, twins: 'new' });
  expect([releases.length, read]).toEqual([1, ['folder', 'album/message.xml']]);

  const text = `<a>${'<b>x</b>'.repeat(90_000)}</a>`;
  const hostile = await deliver('hostile', { 'message.xml': { text } });
  const hasty = openDecodePool(1, 1);
  whenOver(hasty.close);
  await expect(hasty.readMessage(hostile, 'message.xml', now)).rejects.toThrow(DeliveryRefusal);
  await expect(decodePool.readMessage(hostile, 'message.xml', now)).rejects.toThrow(/is not supported/);
});

test('names of members of Object.prototype are names, for elements, attributes, values and entities', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const message = names.reduce(
    (text, name) =>
      text
        .replace('<MessageHeader>', `<${name} ${name}="x">${name}</${name}><MessageHeader>`)
        .replace('</SoundRecording>', `<${name}>A1</${name}></SoundRecording>`),
    ernMessage('43', { title: 'constructor' }).replaceAll('>Explicit<', '>constructor<'),
  );
  const { delivery } = readMessage(parseXml(Buffer.from(message)), now);
  expect(delivery).toMatchObject({ title: 'constructor', tracks: [{ title: 'Low Tide' }, { title: 'Slack Water' }] });
  expect(parseXml(Buffer.from('<a __proto__="1"><__proto__>&amp;</__proto__></a>'))).toMatchObject({
    attributes: { ['__proto__']: '1' },
    children: [{ name: '__proto__', text: '&' }],
  });
  for (const name of names) expect(() => parseXml(Buffer.from(`<a>&${name};</a>`))).toThrow(/entity/);
});

test.each<[BufferEncoding, string]>([
  ['latin1', 'ISO-8859-1'],
  ['utf16le', 'UTF-16'],
  ['utf8', 'utf-8'],
])('text in %s is read', (encoding, name) => {
  const bytes = Buffer.from(`<?xml version="1.0" encoding="${name}"?><a>é</a>`, encoding);
  expect(parseXml(bytes).text).toBe('é');
});
