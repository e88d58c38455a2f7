import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { parseBuffer } from 'music-metadata';
import { describe, expect, test } from 'vitest';
import { createDeliverer, fixture } from '../../testing/deliveries.ts';
import { fetchFile, parseWavChunks } from '../../testing/downloads.ts';
import { ffprobe, hashPcm } from '../../testing/ffmpeg.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const folder = server.config.dataDir;

const release: Delivery = {
  title: 'Größe: „Nacht“',
  artist: 'Žofie & Björk',
  upc: '4006381333931',
  catalognumber: 'PRM-007',
  label: { name: 'Strøm Records', contact: 'secret@label.example' },
  genres: ['House', 'Deep House'],
  impactdate: '2026-03-04',
  copyrightyear: 2025,
  p_line: '2025 Strøm Records',
  c_line: '2025 Strøm Publishing',
};
const song = {
  title: 'Über den Wolken',
  version: 'Radio Edit',
  artist: 'שלום & Björk',
  explicit: 'explicit' as const,
  isrc: 'DEAA12500002',
  composer: 'Anna Weiß',
  writers: ['Anna Weiß', 'Jo Doe'],
  producer: 'P. Producer',
  publishing: 'Weiß Verlag',
  language: 'deu',
  bpm: 124,
};
const [id = ''] = await deliver(
  {
    'cover.jpg': 'cover.jpg',
    '1.flac': 'flac16.flac',
    '2.wav': 'wav24.wav',
    'lyrics/1.txt': { text: 'Zeile eins\nZwei' },
  },
  {
    ...release,
    tracks: [
      { file: '1.flac', disc: 1, ordinal: 1, ...song },
      { file: '2.wav', disc: 2, ordinal: 1 },
    ],
  },
);
const { cover_hash } = await server.db
  .selectFrom('tracks')
  .innerJoin('releases', 'releases.id', 'tracks.release_id')
  .where('trackid', '=', id)
  .select('cover_hash')
  .executeTakeFirstOrThrow();
const cover = await readFile(server.pathOf(`covers/${cover_hash}-1000.jpg`));

