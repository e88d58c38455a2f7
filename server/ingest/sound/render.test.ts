import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MPEGDecoder } from 'mpg123-decoder';
import { parseFile } from 'music-metadata';
import { afterAll, expect, test } from 'vitest';
import { downmix, getStereoShares } from '../analysis/channels.ts';
import { parseMp3FrameHeader, readStatedSeconds } from '../decoders/mp3Frames.ts';
import { inspectFile } from '../read/inspect.ts';
import { openDecodePool } from '../workers/decodePool.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { renderAudio } from './render.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
const folder = await mkdtemp(join(tmpdir(), 'render-'));
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const methods = [{ method: 'embedded', ffmpeg: undefined }, ...(ffmpeg ? [{ method: 'ffmpeg', ffmpeg }] : [])];
afterAll(() => rm(folder, { recursive: true }));

let made = 0;
async function render(path: string, program: string | undefined) {
  const { media } = await inspectFile(path, () => {});
  const job = { path, media, stem: join(folder, String(made++)), ffmpeg: program };
  return renderAudio(
    job,
    () => {},
    () => {},
  );
}

async function bytesOf(path: string, offset: number, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  await file.close();
  return buffer;
}

const formats = [
  { file: 'wav16.wav', rate: 16_000, channels: 1, bits: 16, lossy: null },
  { file: 'wav24.wav', rate: 11_025, channels: 1, bits: 24, lossy: null },
  { file: 'rf64.wav', rate: 16_000, channels: 1, bits: 16, lossy: null },
  { file: 'aiff16.aiff', rate: 16_000, channels: 1, bits: 16, lossy: null },
  { file: 'aiff24.aif', rate: 11_025, channels: 1, bits: 24, lossy: null },
  { file: 'flac16.flac', rate: 44_100, channels: 2, bits: 16, lossy: null },
  { file: 'flac24.flac', rate: 16_000, channels: 1, bits: 24, lossy: null },
  { file: 'alac.m4a', rate: 44_100, channels: 1, bits: 24, lossy: null },
  { file: 'alac-faststart.m4a', rate: 16_000, channels: 1, bits: 24, lossy: null },
  { file: 'aac.m4a', rate: 44_100, channels: 2, bits: 16, lossy: 'aac' },
  { file: 'vorbis.ogg', rate: 44_100, channels: 2, bits: 16, lossy: 'vorbis' },
  { file: 'opus.ogg', rate: 48_000, channels: 2, bits: 16, lossy: 'opus' },
  { file: 'id3v1.mp3', rate: 44_100, channels: 1, bits: 16, lossy: 'mp3' },
  { file: 'id3v23-latin1.mp3', rate: 44_100, channels: 1, bits: 16, lossy: 'mp3' },
  { file: 'cbr320.mp3', rate: 44_100, channels: 2, bits: 16, lossy: 'mp3' },
];

for (const { method, ffmpeg } of methods) {
  // Free decoders for AAC are under the GPL.
  test.each(formats.filter(({ lossy }) => ffmpeg || lossy !== 'aac'))(
    `$file is rendered as MP3 of 320 kbit/s and WAV and analysed (${method})`,
    async ({ file, rate, channels, bits, lossy }) => {
      const rendered = await render(fixture(file), ffmpeg);
      expect(rendered).toMatchObject({ sampleRate: rate, channels, bits, lossyCodec: lossy });
      expect(Math.abs(rendered.seconds - 1.2)).toBeLessThan(0.03);
      expect(rendered.loudness).toBeGreaterThan(-24);
      expect(rendered.loudness).toBeLessThan(-19);
      expect(rendered.peak).toBeLessThan(-14);
      const { wav } = rendered;
      expect(wav.bytes).toBe(Math.round(rendered.seconds * rate) * channels * (bits / 8));
      expect((await bytesOf(wav.path ?? fixture(file), wav.offset, wav.bytes)).some((byte) => byte !== 0)).toBe(true);

      const mp3 = await readFile(rendered.mp3Path);
      const first = parseMp3FrameHeader(mp3, 0);
      expect(first).toMatchObject({
        kbits: 320,
        sampleRate: rate % 11_025 === 0 ? 44_100 : 48_000,
        mono: channels === 1,
      });
      expect(mp3.subarray(0, 60).includes('Info')).toBe(true);
      const { format } = await parseFile(rendered.mp3Path);
      expect(format.tagTypes.filter((type) => type.startsWith('ID3'))).toEqual([]);
      const decoder = new MPEGDecoder();
      await decoder.ready;
      const { channelData, sampleRate } = decoder.decode(mp3);
      decoder.free();
      expect(Math.max(...(channelData[0] ?? []))).toBeGreaterThan(0.08);
      expect(Math.abs((channelData[0]?.length ?? 0) / sampleRate - 1.2)).toBeLessThan(0.1);
    },
  );

  test(`the WAV of a lossless file contains identical samples (${method})`, async () => {
    for (const [file, other] of [
      ['flac16.flac', 'flac16.flac'],
      ['aiff16.aiff', 'wav16.wav'],
      ['aiff24.aif', 'wav24.wav'],
    ] as const) {
      const { wav } = await render(fixture(file), ffmpeg);
      const reference = await render(fixture(other), undefined);
      const samples = await bytesOf(wav.path ?? '', wav.offset, wav.bytes);
      const expected = await bytesOf(reference.wav.path ?? fixture(other), reference.wav.offset, reference.wav.bytes);
      expect(samples.equals(expected)).toBe(true);
    }
  });

  test.each([
    ['truncated.flac', /ends early|damaged|cannot be decoded/],
    ['wav-cut-off.wav', /ends early/],
    ['wav-broken-header.wav', /./],
    ['wav-no-data.wav', /no samples/],
    ['text.mp3', /not audio/],
  ])(`%s is refused with a reason and leaves no files (${method})`, async (file, reason) => {
    const stem = join(folder, String(made));
    await expect(render(fixture(file), ffmpeg)).rejects.toThrow(reason);
    await expect(readFile(`${stem}.mp3`)).rejects.toThrow('ENOENT');
    await expect(readFile(`${stem}.wav`)).rejects.toThrow('ENOENT');
  });

  test(`a WAV without a length in its header is read to its end (${method})`, async () => {
    const { seconds, warning } = await render(fixture('wav-no-length.wav'), ffmpeg);
    expect(seconds).toBeCloseTo(1.2, 3);
    expect(warning).toMatch(/does not say how long/);
  });
}

