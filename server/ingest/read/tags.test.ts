import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DownloadRendition, DownloadTrack } from '../../media/download/downloadQueries.ts';
import { buildId3Header, textFrame } from '../../media/download/id3.ts';
import { buildTagParts } from '../../media/download/trackTags.ts';
import { whenOver } from '../../testing/cleanUp.ts';
import { fixture } from '../../testing/deliveries.ts';
import { inspectFile } from './inspect.ts';
import { buildReleaseMetadata } from './releaseMetadata.ts';
import { parseTags } from './tags.ts';

const home = await mkdtemp(join(tmpdir(), 'tags-'));
whenOver(() => rm(home, { recursive: true, force: true }));

const vorbis = (fields: Record<string, string | string[]>) =>
  parseTags({
    vorbis: Object.entries(fields).flatMap(([id, values]) => [values].flat().map((value) => ({ id, value }))),
  });
const id3 = (version: string, tags: [id: string, value: unknown][]) =>
  parseTags({ [version]: tags.map(([id, value]) => ({ id, value })) as { id: string; value: string }[] });

test.each<[string, Parameters<typeof vorbis>[0], Partial<ReturnType<typeof parseTags>>]>([
  [
    'several artists and composers',
    { ARTIST: ['Ada One', 'Bea Two'], COMPOSER: ['C', 'D'] },
    {
      artist: 'Ada One, Bea Two',
      artists: ['Ada One', 'Bea Two'],
      composers: ['C', 'D'],
    },
  ],
  ['NUL between values', { TITLE: 'Song\0Song (Remix)', ARTIST: 'A\0B' }, { title: 'Song', artist: 'A, B' }],
  [
    'two titles and labels',
    { TITLE: ['Song', '歌', 'Song'], LABEL: ['Kite Records', 'Harbour'] },
    {
      title: 'Song',
      label: 'Kite Records',
      warnings: [
        'Its tags have several values for its label: "Kite Records" counts, not "Harbour".',
        'Its tags have several values for its title: "Song" counts, not "歌".',
      ],
    },
  ],
  [
    'LABEL before ORGANIZATION',
    { ORGANIZATION: 'Distributor', LABEL: 'Owner', PUBLISHER: 'Songs Ltd' },
    {
      label: 'Owner',
      publisher: 'Songs Ltd',
    },
  ],
  ['ORGANIZATION alone', { ORGANIZATION: 'Owner' }, { label: 'Owner', publisher: undefined }],
  ['PUBLISHER alone', { PUBLISHER: 'Songs Ltd' }, { label: undefined, publisher: 'Songs Ltd' }],
  ['an ISRC as printed', { ISRC: 'ISRC US-QX9-13-00108' }, { isrc: 'USQX91300108' }],
  ['hyphens of every kind', { ISRC: 'US‐QX9–13−00108' }, { isrc: 'USQX91300108' }],
  ['several ISRCs in one value', { ISRC: 'nothing;USQX91300108/USQX91300109' }, { isrc: 'USQX91300108', warnings: [] }],
  [
    'two ISRCs with a blank between',
    { ISRC: 'US-QX9-13-00108 US-QX9-13-00109' },
    { isrc: 'USQX91300108', warnings: [] },
  ],
  ['two ISRCs with their names', { ISRC: 'ISRC: USQX91300108 ISRC: USQX91300109' }, { isrc: 'USQX91300108' }],
  [
    'an empty and a wrong ISRC first',
    { ISRC: ['', 'unknown', 'USQX91300108'] },
    {
      isrc: 'USQX91300108',
      warnings: ['The tag of its ISRC has "unknown", which cannot be used and was left out.'],
    },
  ],
  ['UPC', { UPC: '6 02445 79012 8' }, { upc: '602445790128' }],
  ['two UPCs with a blank between', { UPC: '602445790128 0602445790135' }, { upc: '602445790128', warnings: [] }],
  ['two UPCs in one value', { UPC: '6 02445 79012 8 / 6 02445 79013 5' }, { upc: '602445790128', warnings: [] }],
  ['EAN/UPN', { 'EAN/UPN': '0602445790128' }, { upc: '0602445790128' }],
  [
    'PRODUCTNUMBER beside a placeholder',
    { BARCODE: '0000000000000', PRODUCTNUMBER: '602445790128' },
    { upc: '602445790128' },
  ],
  ['both languages', { LANGUAGE: ['eng', 'fre'] }, { language: 'en, fr' }],
  ['two languages in one value', { LANGUAGE: 'engfre' }, { language: 'en, fr' }],
  ['an undetermined language', { LANGUAGE: 'und' }, { language: undefined }],
  ['a language by name', { LANGUAGE: 'English' }, { language: 'English' }],
  ['decimals of the tempo', { BPM: '127.5' }, { bpm: 127.5 }],
  ['a decimal comma', { BPM: '127,5' }, { bpm: 127.5 }],
  ...(
    [
      ['Am', 'A minor'],
      ['A minor', 'A minor'],
      ['8A', 'A minor'],
      ['08A', 'A minor'],
      ['1m', 'A minor'],
      ['Abm', 'G# minor'],
      ['Ab', 'Ab major'],
      ['A♭ Major', 'Ab major'],
      ['F#maj', 'F# major'],
      ['AM', 'A major'],
      ['12B', 'E major'],
      ['Cb', 'B major'],
      // Mixed In Key, KeyFinder, Beatport, Traktor, beets, German programs.
      ['8A - Am', 'A minor'],
      ['Am - Energy 7', 'A minor'],
      ['8A/9A', 'A minor'],
      ['8A (A minor)', 'A minor'],
      ['Ab Min/G# Min', 'G# minor'],
      ['G♯ min', 'G# minor'],
      ['6d', 'B major'],
      ['8a', 'A minor'],
      ['A-Dur', 'A major'],
      ['cis-Moll', 'C# minor'],
      ['es-moll', 'Eb minor'],
      ['As-Dur', 'Ab major'],
      ['B-Dur', 'Bb major'],
      ['h-Moll', 'B minor'],
    ] as const
  ).map(([INITIALKEY, key]): [string, Record<string, string>, object] => [
    `the key ${INITIALKEY}`,
    { INITIALKEY },
    { key },
  ]),
  ['no key', { KEY: 'o' }, { key: undefined, warnings: [] }],
  [
    'a key that is none',
    { KEY: '13A' },
    { key: undefined, warnings: ['The tag of its key has "13A", which cannot be used and was left out.'] },
  ],
  ['a version', { VERSION: 'Radio edit' }, { version: 'Radio edit' }],
  ['a release date', { DATE: '2026', RELEASEDATE: '2026-03-04' }, { year: 2026, date: '2026-03-04' }],
  [
    'both copyrights in one text',
    { COPYRIGHT: '℗ 2025 Kite Records © 2026 Kite' },
    {
      p_line: '℗ 2025 Kite Records',
      c_line: '© 2026 Kite',
    },
  ],
  [
    'one line for both copyrights',
    { COPYRIGHT: '℗ & © 2026 Kite' },
    { p_line: '℗ & © 2026 Kite', c_line: '℗ & © 2026 Kite' },
  ],
  ['a copyright without a sign', { COPYRIGHT: '2026 Kite' }, { p_line: undefined, c_line: '2026 Kite' }],
  [
    'a day that no calendar has',
    { TITLE: 'Dated', DATE: '2026-02-30' },
    {
      title: 'Dated',
      date: undefined,
      year: undefined,
      warnings: ['The tag of its date has "2026-02-30", which cannot be used and was left out.'],
    },
  ],
  ['the year 0', { DATE: '0000-01-01' }, { date: undefined, year: undefined }],
  ['a date with points', { DATE: '2026.3.4' }, { date: '2026-03-04' }],
  ['an instant', { DATE: '2026-03-04T10:00:00Z' }, { date: '2026-03-04' }],
  [
    'numbers that are none',
    { TRACKNUMBER: 'first', DISCNUMBER: '1/2', BPM: '9999' },
    {
      track: undefined,
      disc: 1,
      bpm: undefined,
      warnings: [
        'The tag of its track has "first", which cannot be used and was left out.',
        'The tag of its tempo has "9999", which cannot be used and was left out.',
      ],
    },
  ],
  [
    'half of a character',
    { TITLE: '\udc00', ARTIST: 'Kite' },
    {
      title: undefined,
      artist: 'Kite',
      warnings: ['The tag of its title has half of a character, which cannot be used and was left out.'],
    },
  ],
  ['bytes that are no text', { LABEL: '\uFFFDA', ARTIST: 'Kite' }, { label: undefined, artist: 'Kite' }],
])('tags: %s', (_name, fields, expected) => {
  expect(vorbis(fields)).toMatchObject(expected);
});

