import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { buildId3Header, textFrame } from '../../media/download/id3.ts';
import { buildChunk, buildFormatChunk, parseFormatChunk } from '../../platform/storage/riff.ts';
import { fixture } from '../../testing/deliveries.ts';
import { inspectFile } from '../read/inspect.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { renderAudio } from './render.ts';

// What real programs write is stored with its level, waveform and channels, by ffmpeg and by the embedded decoders.

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'codecs-'));
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const methods = [
  { method: 'embedded', program: undefined },
  ...(ffmpeg ? [{ method: 'ffmpeg', program: ffmpeg }] : []),
];
const has = Object.fromEntries(
  await Promise.all(
    ['flac', 'oggenc', 'opusenc'].map(async (name) => [
      name,
      await run(name, ['--version']).then(
        () => true,
        () => false,
      ),
    ]),
  ),
) as Record<string, boolean>;
afterAll(() => rm(folder, { recursive: true }));

async function render(path: string, program: string | undefined) {
  const { media, tags } = await inspectFile(path, () => {});
  const job = { path, media, stem: join(folder, crypto.randomUUID()), ffmpeg: program };
  return {
    ...(await renderAudio(
      job,
      () => {},
      () => {},
    )),
    media,
    tags,
  };
}

const APE_UNREADABLE = 'Its tag APEv2 cannot be read and was left out.';
/** An APEv2 tag (https://wiki.hydrogenaud.io/index.php?title=APEv2_specification); pictures are binary fields. */
function buildApe(
  fields: [name: string, value: string][],
  { hasHeader = true, ...wrong }: { hasHeader?: boolean; bytes?: number; fields?: number } = {},
): Buffer {
  const body = fields.map(([name, value]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(value.length, 0);
    head.writeUInt32LE(name.startsWith('Cover') ? 2 : 0, 4);
    return Buffer.concat([head, Buffer.from(`${name}\0${value}`, 'latin1')]);
  });
  const buildEnd = (flags: number) => {
    const end = Buffer.alloc(32);
    end.write('APETAGEX');
    end.writeUInt32LE(2_000, 8);
    end.writeUInt32LE(wrong.bytes ?? Buffer.concat(body).length + 32, 12);
    end.writeUInt32LE(wrong.fields ?? fields.length, 16);
    end.writeUInt8(flags | (hasHeader ? 0x80 : 0), 23);
    return end;
  };
  return Buffer.concat([...(hasHeader ? [buildEnd(0x20)] : []), ...body, buildEnd(0)]);
}