test('the WAV download of a delivered WAV is a range of the original', async () => {
  const { wav } = await render(fixture('wav16.wav'), undefined);
  expect(wav).toMatchObject({ path: null, offset: 44, bytes: 38_400 });
});

test('an MP3 of 320 kbit/s is kept unchanged, without its tags', async () => {
  const path = join(folder, 'tagged.mp3');
  const frames = await readFile(fixture('cbr320.mp3'));
  const tag = Buffer.concat([Buffer.from('ID3\u0003\0\0\0\0\u0010\0', 'latin1'), Buffer.alloc(2_048)]);
  await writeFile(path, Buffer.concat([tag, frames, Buffer.from(`TAG${' '.repeat(125)}`)]));
  const { mp3Path } = await render(path, undefined);
  expect((await readFile(mp3Path)).equals(frames)).toBe(true);
});

test('an MP3 of 320 kbit/s without an Info frame gets one, and its sound stays as it is', async () => {
  const frames = await readFile(fixture('cbr320.mp3'));
  const path = join(folder, 'plain.mp3');
  const plain = frames.subarray(parseMp3FrameHeader(frames, 0)?.bytes);
  await writeFile(path, plain);
  const { mp3Path, seconds } = await render(path, undefined);
  const stored = await readFile(mp3Path);
  const info = parseMp3FrameHeader(stored, 0)?.bytes ?? 0;
  expect(stored.subarray(info).equals(plain)).toBe(true);
  expect(readStatedSeconds(stored)).toBeCloseTo(seconds, 3);
});

test('an MP3 of another bitrate is encoded again, and other data after the frames is left out', async () => {
  const frames = await readFile(fixture('cbr320.mp3'));
  const path = join(folder, 'behind.mp3');
  await writeFile(path, Buffer.concat([frames, Buffer.from('something else at the end')]));
  expect((await readFile((await render(path, undefined)).mp3Path)).equals(frames)).toBe(true);
  const other = await readFile((await render(fixture('id3v1.mp3'), undefined)).mp3Path);
  expect(parseMp3FrameHeader(other, 0)?.kbits).toBe(320);
});

// Centre and rear at −3 dB, lowered together so that full scale in all channels is full scale in the mix.
test.each([
  {
    layout: '5.1',
    mask: 0x3f,
    samples: [0.1, 0.2, 0.1, 0.9, 0.2, 0],
    left: 0.1 + 0.3 * Math.SQRT1_2,
    whole: 1 + Math.SQRT2,
  },
  {
    layout: 'quad',
    mask: 0x33,
    samples: [0.1, 0.2, 0.3, 0.4],
    left: 0.1 + 0.3 * Math.SQRT1_2,
    whole: 1 + Math.SQRT1_2,
  },
  { layout: '2.1', mask: 0xb, samples: [0.1, 0.2, 0.9], left: 0.1, whole: 1 },
  {
    layout: '4.1',
    mask: 0x3b,
    samples: [0.1, 0.2, 0.9, 0.3, 0.4],
    left: 0.1 + 0.3 * Math.SQRT1_2,
    whole: 1 + Math.SQRT1_2,
  },
])('$layout is mixed to two channels without the LFE channel and never clips', ({ mask, samples, left, whole }) => {
  const mix = (values: number[]) =>
    downmix(
      values.map((value) => new Float32Array([value])),
      getStereoShares(mask),
    )[0]?.[0];
  expect(mix(samples)).toBeCloseTo(left / whole, 5);
  expect(mix(samples.map(() => 1))).toBeLessThanOrEqual(1.000001);
});

test('without ffmpeg AAC is refused with the way out', async () => {
  await expect(render(fixture('aac.m4a'), undefined)).rejects.toThrow(
    'Its codec (aac) can only be decoded where ffmpeg is installed.',
  );
});

test.runIf(ffmpeg)('ffmpeg reads every stream file without warnings', async () => {
  for (const { method, ffmpeg: program } of methods) {
    const { mp3Path } = await render(fixture('flac16.flac'), program);
    const { stderr } = await promisify(execFile)('ffmpeg', ['-v', 'warning', '-i', mp3Path, '-f', 'null', '-']);
    expect(stderr, method).toBe('');
  }
});

test('a stalled job is cancelled, and the next one runs', async () => {
  const pool = openDecodePool(1, 1);
  await expect(pool.inspect(fixture('wav16.wav'))).rejects.toThrow('no progress');
  await pool.close();
  await expect(pool.inspect(fixture('wav16.wav'))).rejects.toThrow('The import was stopped.');
  const patient = openDecodePool(1);
  await copyFile(fixture('wav16.wav'), join(folder, 'again.wav'));
  await expect(patient.inspect(fixture('text.mp3'))).rejects.toThrow('not audio');
  expect(await patient.inspect(join(folder, 'again.wav'))).toMatchObject({ bytes: 38_444 });
  await patient.close();
});
