import type { Delivery } from '@promenade/contract/delivery';
import { expect, test } from 'vitest';
import { parseArtists } from '../../catalogue/names/artistNames.ts';
import { inspectFile } from './inspect.ts';
import { parseFileName, parseFolderName, parseTitle } from './parseNames.ts';
import { buildReleaseMetadata, getReleaseType } from './releaseMetadata.ts';
import { NO_TAGS, type Tags } from './tags.ts';
import type { TrackFile } from './trackMetadata.ts';

const media = (path: string, tags: Partial<Tags> = {}, disc: number | null = null): TrackFile => ({
  path,
  disc,
  tags: { ...NO_TAGS, ...tags },
  assettype: 'audio',
});
const describe = (files: TrackFile[], sidecar: Delivery = {}, folder = 'A Folder') =>
  buildReleaseMetadata(folder, files, sidecar, {});
const tagsOf = async (name: string) => (await inspectFile(`${import.meta.dirname}/../fixtures/${name}`, () => {})).tags;

test('tags are read in Latin-1, UTF-16 and UTF-8, from ID3v1, ID3v2, Vorbis comments, MP4 and AIFF', async () => {
  expect(await tagsOf('id3v23-latin1.mp3')).toMatchObject({
    title: 'Für Élise',
    artist: 'Motörhead Zwölf',
    album: 'Façade',
    track: 2,
    disc: 1,
    isrc: 'DEAA12500002',
    explicit: 'explicit',
  });
  expect(await tagsOf('id3v23-utf16.mp3')).toMatchObject({ title: 'Tête à tête', artist: 'Björk Ångström' });
  expect(await tagsOf('id3v24-utf8.mp3')).toMatchObject({ title: 'Ночь', artist: 'Кино feat. Åsa' });
  expect(await tagsOf('id3v1.mp3')).toMatchObject({ title: 'Only Version One', artist: 'Señor Old Player', track: 7 });
  expect(await tagsOf('vorbis.ogg')).toMatchObject({ title: 'Ogg Title', artist: 'Ogg Artist' });
  expect(await tagsOf('aac.m4a')).toMatchObject({ title: 'Aac Title', artist: 'Aac Artist' });
  expect(await tagsOf('aiff16.aiff')).toMatchObject({ title: 'Aiff Title', artist: 'Aiff Artist' });
  expect(await tagsOf('flac16.flac')).toMatchObject({
    label: 'Fixture Records',
    upc: '0123456789012',
    catalognumber: 'FIX001',
    genres: ['House'],
    composers: ['C. Poser'],
    date: '2026-03-04',
    explicit: 'explicit',
  });
  expect(await tagsOf('wav16.wav')).toEqual(NO_TAGS);
});

test.each([
  ['01 - Kite - Slow Light (Radio Edit).wav', { ordinal: 1, artist: 'Kite', title: 'Slow Light (Radio Edit)' }],
  ['1-03 Harbour.flac', { disc: 1, ordinal: 3, title: 'Harbour' }],
  ['04_night_bus.mp3', { ordinal: 4, title: 'night bus' }],
  ['07. Kite – Again.aiff', { ordinal: 7, artist: 'Kite', title: 'Again' }],
  ['99 Luftballons.mp3', { ordinal: 99, title: 'Luftballons' }],
  ['CD2/12.wav', { ordinal: 12, title: '12' }],
  ['Harbour.ogg', { title: 'Harbour' }],
])('the file name %s is parsed', (name, expected) => {
  expect(parseFileName(name)).toEqual(expected);
});

test('a folder name gives artist and title without year and format', () => {
  expect(parseFolderName('Kite - Slow Light (2026) [FLAC]')).toEqual({ artist: 'Kite', title: 'Slow Light' });
  expect(parseFolderName('Slow_Light')).toEqual({ title: 'Slow Light' });
});

test.each([
  ['Slow Light (Radio Edit)', { title: 'Slow Light', version: 'Radio edit' }],
  ['Slow Light - Instrumental', { title: 'Slow Light', version: 'Instrumental' }],
  ['Slow Light (feat. Oto) [Kite Remix]', { title: 'Slow Light', version: 'Kite Remix', featured: 'Oto' }],
  ['Slow Light [E]', { title: 'Slow Light', explicit: 'explicit' }],
  ['Slow Light (Clean)', { title: 'Slow Light', version: 'Clean', explicit: 'clean' }],
  ['Slow Light ft. Oto', { title: 'Slow Light', featured: 'Oto' }],
  ["(I Can't Wait) Any Longer", { title: "(I Can't Wait) Any Longer", version: '' }],
  ['Slow Light (Part 2)', { title: 'Slow Light (Part 2)', version: '' }],
])('the title %s is parsed', (title, expected) => {
  expect(parseTitle(title)).toMatchObject(expected);
});

test('"feat." always separates artists, "&" only where one of them is known', () => {
  expect(parseArtists('Kite feat. Oto')).toEqual(['Kite', 'Oto']);
  expect(parseArtists('Kite (ft. Oto)')).toEqual(['Kite', 'Oto']);
  expect(parseArtists('Wind & Water')).toEqual(['Wind & Water']);
  expect(parseArtists('Kite & Oto', new Set(['oto']))).toEqual(['Kite', 'Oto']);
  expect(parseArtists('Kite; kite; Oto')).toEqual(['Kite', 'Oto']);
});

test('a featured artist in the title moves to the artist credit', () => {
  const { release } = describe([media('a.wav', { title: 'Harbour (feat. Oto)', artist: 'Kite' })]);
  expect(release.tracks[0]).toMatchObject({ title: 'Harbour', artist: 'Kite feat. Oto' });
});

