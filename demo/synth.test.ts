import { expect, test } from 'vitest';
import { loudness, toPcm16 } from './master.ts';
import type { Stereo } from './mix.ts';
import { takes } from './sections.ts';
import type { Order } from './song.ts';
import { type StyleName, styles } from './styles.ts';
import { synthesise } from './synth.ts';
import { SAMPLE_RATE } from './tone.ts';

const names = Object.keys(styles) as StyleName[];
const order = (style: StyleName, wanted: Partial<Order> = {}): Order => ({
  work: 'a test',
  style,
  take: 'full',
  seconds: 12,
  ...wanted,
});
const seconds = ({ left }: Stereo) => left.length / SAMPLE_RATE;

/** Power at a frequency (Goertzel) over a second from `from` on. */
function powerAt({ left }: Stereo, hertz: number, from: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE);
  let [one, two] = [0, 0];
  for (const value of left.subarray(from, from + SAMPLE_RATE)) [one, two] = [value + turn * one - two, one];
  return one * one + two * two - turn * one * two;
}

test.each(names)('%s is music: loud enough, never clipped, in many tones, different in each ear', (style) => {
  const piece = synthesise(order(style));
  const peak = piece.left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(peak).toBeLessThanOrEqual(0.9);
  expect(loudness(piece)).toBeGreaterThan(-15.5);
  expect(loudness(piece)).toBeLessThan(-8);
  const middle = Math.floor(piece.left.length / 2);
  const powers = Array.from({ length: 120 }, (_, nth) => powerAt(piece, 55 * 2 ** (nth / 15), middle));
  const strongest = Math.max(...powers);
  expect(powers.filter((power) => power > strongest / 300).length).toBeGreaterThan(8);
  expect(piece.left.some((value, nth) => Math.abs(value - (piece.right[nth] ?? 0)) > 0.02)).toBe(true);
});

test('the same order gives the same piece, another work another one', () => {
  const piece = synthesise(order('folk'));
  expect(synthesise(order('folk')).left.length).toBe(piece.left.length);
  expect(difference(piece, synthesise(order('folk')))).toBe(0);
  expect(difference(piece, synthesise(order('folk', { work: 'another' })))).toBeGreaterThan(0.05);
});

test('the takes of a work really differ: no tune, words left out, shorter, longer', () => {
  const [full, radio, instrumental, clean, club] = takes.map((take) =>
    synthesise(order('house', { take, seconds: take === 'radio' ? 9 : take === 'club' ? 16 : 14 })),
  );
  if (!full || !radio || !instrumental || !clean || !club) throw new Error('A take is missing.');
  expect(seconds(radio)).toBeLessThan(seconds(full));
  expect(seconds(club)).toBeGreaterThan(seconds(full));
  expect(difference(full, instrumental)).toBeGreaterThan(0.02);
  expect(difference(full, clean)).toBeGreaterThan(0);
  expect(difference(instrumental, clean)).toBeGreaterThan(0.02);
});

test('a piece is about as long as ordered', () => {
  for (const wanted of [12, 24])
    expect(Math.abs(seconds(synthesise(order('jazz', { seconds: wanted }))) - wanted)).toBeLessThan(4);
});

test('PCM is 16 bits for two ears', () => {
  const pcm = toPcm16({ left: Float32Array.of(0.5, -1), right: Float32Array.of(0, 0.25) });
  expect(pcm.length).toBe(8);
  expect(pcm.readInt16LE(0) / 32_768).toBeCloseTo(0.5, 2);
  expect(pcm.readInt16LE(4) / 32_768).toBeCloseTo(-1, 2);
});

/** Root mean square of what one piece has and the other has not. */
function difference({ left: one }: Stereo, { left: other }: Stereo): number {
  const count = Math.min(one.length, other.length);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += ((one[i] ?? 0) - (other[i] ?? 0)) ** 2;
  return Math.sqrt(sum / count);
}
