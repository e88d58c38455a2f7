import { open, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { totalLength } from '../../platform/http/parts.ts';
import { buildChunk, buildChunkHeader, buildFormatChunk, resolveChannelMask } from '../../platform/storage/riff.ts';
import { createDeliverer, writeDelivery } from '../../testing/deliveries.ts';
import { fetchFile, parseWavChunks } from '../../testing/downloads.ts';
import { ffprobe } from '../../testing/ffmpeg.ts';
import { startTestServer } from '../../testing/testServer.ts';
import { deriveTaking } from '../taking.ts';
import { requireChecksums } from './checksums.ts';
import { crc32OfMiddle, crc32OfParts } from './crc32.ts';
import { buildTrackFile } from './downloadFile.ts';
import { findTrack } from './downloadQueries.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { deliver, importDelivery } = createDeliverer(server);
const folder = server.config.dataDir;
const download = (trackid: string) =>
  fetchFile(`${server.url}/api/audio/download/${trackid}?format=wav`, player.token).then(({ bytes }) => bytes);
const field = (bytes: Buffer | undefined, at: number, length: number) =>
  (bytes?.toString('latin1', at, at + length) ?? '').replace(/\0.*$/s, '');

/** That of a download with the Authorization header. */
const takingOf = (trackid: string, format: 'mp3' | 'wav') =>
  deriveTaking(server.secrets, String(decodeJwt(player.token)['sid']), 'track', trackid, format);

async function trackOf(trackid: string) {
  const track = await findTrack(server.db, 0, trackid);
  if (!track) throw new Error('There is no such track.');
  return track;
}

/** As a zip has it. */
const checksumOf = async (trackid: string, format: 'mp3' | 'wav') => {
  const parts = await buildTrackFile(server, player, await trackOf(trackid), format, takingOf(trackid, format));
  return crc32OfParts(await requireChecksums(server, parts));
};

test('a WAV has bext, cart and LIST INFO chunks', async () => {
  const [trackid = ''] = await deliver(
    { '1.wav': 'wav24.wav' },
    {
      title: 'Größe',
      label: { name: 'Sträm Records' },
      genres: ['House'],
      impactdate: '2026-03-04',
      available: '2026-01-02T03:04:05Z',
      tracks: [
        {
          file: '1.wav',
          title: 'Über den Wolken',
          version: 'Radio Edit',
          artist: 'שלום & Björk',
          isrc: 'DEAA12500002',
        },
      ],
    },
  );
  const bytes = await download(trackid);
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  const chunks = parseWavChunks(bytes);
  expect([...chunks.keys()]).toEqual(['fmt ', 'bext', 'cart', 'rdxl', 'LIST', 'cue ', 'adtl', 'id3 ', 'data']);
  const { loudness, loudness_range } = await trackOf(trackid);
  const bext = chunks.get('bext');
  expect(field(bext, 0, 256)).toBe('Uber den Wolken (Radio edit)');
  expect(field(bext, 256, 32)).toBe('Stram Records');
  expect(field(bext, 288, 32)).toBe('DEAA12500002');
  expect(field(bext, 320, 18)).toBe('2026-01-0203:04:05');
  expect(bext?.readUInt16LE(346)).toBe(2);
  expect(bext?.readInt16LE(412)).toBe(Math.round((loudness ?? 0) * 100));
  expect(bext?.readInt16LE(414)).toBe(Math.round((loudness_range ?? 0) * 100));
  expect(bext?.readInt16LE(416)).toBe(0x7fff);
  expect(field(bext, 602, 200)).toMatch(/^A=PCM,F=11025,W=24,M=mono,T=Promenade; promenade:[\w-]{43}\r\n$/);
  const cart = chunks.get('cart');
  expect(cart?.length).toBe(2048);
  expect(field(cart, 0, 4)).toBe('0101');
  expect(field(cart, 4, 64)).toBe('Uber den Wolken (Radio edit)');
  expect(field(cart, 68, 64)).toBe('slvm & Bjork');
  expect(field(cart, 132, 64)).toBe('DEAA12500002');
  expect(field(cart, 196, 64)).toBe('Stram Records');
  expect(field(cart, 452, 36)).toBe('2026/03/0400:00:009999/12/3123:59:59');
  expect(field(cart, 488, 64)).toBe('Promenade');
  expect(cart?.readInt32LE(680)).toBe(32_768);
  expect(chunks.get('LIST')?.toString()).toContain('Über den Wolken');
  const rdxl = chunks.get('rdxl')?.toString() ?? '';
  for (const line of [
    '<title>Über den Wolken (Radio edit)</title>',
    '<artist>שלום &#38; Björk</artist>',
    '<album>Größe</album>',
    '<label>Sträm Records</label>',
    '<isrc>DEAA12500002</isrc>',
  ])
    expect(rdxl.split('\n')).toContain(line);
});

test('bext and cart transliterate letters that ASCII lacks', async () => {
  const [trackid = ''] = await deliver(
    { '1.wav': 'wav24.wav' },
    {
      label: { name: '“Œuvre”' },
      genres: ['Привет'],
      tracks: [{ file: '1.wav', title: 'Łódź, Straße Æ', artist: 'Ørsted & Đorđe Þór' }],
    },
  );
  const chunks = parseWavChunks(await download(trackid));
  expect(field(chunks.get('bext'), 0, 256)).toBe('Lodz, Strasse Ae');
  expect(field(chunks.get('bext'), 256, 32)).toBe('"Oeuvre"');
  expect(field(chunks.get('cart'), 4, 64)).toBe('Lodz, Strasse Ae');
  expect(field(chunks.get('cart'), 68, 64)).toBe('Orsted & Dorde Thor');
  expect(field(chunks.get('cart'), 324, 64)).toBe('Privet');
});

test('a cart without an ISRC has no cut id, and texts that do not fit are left out of bext and cart', async () => {
  const [trackid = ''] = await deliver(
    { '1.wav': 'wav24.wav' },
    {
      catalognumber: '123456',
      upc: '4006381333931',
      tracks: [{ file: '1.wav', title: 'x'.repeat(65), artist: 'Ada' }],
    },
  );
  const chunks = parseWavChunks(await download(trackid));
  const [bext, cart] = [chunks.get('bext'), chunks.get('cart')];
  expect([field(bext, 0, 256), field(bext, 288, 32)]).toEqual(['', '']);
  expect([field(cart, 4, 64), field(cart, 68, 64), field(cart, 132, 64)]).toEqual(['', 'Ada', '']);
});

// Microsoft, "Multiple Channel Audio Data and WAVE Files"; RFC 2361 for `fact`.
test.each([
  { channels: 2, bits: 16, float: false, chunks: ['fmt '], fmt: '0100020080bb000000ee020004001000' },
  { channels: 1, bits: 24, float: false, chunks: ['fmt '], fmt: '0100010080bb000080320200030018' + '00' },
  { channels: 2, bits: 32, float: true, chunks: ['fmt ', 'fact'], fmt: '0300020080bb000000dc0500080020000000' },
  {
    channels: 4,
    bits: 16,
    float: false,
    chunks: ['fmt '],
    fmt: 'feff040080bb000000dc050008001000160010003300000001000000000010008000' + '00aa00389b71',
  },
])('a WAV of $channels channels and $bits bits has the format that programs take', async (format) => {
  const { channels, bits, float } = format;
  const root = await writeDelivery(join(folder, `format-${channels}-${bits}`), { 'a.wav': 'wav16.wav' });
  const channelMask = resolveChannelMask(channels, undefined);
  const body = [
    buildFormatChunk({ sampleRate: 48_000, channels, bits, float, channelMask }),
    buildChunk('data', Buffer.alloc(((channels * bits) / 8) * 4_800)),
  ];
  await writeFile(join(root, 'a.wav'), buildChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...body])));
  const [trackid = ''] = await importDelivery(root);
  const chunks = parseWavChunks(await download(trackid));
  expect([...chunks.keys()].slice(0, format.chunks.length)).toEqual(format.chunks);
  expect(chunks.get('fmt ')?.toString('hex')).toBe(format.fmt);
  expect(chunks.get('fact')?.readUInt32LE(0)).toBe(float ? 4_800 : undefined);
  chunks.delete('data');
  for (const [id, { length }] of chunks) expect(length % 2, id).toBe(0);
});