test('the most frequent of contradictory tags is used, with a warning', () => {
  const { release, warnings } = describe([
    media('1.wav', { album: 'Right', label: 'One', track: 1, isrc: 'DEAA12500001' }),
    media('2.wav', { album: 'Right', label: 'One', track: 2 }),
    media('3.wav', { album: 'Wrong', label: 'Two', track: 3 }),
  ]);
  expect(release).toMatchObject({ title: 'Right', label: { name: 'One' } });
  expect(warnings).toHaveLength(2);
});

test('file names decide the order of two tracks with the same number', () => {
  const { release, warnings } = describe([media('2 B.wav', { track: 1 }), media('1 A.wav', { track: 1 })]);
  expect(release.tracks.map(({ title }) => title)).toEqual(['A', 'B']);
  expect(warnings.join()).toMatch(/same number/);
});

test('without tags the names of files and folder are used', () => {
  const { release } = describe([media('02 - Second (Club Mix).wav'), media('01 - First.wav')], {}, 'Kite - Slow Light');
  expect(release).toMatchObject({ title: 'Slow Light', artist: 'Kite', label: null, packages: ['Everyone'] });
  expect(release.tracks.map(({ title, version, artist }) => [title, version, artist])).toEqual([
    ['First', '', 'Kite'],
    ['Second', 'Club mix', 'Kite'],
  ]);
});

test('tracks are sorted by disc and number', () => {
  const { release } = describe([
    media('CD2/01.wav', { title: 'C' }, 2),
    media('CD1/02.wav', { title: 'B' }, 1),
    media('CD1/01.wav', { title: 'A' }, 1),
  ]);
  expect(release.tracks.map(({ disc, title }) => `${disc} ${title}`)).toEqual(['1 A', '1 B', '2 C']);
});

test('a release with many artists is by Various Artists', () => {
  const { release } = describe(
    ['Kite', 'Oto', 'Mara feat. Kite'].map((artist, at) => media(`${at}.wav`, { artist, title: `T${at}` })),
  );
  expect(release).toMatchObject({ artist: 'Various Artists', artists: ['Kite', 'Oto', 'Mara'] });
});

test('the sidecar overrides tags, and the command line overrides the sidecar', () => {
  const file = media('a.wav', {
    title: 'Tag',
    artist: 'Tag',
    album: 'Tag',
    label: 'Tag',
    upc: '12345678',
    isrc: 'DEAA12500001',
  });
  const sidecar: Delivery = {
    title: 'Said',
    artist: 'Said',
    upc: '87654321',
    label: { name: 'Said', contact: 'a@label.test' },
    packages: ['Club'],
    recipients: ['x@y.test'],
    markets: ['CA', 'cancon'],
    available: '2026-12-01',
    impactdate: '2026-12-24',
    stream_only: true,
    allow_sharing: false,
    tracks: [
      {
        file: 'a.wav',
        title: 'Said',
        version: 'radio edit',
        explicit: 'clean',
        isrc: 'DEAA12500009',
        work: 'One',
        canadian: { music: 'Kite' },
        hookstart: 12,
      },
    ],
  };
  const { release } = describe([file], sidecar);
  expect(release).toMatchObject({
    title: 'Said',
    artist: 'Said',
    upc: '87654321',
    label: { name: 'Said', contact: 'a@label.test' },
    packages: ['Club'],
    recipients: ['x@y.test'],
    markets: ['ca', 'cancon'],
    impact_date: '2026-12-24',
    candownload: false,
    allow_sharing: false,
  });
  expect(release.available?.toISOString()).toBe('2026-12-01T00:00:00.000Z');
  expect(release.tracks[0]).toMatchObject({
    title: 'Said',
    version: 'Radio edit',
    explicit: 'clean',
    isrc: 'DEAA12500009',
    work: 'said/one',
    canadian: { music: 'Kite' },
    hook_start: 12,
    candownload: false,
  });
  const options = { label: 'Line', packages: ['Line'], available: new Date(0) };
  expect(buildReleaseMetadata('x', [file], sidecar, options).release).toMatchObject({
    label: { name: 'Line', contact: null },
    packages: ['Line'],
    recipients: [],
    available: new Date(0),
  });
});

test('tracks with the same title on a release share a work', () => {
  const { release } = describe([
    media('1.wav', { title: 'A' }),
    media('2.wav', { title: 'A (Instrumental)' }),
    media('3.wav', { title: 'B' }),
  ]);
  const works = release.tracks.map(({ work }) => work);
  expect(works[0]).toBe(works[1]);
  expect(works[2]).toBeNull();
});

test('a release has at most a hundred genres and moods', () => {
  const files = Array.from({ length: 150 }, (_, index) =>
    media(`${index}.wav`, { genres: [`Genre ${index}`, `Other ${index}`], mood: `Mood ${index}` }),
  );
  const { release } = describe(files);
  expect(release.genres).toHaveLength(100);
  expect(release.genres.slice(0, 2)).toEqual(['Genre 0', 'Other 0']);
  expect(release.moods).toHaveLength(100);
});

test('the type of a release follows from its number of tracks and duration', () => {
  expect([
    getReleaseType(3, 900),
    getReleaseType(4, 1_000),
    getReleaseType(6, 3_000),
    getReleaseType(8, 1_500),
    getReleaseType(8, 2_400),
  ]).toEqual(['Single', 'EP', 'EP', 'EP', 'Album']);
});