test('of MP4 a publisher without a label is the label', () => {
  const mp4 = (fields: Record<string, string>) =>
    parseTags({
      iTunes: Object.entries(fields).map(([name, value]) => ({ id: `----:com.apple.iTunes:${name}`, value })),
    });
  expect(mp4({ PUBLISHER: 'Kite Records' })).toMatchObject({ label: 'Kite Records', publisher: undefined });
  expect(mp4({ PUBLISHER: 'Songs Ltd', LABEL: 'Kite Records' })).toMatchObject({
    label: 'Kite Records',
    publisher: 'Songs Ltd',
  });
});

test('producers and days of ID3v2 are read, and codes of ID3v2.2', () => {
  expect(id3('ID3v2.4', [['TIPL', { producer: ['Smith', ' John'], engineer: ['E'] }]]).producer).toBe('Smith, John');
  expect(
    id3('ID3v2.3', [
      ['TYER', '2026'],
      ['TDAT', '0403'],
    ]),
  ).toMatchObject({ date: '2026-03-04', year: 2026 });
  expect(
    id3('ID3v2.3', [
      ['TYER', '2026'],
      ['TDAT', '3002'],
    ]).date,
  ).toBeUndefined();
  expect(
    id3('ID3v2.2', [
      ['TRC', 'USQX91300108'],
      ['TXX', 'BARCODE\0\uFEFF602445790128'],
    ]),
  ).toMatchObject({
    isrc: 'USQX91300108',
    upc: '602445790128',
  });
});