/** WAVE_FORMAT_EXTENSIBLE with 8 bits and one channel. */
function extensibleFormat(): Buffer {
  const format = Buffer.alloc(40);
  format.writeUInt16LE(0xfffe, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(48_000, 4);
  format.writeUInt32LE(48_000, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  format.writeUInt16LE(22, 16);
  format.writeUInt16LE(8, 18);
  format.write('0100000000001000800000aa00389b71', 24, 'hex');
  return format;
}

test('a delivered WAV is downloaded with its format and samples, without its other chunks', async () => {
  const pcm = Buffer.from(Array.from({ length: 48_003 }, (_, index) => 128 + Math.round(60 * Math.sin(index / 9))));
  const body = [
    buildChunk('junk', Buffer.alloc(333, 7)),
    buildChunk('fmt ', extensibleFormat()),
    // Samples of an odd length have a pad byte that the length does not count.
    Buffer.concat([buildChunkHeader('data', pcm.length), pcm, Buffer.alloc(1)]),
    buildChunk('note', Buffer.from('a private remark behind the sound')),
  ];
  const root = await writeDelivery(join(folder, 'odd'), { 'odd.wav': 'wav16.wav' });
  await writeFile(join(root, 'odd.wav'), buildChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...body])));
  const [trackid = ''] = await importDelivery(root);
  const bytes = await download(trackid);
  const chunks = parseWavChunks(bytes);
  expect(chunks.get('data')?.equals(pcm)).toBe(true);
  // One channel gets the plain format.
  expect(chunks.get('fmt ')?.toString('hex')).toBe('0100010080bb000080bb000001000800');
  expect(bytes.length % 2).toBe(0);
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect(bytes.includes('private remark')).toBe(false);
  expect(await checksumOf(trackid, 'wav')).toBe(crc32(bytes));
});

