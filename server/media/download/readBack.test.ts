import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Delivery } from '@promenade/contract/delivery';
import { parseFile } from 'music-metadata';
import { describe, expect, test } from 'vitest';
import { buildChunk, buildChunkHeader, buildFormatChunk, resolveChannelMask } from '../../platform/storage/riff.ts';
import { whenOver } from '../../testing/cleanUp.ts';
import { createDeliverer, writeDelivery } from '../../testing/deliveries.ts';
import { fetchFile, makeFlacs, parseWavChunks } from '../../testing/downloads.ts';
import { ffprobe, hashPcm } from '../../testing/ffmpeg.ts';
import { hasMutagen, isInstalled, python } from '../../testing/readers.ts';
import { startTestServer } from '../../testing/testServer.ts';
import { findTrack } from './downloadQueries.ts';

// Downloads are read by the programs that are installed, and by the importer (docs/compatibility.md).

const run = promisify(execFile);
const server = await startTestServer({ config: { flac: true } });
const player = await server.signedIn();
const { importDelivery } = createDeliverer(server);
const folder = await mkdtemp(join(tmpdir(), 'read-back-'));
whenOver(() => rm(folder, { recursive: true, force: true }));

const has = {
  ffprobe: ffprobe !== undefined,
  flac: await isInstalled('flac', '--version'),
  oggenc: await isInstalled('oggenc', '--version'),
  opusenc: await isInstalled('opusenc', '--version'),
  mutagen: hasMutagen,
  sox: await isInstalled('sox', '--version'),
  mediainfo: await isInstalled('mediainfo', '--Version'),
};

const FORMATS = ['mp3', 'wav', 'aiff', 'flac'] as const;
const RATE = 48_000;
const WORDS = { 'words.txt': { text: 'la\nla' } };
const FRAMES = 4_801;
const TRACK = {
  version: 'Kite Take',
  artist: 'Ada & <Bea>',
  isrc: 'USQX91300108',
  language: 'en',
  composer: 'C. Poser',
  writers: ['W One', 'W Two'],
  publishing: 'Songs Ltd',
  producer: 'P. Ro, Ducer',
  explicit: 'clean',
  bpm: 127.53,
  key: 'A minor',
} as const;
const RELEASE = {
  title: 'Album',
  artist: 'Ada One',
  upc: '602445790128',
  catalognumber: 'K/1',
  copyrightyear: 2025,
  impactdate: '2026-03-04',
  p_line: '℗ 2025 Kite',
  c_line: '© 2026 Kite',
  genres: ['Drum & Bass', 'House'],
} as const;
/** Samples of an odd length have a pad byte (RIFF, "chunks"). */
const kinds = [
  { channels: 1, bits: 16, float: false, title: 'Mono' },
  { channels: 1, bits: 24, float: false, title: "Odd “length” & <more> 'x'" },
  { channels: 2, bits: 16, float: false, title: 'Žofie 名前 😀 \u{fffe}x' },
  { channels: 2, bits: 24, float: false, title: 'Long '.repeat(40).trim() },
  { channels: 2, bits: 32, float: true, title: 'Float' },
  { channels: 6, bits: 16, float: false, title: 'Surround' },
  { channels: 6, bits: 24, float: false, title: 'Surround 24' },
];