test('an APE tag never beats ID3v2', () => {
  const tags = parseTags({
    APEv2: [
      { id: 'Title', value: 'Old' },
      { id: 'Label', value: 'Ape' },
    ],
    'ID3v2.3': [{ id: 'TIT2', value: 'New' }],
  });
  expect(tags).toMatchObject({ title: 'New', label: 'Ape' });
});

/** Puts bytes before the frames of an MP3 without a tag. */
async function writeMp3(...tags: Buffer[]): Promise<string> {
  const path = join(home, `${crypto.randomUUID()}.mp3`);
  const sound = await readFile(fixture('cbr320.mp3'));
  await writeFile(path, Buffer.concat([...tags, sound.subarray(sound.indexOf(Buffer.from([0xff, 0xfb])))]));
  return path;
}

test('of two ID3v2 tags the first one counts, also for what it does not say', async () => {
  const path = await writeMp3(
    buildId3Header(textFrame('TIT2', 'New'), undefined),
    buildId3Header([...textFrame('TIT2', 'Old'), ...textFrame('TSRC', 'USQX91300108')], undefined),
  );
  expect((await inspectFile(path, () => {})).tags).toMatchObject({ title: 'New', isrc: undefined });
});

test('a frame that cannot be read costs this frame, and is said', async () => {
  // Half of a character in UTF-16 (ID3v2.4 §4.2.6).
  const broken = Buffer.from('TXXX\0\0\0\x06\0\0\x02\0a\0\0b', 'latin1');
  const path = await writeMp3(
    buildId3Header([...textFrame('TIT2', 'Title'), broken, ...textFrame('TPE1', 'Artist')], undefined),
  );
  const { tags, media } = await inspectFile(path, () => {});
  expect(media).toMatchObject({ format: 'mp3', sampleRate: 44_100 });
  expect(tags).toMatchObject({
    title: 'Title',
    artist: 'Artist',
    warnings: ['Its tag TXXX cannot be read and was left out.'],
  });
});

/** A tag of ID3v2.3 in Latin-1, as most programs write it (https://id3.org/id3v2.3.0). */
function buildId3v23(...frames: [id: string, text: string][]): Buffer {
  const body = frames.map(([id, text]) => `${id}\0\0\0${String.fromCharCode(text.length + 1)}\0\0\0${text}`).join('');
  return Buffer.from(`ID3\x03\0\0\0\0${String.fromCharCode(body.length >> 7, body.length & 127)}${body}`, 'latin1');
}

/** A tag of ID3v2.2 (https://id3.org/id3v2-00). */
function buildId3v22(flags: number, ...frames: [id: string, content: string][]): Buffer {
  const size = (bytes: number) => String.fromCharCode(bytes >> 14, (bytes >> 7) & 127, bytes & 127);
  const body = frames.map(([id, content]) => `${id}\0\0${String.fromCharCode(content.length)}${content}`).join('');
  const hidden = flags === 0 ? body : body.replace(/\xff(?=[\0\xe0-\xff])/g, '\xff\0');
  return Buffer.from(`ID3\x02\0${String.fromCharCode(flags)}\0${size(hidden.length)}${hidden}`, 'latin1');
}

test('people of ID3v2.2 are read, also in UTF-16 and with hidden sync words', async () => {
  const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').toString('latin1');
  for (const [flags, content] of [
    [0, '\0Producer\0Ann A\0producer\0Bo B\0engineer\0C\0'],
    [0x80, `\x01${['producer', 'Ann A', 'producer', 'Bo B'].map((text) => `${wide(text)}\0\0`).join('')}`],
  ] as const) {
    const path = await writeMp3(buildId3v22(flags, ['TT2', '\0Song'], ['IPL', content], ['TP1', '\0A/DC']));
    const { tags } = await inspectFile(path, () => {});
    expect(tags, String(flags)).toMatchObject({ title: 'Song', artist: 'A/DC', warnings: [] });
    expect(tags.producer, String(flags)).toBe('Ann A, Bo B');
  }
});

