import { expect, test } from 'vitest';
import type { SongRequest } from '../song.ts';
import { encodePcm16 } from '../wav.ts';
import { arrangements } from './arrangement.ts';
import { SAMPLE_RATE } from './dsp.ts';
import { measureLoudness } from './mastering.ts';
import type { Stereo } from './mixer.ts';
import { type StyleName, styles } from './styles.ts';
import { synthesise } from './synthesiser.ts';

const styleNames = Object.keys(styles) as StyleName[];
const createRequest = (style: StyleName, changes: Partial<SongRequest> = {}): SongRequest => ({
  work: 'a test',
  style,
  arrangement: 'full',
  seconds: 8,
  ...changes,
});
const getSeconds = ({ left }: Stereo) => left.length / SAMPLE_RATE;

/** Power at a frequency over one second (Goertzel algorithm); `start` in samples. */
function measurePower({ left }: Stereo, hertz: number, start: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let [previous, beforePrevious] = [0, 0];
  for (const value of left.subarray(start, start + SAMPLE_RATE))
    [previous, beforePrevious] = [value + coefficient * previous - beforePrevious, previous];
  return previous * previous + beforePrevious * beforePrevious - coefficient * previous * beforePrevious;
}

test.each(styleNames)(
  '%s is loud enough, never clips, has many frequencies and differs between the channels',
  (style) => {
    const song = synthesise(createRequest(style));
    const peak = song.left.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
    expect(peak).toBeLessThanOrEqual(0.9);
    expect(measureLoudness(song)).toBeGreaterThan(-15.5);
    expect(measureLoudness(song)).toBeLessThan(-8);
    const middle = Math.floor(song.left.length / 2);
    const powers = Array.from({ length: 120 }, (_, index) => measurePower(song, 55 * 2 ** (index / 15), middle));
    const strongest = Math.max(...powers);
    expect(powers.filter((power) => power > strongest / 300).length).toBeGreaterThan(8);
    expect(song.left.some((value, index) => Math.abs(value - (song.right[index] ?? 0)) > 0.02)).toBe(true);
  },
);

test('the same request gives the same song; another work gives another song', () => {
  const song = synthesise(createRequest('folk'));
  expect(synthesise(createRequest('folk')).left.length).toBe(song.left.length);
  expect(measureDifference(song, synthesise(createRequest('folk')))).toBe(0);
  expect(measureDifference(song, synthesise(createRequest('folk', { work: 'another' })))).toBeGreaterThan(0.05);
});

test('the arrangements of a work differ in length, melody and muted words', () => {
  const [full, radio, instrumental, clean, club] = arrangements.map((arrangement) =>
    synthesise(
      createRequest('house', { arrangement, seconds: arrangement === 'radio' ? 9 : arrangement === 'club' ? 16 : 14 }),
    ),
  );
  if (!full || !radio || !instrumental || !clean || !club) throw new Error('An arrangement is missing.');
  expect(getSeconds(radio)).toBeLessThan(getSeconds(full));
  expect(getSeconds(club)).toBeGreaterThan(getSeconds(full));
  expect(measureDifference(full, instrumental)).toBeGreaterThan(0.02);
  expect(measureDifference(full, clean)).toBeGreaterThan(0);
  expect(measureDifference(instrumental, clean)).toBeGreaterThan(0.02);
});

test('a song is about as long as requested', () => {
  for (const requested of [12, 24])
    expect(Math.abs(getSeconds(synthesise(createRequest('jazz', { seconds: requested }))) - requested)).toBeLessThan(4);
});

test('PCM has 16 bits and two channels', () => {
  const pcm = encodePcm16({ left: Float32Array.of(0.5, -1), right: Float32Array.of(0, 0.25) });
  expect(pcm.length).toBe(8);
  expect(pcm.readInt16LE(0) / 32_768).toBeCloseTo(0.5, 2);
  expect(pcm.readInt16LE(4) / 32_768).toBeCloseTo(-1, 2);
});

/** Root mean square of the difference of the left channels. */
function measureDifference({ left: a }: Stereo, { left: b }: Stereo): number {
  const count = Math.min(a.length, b.length);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return Math.sqrt(sum / count);
}