describe.each(kinds)('$channels channels of $bits bits, "$title"', async (kind) => {
  const { channels, bits, float, title } = kind;
  const pcm = Buffer.alloc(((channels * bits) / 8) * FRAMES);
  for (let sample = 0; sample < FRAMES * channels; sample++) {
    const value = 0.3 * Math.sin(Math.floor(sample / channels) / 20);
    if (float) pcm.writeFloatLE(value, sample * 4);
    else pcm.writeIntLE(Math.round(value * 2 ** (bits - 1)), (sample * bits) / 8, bits / 8);
  }
  const format = { sampleRate: RATE, channels, bits, float, channelMask: resolveChannelMask(channels, undefined) };
  const data = [buildChunkHeader('data', pcm.length), pcm, Buffer.alloc(pcm.length % 2)];
  const id = `${channels}-${bits}`;
  const deliver = async (name: string, audio: Buffer, sidecar: Delivery, ending = 'wav') => {
    await mkdir(join(folder, name));
    const root = await writeDelivery(join(folder, name), sidecar.tracks ? WORDS : {}, sidecar);
    await writeFile(join(root, `1.${ending}`), audio);
    const [trackid = ''] = await importDelivery(root);
    return trackid;
  };
  const upc = `40063813${1000 + channels * 100 + bits}`;
  const delivered = buildChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), buildFormatChunk(format), ...data]));
  const sidecar = { ...RELEASE, upc, id, genres: [...RELEASE.genres], label: { name: 'Kite Records' } };
  const tracks = [{ file: '1.wav', lyrics: 'words.txt', ...TRACK, title, writers: [...TRACK.writers] }];
  const trackid = await deliver(id, delivered, { ...sidecar, tracks });
  await makeFlacs(server);
  const save = async (kind: 'mp3' | 'wav' | 'aiff' | 'flac') => {
    const { bytes } = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=${kind}`, player.token);
    const path = join(folder, `${id}.${kind}`);
    await writeFile(path, bytes);
    return path;
  };
  const files = { mp3: await save('mp3'), wav: await save('wav'), aiff: await save('aiff'), flac: '' };
  // FLAC has no floats, and ffmpeg makes it.
  const hasFlac = !float && hashPcm !== undefined;
  if (hasFlac) files.flac = await save('flac');
  const shown = `${title} (Kite Take)`;

  test.for(FORMATS)('music-metadata reads the %s', async (ending, { skip }) => {
    skip(ending === 'flac' && !hasFlac, 'There is no FLAC.');
    const { common, format: found } = await parseFile(files[ending], { duration: true });
    expect(common).toMatchObject({
      title: shown,
      artist: TRACK.artist,
      albumartist: RELEASE.artist,
      album: RELEASE.title,
      isrc: [TRACK.isrc],
      label: ['Kite Records'],
      barcode: upc,
      catalognumber: [RELEASE.catalognumber],
      composer: [TRACK.composer],
      lyricist: TRACK.writers,
      genre: RELEASE.genres,
      copyright: RELEASE.c_line,
      releasedate: RELEASE.impactdate,
    });
    const lossless = { channels, bits, samples: FRAMES };
    // It gives the duration of a FLAC alone.
    const sound = { wav: lossless, aiff: lossless, flac: { channels, bits }, mp3: { channels: Math.min(2, channels) } };
    const { numberOfChannels, bitsPerSample, numberOfSamples, sampleRate } = found;
    expect(sampleRate).toBe(RATE);
    expect(found.duration).toBeCloseTo(FRAMES / RATE, ending === 'mp3' ? 1 : 5);
    expect({ channels: numberOfChannels, bits: bitsPerSample, samples: numberOfSamples }).toMatchObject(sound[ending]);
  });

  test('ffprobe reads both', async ({ skip }) => {
    skip(!has.ffprobe, 'ffprobe is not installed.');
    for (const ending of ['mp3', 'wav'] as const) {
      const found = await ffprobe?.(files[ending]);
      const title = shown.replace('\ufffe', '\ufffd');
      const tags = { title, artist: TRACK.artist, album: RELEASE.title, copyright: RELEASE.c_line };
      const codes =
        ending === 'mp3'
          ? { TSRC: TRACK.isrc, publisher: 'Kite Records', BARCODE: upc, TBPM: '127.53' }
          : { originator_reference: TRACK.isrc };
      expect(found?.format.tags).toMatchObject({ ...tags, ...codes });
      expect(found?.streams[0]).toMatchObject({
        codec_name: ending === 'mp3' ? 'mp3' : float ? 'pcm_f32le' : `pcm_s${bits}le`,
        sample_rate: String(RATE),
        ...(ending === 'wav' ? { channels, duration_ts: FRAMES } : { channels: Math.min(2, channels) }),
      });
    }
  });

  test('flac takes the WAV, and gives its samples back', async ({ skip }) => {
    skip(!has.flac, 'flac is not installed.');
    skip(float, 'flac takes no floats.');
    const [flac, raw] = [join(folder, `${id}.taken.flac`), join(folder, `${id}.raw`)];
    await run('flac', ['-s', '-f', '-o', flac, files.wav]);
    await run('flac', ['-s', '-f', '-d', '--force-raw-format', '--endian=little', '--sign=signed', '-o', raw, flac]);
    expect((await readFile(raw)).equals(pcm)).toBe(true);
  });

  test.for(['oggenc', 'opusenc'] as const)('%s takes the WAV', async (program, { skip }) => {
    skip(!has[program], `${program} is not installed.`);
    const out = join(folder, `${id}.${program}`);
    await run(program, program === 'oggenc' ? ['-Q', '-o', out, files.wav] : ['--quiet', files.wav, out]);
    const { format: found } = await parseFile(out, { duration: true });
    expect(found.numberOfChannels).toBe(channels);
    expect(found.duration).toBeCloseTo(FRAMES / RATE, 2);
  });

  test('mutagen reads their ID3 tags', async ({ skip }) => {
    skip(!has.mutagen, 'mutagen is not installed.');
    const script = `import json, mutagen, sys
for path in sys.argv[1:]:
  file = mutagen.File(path)
  print(json.dumps([file.info.length, {name: [str(text) for text in getattr(file.tags[name], "text", [])] for name in file.tags.keys()}]))`;
    const { stdout } = await run(python, ['-c', script, files.mp3, files.wav, files.aiff]);
    for (const line of stdout.trim().split('\n')) {
      const [seconds, tags] = JSON.parse(line) as [number, Record<string, string[]>];
      expect(seconds).toBeCloseTo(FRAMES / RATE, 1);
      expect(tags).toMatchObject({
        TIT2: [shown],
        TPE1: [TRACK.artist],
        TALB: [RELEASE.title],
        TSRC: [TRACK.isrc],
        TPUB: ['Kite Records'],
        TDRL: [RELEASE.impactdate],
        TBPM: ['127.53'],
        TEXT: TRACK.writers,
        'TXXX:BARCODE': [upc],
        TKEY: ['Am'],
        'TXXX:BPM': ['127.53'],
        'TXXX:REPLAYGAIN_TRACK_GAIN': [expect.stringMatching(/^-?\d+\.\d\d dB$/)],
        'TXXX:REPLAYGAIN_TRACK_PEAK': [expect.stringMatching(/^0\.\d{6}$/)],
      });
    }
  });

  test('mutagen reads the comments of the FLAC', async ({ skip }) => {
    skip(!has.mutagen || !hasFlac, 'mutagen is not installed, or there is no FLAC.');
    const script = `import json, mutagen, sys
file = mutagen.File(sys.argv[1])
print(json.dumps([file.info.total_samples, file.info.md5_signature != 0, {name: file.tags[name] for name in file.tags.keys()}]))`;
    const { stdout } = await run(python, ['-c', script, files.flac]);
    expect(JSON.parse(stdout)).toEqual([
      FRAMES,
      true,
      expect.objectContaining({
        title: [shown.normalize('NFC')],
        isrc: [TRACK.isrc],
        bpm: ['127.53'],
        initialkey: ['Am'],
        key: ['Am'],
        label: ['Kite Records'],
        organization: ['Kite Records'],
        albumartist: [RELEASE.artist],
        tracknumber: ['1'],
        replaygain_track_gain: [expect.stringMatching(/ dB$/)],
      }),
    ]);
  });

  test('sox reads the samples of the AIFF', async ({ skip }) => {
    skip(!has.sox, 'sox is not installed.');
    const raw = join(folder, `${id}.sox`);
    await run('sox', [files.aiff, '-t', 'raw', '-L', ...(float ? ['-e', 'signed', '-b', '32'] : []), raw]);
    const samples = await readFile(raw);
    expect(samples.length).toBe(pcm.length);
    const isSame = float
      ? Math.abs(samples.readInt32LE(400) / 2 ** 31 - pcm.readFloatLE(400)) < 1e-7
      : samples.equals(pcm);
    expect(isSame).toBe(true);
    const { stdout } = await run('soxi', ['-s', files.aiff]);
    expect(Number(stdout)).toBe(FRAMES);
  });

  test('flac finds the FLAC whole, and gives the WAV back with its chunks', async ({ skip }) => {
    skip(!has.flac || !hasFlac, 'flac is not installed, or there is no FLAC.');
    await run('flac', ['-s', '-t', files.flac]);
    const wav = join(folder, `${id}.back.wav`);
    await run('flac', ['-s', '-f', '-d', '--keep-foreign-metadata', '-o', wav, files.flac]);
    const [back, given] = [parseWavChunks(await readFile(wav)), parseWavChunks(await readFile(files.wav))];
    expect(back.get('data')?.equals(pcm)).toBe(true);
    const textOf = (chunk: Buffer | undefined) => chunk?.toString('latin1').replace(/promenade:[\w-]{43}/, 'its id');
    for (const name of ['bext', 'cart', 'rdxl', 'LIST']) expect(textOf(back.get(name))).toBe(textOf(given.get(name)));
    // Channels, rates and bits; flac 1.4.2 writes the extensible form for more than 16 bits or two channels.
    const formatOf = (chunk: Buffer | undefined) => chunk?.subarray(2, 16).toString('hex');
    expect(formatOf(back.get('fmt '))).toBe(formatOf(given.get('fmt ')));
    expect(textOf(back.get('bext'))).toContain('its id');
  });

  test('MediaInfo reads both', async ({ skip }) => {
    skip(!has.mediainfo, 'mediainfo is not installed.');
    for (const path of Object.values(files).filter(Boolean)) {
      const { stdout } = await run('mediainfo', ['--Output=JSON', path]);
      const [general] = (JSON.parse(stdout) as { media: { track: Record<string, string>[] } }).media.track;
      expect(general).toMatchObject({ Title: shown, Performer: TRACK.artist, Album: RELEASE.title, ISRC: TRACK.isrc });
    }
  });

  test('Rivendell gets valid XML', async () => {
    const xml =
      parseWavChunks(await readFile(files.wav))
        .get('rdxl')
        ?.toString() ?? '';
    // XML 1.0 §2.2 and §2.4.
    expect(xml).toMatch(/^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
    const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    const texts = [...xml.matchAll(/^<(\w+)>([^<>]*)<\/\1>$/gm)].map(([, name, text = '']) => [name, decode(text)]);
    const clean = shown.replace('\ufffe', '').replace(/\s+/g, ' ');
    expect(texts.map(([name, text]) => [name, text?.replace(/\s+/g, ' ')])).toEqual([
      ['type', 'audio'],
      ['title', clean],
      ['artist', TRACK.artist],
      ['album', RELEASE.title],
      ['year', '2025'],
      ['label', 'Kite Records'],
      ['composer', TRACK.composer],
      ['description', clean],
      ['isrc', TRACK.isrc],
    ]);
  });

  test.for(FORMATS)('every field of the %s arrives again when it is imported', async (ending, { skip }) => {
    skip(ending === 'flac' && !hasFlac, 'There is no FLAC.');
    const again = await deliver(
      `${id}-again-${ending}`,
      await readFile(files[ending]),
      { label: { name: `Again ${id} ${ending}` } },
      ending,
    );
    /** What a file says, without what belongs to a delivery. */
    const read = async (id: string) => {
      const {
        id: _id,
        release_id,
        trackid,
        releaseid,
        available_at,
        cover_hash,
        labels,
        ...track
      } = {
        ...(await findTrack(server.db, player.accountid, id)),
      };
      const { renditions, loudness, loudness_range, peak, stream_loudness, stream_true_peak, duration, ...said } =
        track;
      return said;
    };
    expect(await read(again)).toEqual(await read(trackid));
  });
});