test('nothing of ID3v2.3 is split at a slash, and NUL separates', async () => {
  const path = await writeMp3(
    buildId3v23(['TIT2', 'This/That'], ['TPE1', 'A/DC'], ['TCOM', 'N/K'], ['TXXX', 'CATALOGNUMBER\0A/1/2']),
  );
  expect((await inspectFile(path, () => {})).tags).toMatchObject({
    title: 'This/That',
    artist: 'A/DC',
    artists: [],
    composers: ['N/K'],
    catalognumber: 'A/1/2',
  });
  const several = await writeMp3(buildId3v23(['TPE1', 'A/DC\0Bea'], ['TCOM', 'N/K\0D'], ['TPE2', 'X/Y\0Z']));
  expect((await inspectFile(several, () => {})).tags).toMatchObject({
    artist: 'A/DC, Bea',
    artists: ['A/DC', 'Bea'],
    albumArtist: 'X/Y, Z',
    composers: ['N/K', 'D'],
  });
});

test.each([
  ['602445790128', undefined],
  ['602445790127', 'The UPC 602445790127 has a wrong check digit: 602445790128 would be right.'],
  ['60244579012', 'The UPC 60244579012 has 11 digits: with the check digit it would be 602445790128.'],
  ['4006381333931', undefined],
  ['96385074', undefined],
  // 036000291452 without its leading zero.
  ['36000291452', undefined],
])('the check digit of the UPC %s is looked at', async (upc, warning) => {
  const path = join(home, '1.flac');
  await copyFile(fixture('flac16.flac'), path);
  const tags = { ...(await inspectFile(path, () => {})).tags, upc };
  const { release, warnings } = buildReleaseMetadata(
    'A',
    [{ path: '1.flac', disc: null, assettype: 'audio', tags }],
    {},
    {},
  );
  expect(release.upc).toBe(upc);
  expect(warnings).toEqual(warning ? [warning] : []);
});

test('every field that a download carries arrives again', async () => {
  const track = {
    title: 'Song',
    version: 'Kite Take',
    artist: 'Ada',
    album_artist: 'Ada One',
    album: 'Album',
    disc_ordinal: 2,
    disc_tracks: 3,
    disc: 1,
    discs: 2,
    isrc: 'USQX91300108',
    labels: ['Kite Records'],
    copyrightyear: 2025,
    impact_date: '2026-03-04',
    genres: ['House', 'Drum & Bass'],
    composer: 'C. Poser',
    writers: ['W One', 'W Two'],
    producer: 'P. Ro, Ducer',
    language: 'en, fr',
    bpm: 122.5,
    c_line: '© 2026 Kite',
    p_line: '℗ 2025 Kite',
    upc: '602445790128',
    catalognumber: 'K/1',
    publishing: 'Songs Ltd',
    explicit: 'clean',
    lyrics: 'la\nla',
    cover_hash: null,
    renditions: {},
  } as unknown as DownloadTrack;
  const rendition = { source: null } as DownloadRendition;
  const [tag] = await buildTagParts({ storage: undefined as never }, track, rendition, 'taking');
  const { tags } = await inspectFile(await writeMp3(tag as Buffer), () => {});
  const file = { path: '1.mp3', disc: null, assettype: 'audio' as const, tags };
  const { release, warnings } = buildReleaseMetadata('A', [file], {}, {});
  expect([warnings, tags.warnings]).toEqual([[], []]);
  const { label, tracks } = release;
  expect(label?.name).toBe('Kite Records');
  expect(release).toMatchObject({
    title: 'Album',
    artist: 'Ada One',
    upc: '602445790128',
    catalognumber: 'K/1',
    copyrightyear: 2025,
    impact_date: '2026-03-04',
    genres: ['House', 'Drum & Bass'],
    c_line: '© 2026 Kite',
    p_line: '℗ 2025 Kite',
  });
  expect(tracks).toMatchObject([
    {
      title: 'Song',
      version: 'Kite Take',
      artist: 'Ada',
      isrc: 'USQX91300108',
      composer: 'C. Poser',
      writers: ['W One', 'W Two'],
      producer: 'P. Ro, Ducer',
      language: 'en, fr',
      bpm: 122.5,
      publishing: 'Songs Ltd',
      explicit: 'clean',
      lyrics: 'la\nla',
    },
  ]);
});