const download = async (trackid: string, format: 'mp3' | 'wav') =>
  (await fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}`, player.token)).bytes;
const mimeType = { mp3: 'audio/mpeg', wav: 'audio/wav' };

async function storedBytes(trackid: string, kind: 'mp3' | 'wav'): Promise<Buffer> {
  const { file, data_offset, data_bytes } = await server.db
    .selectFrom('renditions')
    .innerJoin('tracks', 'tracks.id', 'renditions.track_id')
    .where('trackid', '=', trackid)
    .where('kind', '=', kind)
    .selectAll('renditions')
    .executeTakeFirstOrThrow();
  return (await readFile(server.pathOf(file))).subarray(data_offset, data_offset + data_bytes);
}

describe.each(['mp3', 'wav'] as const)('as %s', (format) => {
  test('a download contains all metadata, the cover and the lyrics', async () => {
    const bytes = await download(id, format);
    const { common, native } = await parseBuffer(bytes, { mimeType: mimeType[format] });
    expect(common).toMatchObject({
      title: 'Über den Wolken (Radio edit)',
      artist: 'שלום & Björk',
      albumartist: 'Žofie & Björk',
      album: 'Größe: „Nacht“',
      track: { no: 1, of: 1 },
      disk: { no: 1, of: 2 },
      isrc: ['DEAA12500002'],
      label: ['Strøm Records'],
      year: 2025,
      releasedate: '2026-03-04',
      composer: ['Anna Weiß'],
      lyricist: ['Anna Weiß', 'Jo Doe'],
      language: 'ger',
      bpm: 124,
      copyright: '2025 Strøm Publishing',
      barcode: '4006381333931',
      catalognumber: ['PRM-007'],
      lyrics: [{ text: 'Zeile eins\nZwei' }],
    });
    expect(common.genre).toEqual(['Deep House', 'House']);
    expect(common.picture?.[0]).toMatchObject({ format: 'image/jpeg', type: 'Cover (front)' });
    expect(Buffer.from(common.picture?.[0]?.data ?? []).equals(cover)).toBe(true);
    expect(Object.fromEntries((native['ID3v2.4'] ?? []).map((tag) => [tag.id, tag.value]))).toMatchObject({
      TIPL: { producer: ['P. Producer'] },
      TPRO: '2025 Strøm Records',
      'TXXX:EXPLICIT': 'explicit',
      'TXXX:ITUNESADVISORY': '1',
      'TXXX:PUBLISHING': 'Weiß Verlag',
    });
    expect(bytes.includes('secret@label.example')).toBe(false);
  });

  test.skipIf(!ffprobe)('ffprobe reads the same metadata and the sound', async () => {
    const path = join(folder, `probe.${format}`);
    await writeFile(path, await download(id, format));
    const { format: found, streams } = (await ffprobe?.(path)) ?? { format: { duration: '', tags: {} }, streams: [] };
    expect(found.tags).toMatchObject({
      title: 'Über den Wolken (Radio edit)',
      artist: 'שלום & Björk',
      album: 'Größe: „Nacht“',
      copyright: '2025 Strøm Publishing',
      ...(format === 'mp3'
        ? { publisher: 'Strøm Records', TSRC: 'DEAA12500002', BARCODE: '4006381333931', album_artist: 'Žofie & Björk' }
        : { originator_reference: 'DEAA12500002' }),
    });
    expect(Number(found.duration)).toBeCloseTo(1.2, 1);
    expect(streams[0]).toMatchObject({ codec_type: 'audio', sample_rate: '44100', channels: 2 });
    expect(streams[1]).toMatchObject({ codec_name: 'mjpeg', width: 1000, height: 1000 });
  });
});

test('the MP3 after the tag is identical to the stored one', async () => {
  const frames = await storedBytes(id, 'mp3');
  const bytes = await download(id, 'mp3');
  expect(bytes.subarray(0, 5).equals(Buffer.from([0x49, 0x44, 0x33, 4, 0]))).toBe(true);
  expect(bytes.subarray(-frames.length).equals(frames)).toBe(true);
});

const formats = [
  { file: 'wav16.wav', source: null },
  { file: 'wav24.wav', source: null },
  { file: 'rf64.wav', source: null },
  { file: 'aiff16.aiff', source: null },
  { file: 'aiff24.aif', source: null },
  { file: 'flac16.flac', source: null },
  { file: 'flac24.flac', source: null },
  { file: 'alac.m4a', source: null },
  { file: 'embedded-cover.mp3', source: 'mp3' },
  { file: 'cbr320.mp3', source: 'mp3' },
  { file: 'vorbis.ogg', source: 'vorbis' },
];

const names = formats.map(({ file }) => file);
const formatTrackIds = await deliver(Object.fromEntries(names.map((file) => [file, file])), {
  title: 'Every format',
  tracks: names.map((file, index) => ({ file, ordinal: index + 1, disc: 1 })),
});

test.each(formats)('$file is downloaded as identical WAV and as playable MP3', async ({ file, source }) => {
  const trackid = formatTrackIds[names.indexOf(file)] ?? '';
  const wav = await download(trackid, 'wav');
  expect(
    parseWavChunks(wav)
      .get('data')
      ?.equals(await storedBytes(trackid, 'wav')),
  ).toBe(true);
  const { native } = await parseBuffer(wav, { mimeType: mimeType.wav });
  expect(native['ID3v2.4']?.find((tag) => tag.id === 'TXXX:SOURCE')?.value ?? null).toBe(source);
  const { format } = await parseBuffer(await download(trackid, 'mp3'), { mimeType: mimeType.mp3 }, { duration: true });
  expect(format).toMatchObject({ codec: 'MPEG 1 Layer 3', bitrate: 320_000 });
  expect(format.duration).toBeCloseTo(1.2, 0);
});

test.skipIf(!hashPcm).each(formats.filter(({ source }) => source === null))(
  'ffmpeg decodes the WAV of $file to the samples of the delivery',
  async ({ file }) => {
    const path = join(folder, 'back.wav');
    await writeFile(path, await download(formatTrackIds[names.indexOf(file)] ?? '', 'wav'));
    expect(await hashPcm?.(path)).toBe(await hashPcm?.(fixture(file)));
  },
);

test('a track with little metadata has a tag without empty fields and a drawn cover', async () => {
  const [trackid = ''] = await deliver(
    { 'plain.wav': 'wav16.wav' },
    { title: 'Plain', tracks: [{ file: 'plain.wav' }] },
  );
  const { common } = await parseBuffer(await download(trackid, 'mp3'), { mimeType: mimeType.mp3 });
  expect(common).toMatchObject({ title: 'plain', track: { no: 1, of: 1 } });
  expect(common.picture?.length).toBe(1);
  for (const absent of ['isrc', 'composer', 'lyrics', 'barcode', 'copyright', 'bpm'] as const)
    expect(common[absent], absent).toBeUndefined();
});

test('a missing cover file is left out of downloads until it is restored', async () => {
  const path = server.pathOf(`covers/${cover_hash}-1000.jpg`);
  const pictures = async (format: 'mp3' | 'wav') => {
    const bytes = await download(id, format);
    const { common } = await parseBuffer(bytes, { mimeType: mimeType[format] });
    return { isWhole: bytes.includes(await storedBytes(id, format)), count: common.picture?.length ?? 0 };
  };
  for (const format of ['mp3', 'wav'] as const) expect(await pictures(format)).toEqual({ isWhole: true, count: 1 });
  await rm(path);
  for (const format of ['mp3', 'wav'] as const) expect(await pictures(format)).toEqual({ isWhole: true, count: 0 });
  await writeFile(path, cover);
  expect(await pictures('mp3')).toEqual({ isWhole: true, count: 1 });
});

test.each([
  ['en', 'eng'],
  ['deu', 'ger'],
  ['pt-BR', 'por'],
  ['French', 'fre'],
  ['ga', 'gle'],
  ['zxx', 'zxx'],
  ['Dothraki', undefined],
])('the language %s is tagged as %s, a code of ISO 639-2/B', async (language, code) => {
  const [trackid = ''] = await deliver(
    { '1.flac': 'flac16.flac' },
    { tracks: [{ file: '1.flac', language }] },
    // Its tag has the UPC of the release above.
    { fewer: 'remove' },
  );
  const { common } = await parseBuffer(await download(trackid, 'mp3'), { mimeType: mimeType.mp3 });
  expect(common.language).toBe(code);
});