const SECONDS = 1;
/** One tone, of another level in each channel, so that channels that are exchanged are noticed. */
const source = (levels: number[], layout: string, rate = 44_100) => [
  '-v',
  'error',
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=${levels.map((level) => `${level}*sin(2*PI*441*t)`).join('|')}:c=${layout}:s=${rate}:d=${SECONDS}`,
];
const make = async (name: string, levels: number[], layout: string, options: string[], rate?: number) => {
  const path = join(folder, name);
  await run(ffmpeg ?? '', [...source(levels, layout, rate), ...options, '-y', path]);
  return path;
};

/** Reads 24 or 16 bits of the stored WAV or of the range of a delivered one; gives the level of each channel. */
async function levelsOf(path: string, { wav, channels }: Awaited<ReturnType<typeof render>>): Promise<number[]> {
  const file = await readFile(wav.path ?? path);
  const at = file.indexOf('fmt ');
  const { bits, float } = parseFormatChunk(file.subarray(at + 8, at + 8 + file.readUInt32LE(at + 4)));
  const bytes = bits / 8;
  const levels = Array<number>(channels).fill(0);
  // The ends of a lossy file are not the tone.
  const frames = wav.bytes / bytes / channels;
  for (let frame = Math.round(frames * 0.3); frame < Math.round(frames * 0.7); frame++) {
    for (let channel = 0; channel < channels; channel++) {
      const offset = wav.offset + (frame * channels + channel) * bytes;
      const sample = float
        ? file.readFloatLE(offset)
        : bits === 8
          ? (file.readUInt8(offset) - 128) / 128
          : file.readIntLE(offset, bytes) / 2 ** (bits - 1);
      levels[channel] = Math.max(levels[channel] ?? 0, Math.abs(sample));
    }
  }
  return levels;
}

const MONO = [0.5];
/** Left, right, centre, LFE, left and right surround. */
const SURROUND = [0.1, 0.2, 0.3, 0.05, 0.4, 0.5];
const FIVE = [0.1, 0.2, 0.3, 0.4, 0.5];
/** File, options of ffmpeg, what is stored, whether it can be decoded without ffmpeg. */
const kinds = [
  { name: 'u8.wav', options: ['-c:a', 'pcm_u8'], codec: 'pcm', bits: 8 },
  { name: 's24.wav', options: ['-c:a', 'pcm_s24le'], codec: 'pcm', bits: 24 },
  { name: 'f32.wav', options: ['-c:a', 'pcm_f32le'], codec: 'pcm', bits: 32 },
  { name: 'mulaw.wav', options: ['-c:a', 'pcm_mulaw'], codec: 'mu-law', bits: 16, needsFfmpeg: true },
  { name: 'alaw.wav', options: ['-c:a', 'pcm_alaw'], codec: 'a-law', bits: 16, needsFfmpeg: true },
  { name: 'ima.wav', options: ['-c:a', 'adpcm_ima_wav'], codec: 'ima-adpcm', bits: 16, needsFfmpeg: true },
  { name: 'ms.wav', options: ['-c:a', 'adpcm_ms'], codec: 'ms-adpcm', bits: 16, needsFfmpeg: true },
  { name: 'mp3.wav', options: ['-c:a', 'libmp3lame'], codec: 'mp3', bits: 16, needsFfmpeg: true },
  { name: 'g726.wav', options: ['-c:a', 'g726'], codec: 'g.726', bits: 16, rate: 8_000, needsFfmpeg: true },
  { name: 'yamaha.wav', options: ['-c:a', 'adpcm_yamaha'], codec: 'yamaha-adpcm', bits: 16, needsFfmpeg: true },
  { name: 'wma.wav', options: ['-c:a', 'wmav2'], codec: 'wma', bits: 16, needsFfmpeg: true },
  { name: 'dts.wav', options: ['-c:a', 'dca', '-strict', '-2'], codec: 'dts', bits: 16, needsFfmpeg: true },
  { name: 'flac.wav', options: ['-c:a', 'flac'], codec: 'flac', bits: 16, needsFfmpeg: true },
  { name: 's8.aiff', options: ['-c:a', 'pcm_s8'], codec: 'pcm', bits: 16 },
  { name: 'alaw.aifc', options: ['-c:a', 'pcm_alaw'], codec: 'a-law', bits: 16, needsFfmpeg: true },
  { name: 'hi.m4a', options: ['-c:a', 'alac', '-sample_fmt', 's16p'], codec: 'alac', bits: 16, rate: 96_000 },
  { name: 'hi-aac.m4a', options: ['-c:a', 'aac'], codec: 'aac', bits: 16, rate: 96_000, needsFfmpeg: true },
  { name: 'ac3.m4a', options: ['-c:a', 'ac3'], codec: 'ac-3', bits: 16, needsFfmpeg: true },
  { name: 'mp2.mp3', options: ['-c:a', 'mp2', '-f', 'mp2'], codec: 'mp2', bits: 16, needsFfmpeg: true },
  { name: 'sound.webm', options: ['-c:a', 'libopus'], codec: 'opus', bits: 16, rate: 48_000, needsFfmpeg: true },
  { name: 'sound.mov', options: ['-c:a', 'pcm_s24be'], codec: 'pcm', bits: 24, needsFfmpeg: true },
  { name: 'six.flac', options: ['-sample_fmt', 's16'], codec: 'flac', bits: 16, levels: SURROUND, layout: '5.1' },
  {
    name: 'quad.flac',
    options: ['-sample_fmt', 's16'],
    codec: 'flac',
    bits: 16,
    levels: FIVE.slice(1),
    layout: 'quad',
  },
  { name: '2.1.wav', options: [], codec: 'pcm', bits: 16, levels: [0.1, 0.2, 0.05], layout: '2.1' },
];
for (const { method, program } of methods) {
  const decodable = kinds.filter(({ needsFfmpeg }) => program || !needsFfmpeg);
  test.runIf(ffmpeg).each(decodable)(`$name is stored as it sounds, by its real codec (${method})`, async (kind) => {
    const { name, options, codec, bits, rate, levels = MONO, layout = 'mono' } = kind;
    const path = await make(name, levels, layout, options, rate);
    const rendered = await render(path, program);
    const isLossless = ['pcm', 'flac', 'alac'].includes(codec);
    expect(rendered).toMatchObject({ bits, lossyCodec: isLossless ? null : codec, channels: levels.length });
    expect(rendered.media.format).not.toBe('video');
    for (const [channel, level] of (await levelsOf(path, rendered)).entries())
      expect(Math.abs(level - (levels[channel] ?? 0))).toBeLessThan(isLossless ? 0.005 : 0.03);
  });

  // Vorbis I §4.3.9 and RFC 7845 §5.1.1.2 have the centre second; the order here is that of WAV.
  test.runIf(ffmpeg).for([
    { tool: 'oggenc', name: 'six.ogg', levels: SURROUND, layout: '5.1' },
    { tool: 'oggenc', name: 'five.ogg', levels: FIVE, layout: '5.0' },
    { tool: 'opusenc', name: 'six.opus', levels: SURROUND, layout: '5.1' },
    { tool: 'opusenc', name: 'five.opus', levels: FIVE, layout: '5.0' },
  ])(
    `the channels of $name by $tool are in the order of WAV (${method})`,
    async ({ tool, name, levels, layout }, { skip }) => {
      skip(!has[tool], `${tool} is not installed.`);
      const wav = await make(`${name}.wav`, levels, layout, ['-bitexact', '-fflags', '+bitexact'], 48_000);
      const path = join(folder, name);
      await run(tool, tool === 'oggenc' ? ['-Q', wav, '-o', path] : ['--quiet', wav, path]);
      for (const [channel, level] of (await levelsOf(path, await render(path, program))).entries())
        expect(Math.abs(level - (levels[channel] ?? 0))).toBeLessThan(0.05);
    },
  );

  test(`a FLAC of 8 bits by flac is stored with 16 (${method})`, async ({ skip }) => {
    skip(!has['flac'], 'flac is not installed.');
    const raw = join(folder, 'raw');
    const path = join(folder, `${method}-8.flac`);
    await writeFile(raw, Buffer.from(Int8Array.from({ length: 44_100 }, (_, at) => 64 * Math.sin(at / 16))));
    const format = ['--bps=8', '--sign=signed', '--endian=little', '--channels=1', '--sample-rate=44100'];
    await run('flac', ['-s', '-f', '--force-raw-format', ...format, '-o', path, raw]);
    const rendered = await render(path, program);
    expect(rendered.bits).toBe(16);
    expect((await levelsOf(path, rendered))[0]).toBeCloseTo(63 / 128, 3);
  });

  test(`a chained Ogg is decoded whole, and one that was recorded from the middle by its positions (${method})`, async () => {
    const bytes = await readFile(fixture('vorbis.ogg'));
    const path = join(folder, `${method}.ogg`);
    await writeFile(path, Buffer.concat([bytes, bytes]));
    expect((await render(path, program)).seconds).toBeCloseTo(2.4, 2);
    await writeFile(path, withPositions(bytes, 1_000_000n));
    expect((await render(path, program)).seconds).toBeCloseTo(1.2, 2);
  });

  test.runIf(ffmpeg)(`an M4A is as long as its edit list says (${method})`, async () => {
    const path = await make('long.m4a', MONO, 'mono', ['-c:a', 'alac']);
    const trimmed = join(folder, 'trimmed.m4a');
    await run(ffmpeg ?? '', ['-v', 'error', '-ss', '0.4', '-i', path, '-c', 'copy', '-y', trimmed]);
    expect((await render(trimmed, program)).seconds).toBeCloseTo(0.6, 2);
  });

  test.each(['RF64', 'BW64'])(`the tags of %s are read (${method})`, async (form) => {
    const pcm = Buffer.alloc(32_000, 1);
    const name = Buffer.concat([Buffer.from('INFO'), buildChunk('INAM', Buffer.from('Long title\0'))]);
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(BigInt(pcm.length), 8);
    const data = buildChunk('data', pcm);
    data.writeUInt32LE(0xffffffff, 4);
    const format = { sampleRate: 16_000, channels: 1, bits: 16, float: false, channelMask: 4 };
    const body = [buildChunk('ds64', sizes), buildFormatChunk(format), data, buildChunk('LIST', name)];
    const path = join(folder, `${form}.wav`);
    await writeFile(path, Buffer.concat([Buffer.from(`${form}\xff\xff\xff\xffWAVE`, 'latin1'), ...body]));
    const { tags, seconds } = await render(path, program);
    expect([tags.title, seconds]).toEqual(['Long title', 1]);
  });

  test.runIf(ffmpeg)(`bytes before the first frame of an MP3 are no sound (${method})`, async () => {
    const path = join(folder, 'junk.mp3');
    await writeFile(path, Buffer.concat([Buffer.alloc(700), await readFile(fixture('cbr320.mp3'))]));
    expect((await render(path, program)).seconds).toBeCloseTo(1.2, 1);
  });

  test.each<[string, Buffer[], string[]]>([
    ['an APE tag', [buildApe([['Label', 'Kite']])], []],
    ['an APE tag without a header', [buildApe([['Label', 'Kite']], { hasHeader: false })], []],
    ['an APE tag of a wrong size', [buildApe([['Label', 'Kite']], { bytes: 33 })], [APE_UNREADABLE]],
    ['an APE tag that misses fields', [buildApe([['Label', 'Kite']], { fields: 9 })], [APE_UNREADABLE]],
    [
      'an APE picture without a name',
      [buildApe([['Cover Art (Front)', '\xff\xd8\xff']])],
      ['Its tag Cover Art cannot be read and was left out.'],
    ],
    ['zeros', [Buffer.alloc(5_000)], []],
    ['Lyrics3 and ID3v1', [Buffer.from(`LYRICSBEGINLYR00002la000021LYRICS200TAG${' '.repeat(125)}`)], []],
  ])(
    `%s behind an MP3 of 320 kbit/s is no sound, and what cannot be read is said (${method})`,
    async (_, tags, said) => {
      const frames = await readFile(fixture('cbr320.mp3'));
      const path = join(folder, 'tagged.mp3');
      const second = buildId3Header([...textFrame('TIT2', 'Old'), ...textFrame('TALB', 'x'.repeat(2e6))], undefined);
      await writeFile(
        path,
        Buffer.concat([buildId3Header(textFrame('TIT2', 'New'), undefined), second, frames, ...tags]),
      );
      const rendered = await render(path, program);
      expect(rendered.seconds).toBeCloseTo(1.2, 2);
      expect((await readFile(rendered.mp3Path)).equals(frames)).toBe(true);
      expect(rendered.tags).toMatchObject({ title: 'New', album: undefined, warnings: said });
    },
  );

  test.each(['flac16.flac', 'alac.m4a'])(`tags and zeros behind %s are no damage (${method})`, async (name) => {
    const path = join(folder, `tagged-${name}`);
    const behind = [Buffer.alloc(5_000), buildApe([['Title', 'x']]), Buffer.from(`TAG${' '.repeat(125)}`)];
    await writeFile(path, Buffer.concat([await readFile(fixture(name)), ...behind]));
    expect((await render(path, program)).seconds).toBeCloseTo(1.2, 2);
  });

  test(`a file that was cut, or whose codec no decoder reads, is refused with the reason (${method})`, async () => {
    const [mp3, ogg, flac, m4a] = await Promise.all(
      ['cbr320.mp3', 'vorbis.ogg', 'flac16.flac', 'alac-faststart.m4a'].map((name) => readFile(fixture(name))),
    );
    if (!mp3 || !ogg || !flac || !m4a) throw new Error('A fixture is missing.');
    const wide = Buffer.from(flac);
    // STREAMINFO (RFC 9639 §8.2): 32 bits per sample less one, in five bits across two bytes.
    wide.writeUInt8((wide.readUInt8(20) & 0xfe) | 1, 20);
    wide.writeUInt8((wide.readUInt8(21) & 0x0f) | 0xf0, 21);
    const unknown = Buffer.from(await readFile(fixture('wav16.wav')));
    unknown.writeUInt16LE(0x1234, 20);
    const vorbis = Buffer.from(unknown);
    vorbis.writeUInt16LE(0x566f, 20);
    const free = Buffer.from(mp3);
    // Bit rate 0 of each frame is "free" (ISO 11172-3 §2.4.2.3).
    for (let at = free.indexOf('fffb', 0, 'hex'); at >= 0; at = free.indexOf('fffb', at + 1, 'hex'))
      free.writeUInt8(free.readUInt8(at + 2) & 0x0f, at + 2);
    const cases: [string, Buffer, RegExp][] = [
      ['cut.mp3', mp3.subarray(0, mp3.length / 2), /ends early|cannot be decoded/],
      ['gap.mp3', Buffer.concat([mp3.subarray(0, 20_000), mp3.subarray(20_500)]), /^It is damaged: other bytes are/],
      ['cut.m4a', m4a.subarray(0, m4a.length - 500), /ends early|cannot be decoded/],
      ['cut.ogg', ogg.subarray(0, ogg.length - 100), /ends early/],
      ['page.ogg', ogg.subarray(0, ogg.lastIndexOf('OggS')), /ends early: its last page/],
      ['wide.flac', wide, /^Its codec \(FLAC with 32 bits\) cannot be read\.$/],
      ['unknown.wav', unknown, /^Its codec \(WAVE format 0x1234\) cannot be read\.$/],
      ['vorbis.wav', vorbis, /^Its codec \(Vorbis\) cannot be read\.$/],
      ['free.mp3', free, /free format/],
    ];
    for (const [name, bytes, reason] of cases) {
      await writeFile(join(folder, name), bytes);
      await expect(render(join(folder, name), program), name).rejects.toThrow(reason);
    }
  });
}

const undecodable = kinds.filter(({ needsFfmpeg }) => needsFfmpeg);
test.runIf(ffmpeg).each(undecodable)(
  'without ffmpeg $name is refused by its real codec',
  async ({ name, options, codec, rate }) => {
    const path = await make(name, MONO, 'mono', options, rate);
    const sentence = `Its codec (${codec}) can only be decoded where ffmpeg is installed.`;
    await expect(render(path, undefined)).rejects.toThrow(sentence);
  },
);

/** Makes a second track: one picture a second. */
async function makeWithPictures(name: string, options: string[]): Promise<string> {
  const path = join(folder, name);
  const picture = ['-f', 'lavfi', '-i', 'color=red:s=32x32:d=1:r=1'];
  await run(ffmpeg ?? '', [...source(MONO, 'mono'), ...picture, '-map', '0:a', '-map', '1:v', ...options, '-y', path]);
  return path;
}

// FFmpeg 5.1 names the pictures of MP4 by their object type, those of QuickTime by the entry.
test.runIf(ffmpeg).each([
  ['mjpeg', 'mov'],
  ['mjpeg', 'mp4'],
  ['png', 'mp4'],
  ['jpeg2000', 'mp4'],
])('pictures of chapters make no video of an M4A: %s in %s', async (codec, muxer) => {
  const path = await makeWithPictures(`${codec}-${muxer}.m4a`, ['-c:v', codec, '-f', muxer]);
  expect((await inspectFile(path, () => {})).media.format).toBe('m4a');
});

test.runIf(ffmpeg)('a film that chapters refer to, or that is switched off, makes no video of an M4A', async () => {
  const film = await readFile(await makeWithPictures('film.m4a', ['-c:v', 'mpeg4', '-f', 'mp4']));
  const variants = {
    // The edit list of the sound becomes a reference to track 2 (ISO 14496-12 §8.3.3), the rest of it a free box.
    chapters: (bytes: Buffer) => {
      const at = bytes.indexOf('edts') - 4;
      const edits = bytes.readUInt32BE(at);
      Buffer.from('00000014747265660000000c6368617000000002', 'hex').copy(bytes, at);
      bytes.writeUInt32BE(edits - 20, at + 20);
      bytes.write('free', at + 24);
    },
    // Flag 1 of the track header (§8.3.2).
    off: (bytes: Buffer) => bytes.writeUInt8(0, bytes.lastIndexOf('tkhd') + 7),
  };
  const formatOf = async (name: string, bytes: Buffer) => {
    await writeFile(join(folder, name), bytes);
    return (await inspectFile(join(folder, name), () => {})).media.format;
  };
  expect(await formatOf('shown.m4a', film)).toBe('video');
  for (const [name, change] of Object.entries(variants)) {
    const changed = Buffer.from(film);
    change(changed);
    expect(await formatOf(`${name}.m4a`, changed), name).toBe('m4a');
  }
});

test.runIf(ffmpeg)('an MP3 whose sample rate changes is as long as it sounds, or refused without ffmpeg', async () => {
  const parts = [44_100, 48_000].map((rate) =>
    make(`rate-${rate}.mp3`, MONO, 'mono', ['-write_xing', '0', '-id3v2_version', '0'], rate),
  );
  const path = join(folder, 'rates.mp3');
  await writeFile(path, Buffer.concat(await Promise.all(parts.map(async (part) => await readFile(await part)))));
  expect((await render(path, ffmpeg)).seconds).toBeCloseTo(2 * SECONDS, 0);
  await expect(render(path, undefined)).rejects.toThrow(
    /^Its sample rate changes: it can only be decoded where ffmpeg/,
  );
});

/** Moves the positions of all audio pages (RFC 3533 §6); their checksums are not compared. */
function withPositions(bytes: Buffer, offset: bigint): Buffer {
  const moved = Buffer.from(bytes);
  for (let at = 0; at >= 0; at = moved.indexOf('OggS', at + 4)) {
    const position = moved.readBigInt64LE(at + 6);
    if (position > 0n) moved.writeBigInt64LE(position + offset, at + 6);
  }
  return moved;
}