test.each(['rf64.wav', 'flac16.flac', 'aiff24.aif', 'cbr320.mp3'])(
  'the checksum of a download of %s is computed without reading its sound',
  async (file) => {
    const [trackid = ''] = await deliver({ [file]: file });
    for (const format of ['mp3', 'wav'] as const) {
      const { bytes } = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}`, player.token);
      expect(await checksumOf(trackid, format)).toBe(crc32(bytes));
    }
  },
);

test('the checksum of a range follows from those of the file and its surroundings', () => {
  const [one, two, three] = [Buffer.from('before it'), Buffer.from('the sound'), Buffer.from('and what follows it')];
  const around = { before: crc32(one), bytes: two.length };
  const whole = { whole: crc32(Buffer.concat([one, two, three])), after: crc32(three), afterBytes: three.length };
  expect(crc32OfMiddle({ ...around, ...whole })).toBe(crc32(two));
  const endless = { whole: crc32(Buffer.concat([one, two])), after: 0, afterBytes: 0 };
  expect(crc32OfMiddle({ ...around, ...endless })).toBe(crc32(two));
});

test.skipIf(!ffprobe)('a WAV above 4 GiB becomes RF64, which ffprobe reads', async () => {
  const [trackid = ''] = await deliver({ 'long.flac': 'flac16.flac' });
  const track = await trackOf(trackid);
  const { wav } = track.renditions;
  if (!wav) throw new Error('The track has no WAV.');
  const data_bytes = 25_000 * 44_100 * 4;
  const rendition = { ...wav, file: `audio/${'0'.repeat(64)}.wav`, data_bytes, bytes: wav.data_offset + data_bytes };
  const stored = server.pathOf(rendition.file);
  await writeFile(stored, (await readFile(server.pathOf(wav.file))).subarray(0, wav.data_offset));
  // A sparse file of silence.
  await truncate(stored, rendition.bytes);
  const parts = await buildTrackFile(
    server,
    player,
    { ...track, renditions: { wav: rendition } },
    'wav',
    takingOf(trackid, 'wav'),
  );
  const path = join(folder, 'long.wav');
  const out = await open(path, 'w');
  for (const part of parts) {
    if (Buffer.isBuffer(part)) await out.write(part);
    else if (part.key !== rendition.file) await out.write(await readFile(server.pathOf(part.key)));
  }
  await out.truncate(totalLength(parts));
  await out.close();
  const found = await ffprobe?.(path);
  expect(Number(found?.format.duration)).toBeCloseTo(25_000, 3);
  expect(found?.format.tags['title']).toBe('Flac Title');
});
