import { expect, test } from 'vitest';
import { createPeakCollector } from '../sound/peaks.ts';
import { getLoudnessWeights } from './channels.ts';
import { createLoudnessMeter } from './loudness.ts';

/** Gives a stereo sine in blocks of odd length, as decoders do. */
function* tone(sampleRate: number, seconds: number, level: number) {
  const length = Math.round(sampleRate * seconds);
  for (let from = 0; from < length; from += 4_099) {
    const samples = new Float32Array(Math.min(4_099, length - from)).map(
      (_, at) => level * Math.sin((2 * Math.PI * 1_000 * (from + at)) / sampleRate),
    );
    yield [samples, samples];
  }
}
const dbfs = (level: number) => 10 ** (level / 20);

test.each([44_100, 48_000, 96_000])(
  'a stereo sine of -23 dBFS at 1 kHz measures -23 LUFS at %i Hz (EBU Tech 3341, case 1)',
  (rate) => {
    const meter = createLoudnessMeter(rate, [1, 1]);
    for (const block of tone(rate, 20, dbfs(-23))) meter.add(block);
    const { loudness, range } = meter.result();
    expect(loudness).toBeCloseTo(-23, 1);
    expect(range).toBeCloseTo(0, 1);
  },
);

/** Seconds and dBFS of each part of a stereo sine. */
type Parts = [seconds: number, level: number][];

function measure(parts: Parts) {
  const meter = createLoudnessMeter(48_000, [1, 1]);
  for (const [seconds, level] of parts) for (const block of tone(48_000, seconds, dbfs(level))) meter.add(block);
  const { loudness, range } = meter.result();
  return { loudness: loudness ?? Number.NaN, range: range ?? Number.NaN };
}

test.each<[string, Parts, number]>([
  ['1', [[20, -23]], -23],
  ['2', [[20, -33]], -33],
  [
    '3',
    [
      [10, -36],
      [60, -23],
      [10, -36],
    ],
    -23,
  ],
  [
    '4',
    [
      [10, -72],
      [10, -36],
      [60, -23],
      [10, -36],
      [10, -72],
    ],
    -23,
  ],
  [
    '5',
    [
      [20, -26],
      [20.1, -20],
      [20, -26],
    ],
    -23,
  ],
])('integrated loudness is exact to 0.1 LU (EBU Tech 3341, case %s)', (_case, parts, lufs) => {
  expect(Math.abs(measure(parts).loudness - lufs)).toBeLessThanOrEqual(0.1);
});

test.each<[string, Parts, number]>([
  [
    '1',
    [
      [20, -20],
      [20, -30],
    ],
    10,
  ],
  [
    '2',
    [
      [20, -20],
      [20, -15],
    ],
    5,
  ],
  [
    '3',
    [
      [20, -40],
      [20, -20],
    ],
    20,
  ],
  [
    '4',
    [
      [20, -50],
      [20, -35],
      [20, -20],
      [20, -35],
      [20, -50],
    ],
    15,
  ],
])('the loudness range is exact to 1 LU (EBU Tech 3342, case %s)', (_case, parts, lu) => {
  expect(Math.abs(measure(parts).range - lu)).toBeLessThanOrEqual(1);
});

// 1 kHz in L, R, C and the surrounds; the LFE at any level does not count.
test.each([
  { layout: '5.0', mask: 0x37, levels: [-28, -28, -24, -30, -30] },
  { layout: '5.1', mask: 0x3f, levels: [-28, -28, -24, -3, -30, -30] },
  { layout: '5.1 with side channels', mask: 0x60f, levels: [-28, -28, -24, -3, -30, -30] },
  { layout: 'quad', mask: 0x33, levels: [-24.47, -24.47, -30, -30] },
])('the channels of $layout measure -23 LUFS by their places (EBU Tech 3341, case 6)', ({ mask, levels }) => {
  const meter = createLoudnessMeter(48_000, getLoudnessWeights(mask));
  for (const [block = new Float32Array()] of tone(48_000, 20, 1))
    meter.add(levels.map((level) => block.map((sample) => sample * dbfs(level))));
  expect(Math.abs((meter.result().loudness ?? 0) + 23)).toBeLessThan(0.1);
});

test('silence has no loudness', () => {
  const meter = createLoudnessMeter(44_100, [1]);
  meter.add([new Float32Array(44_100)]);
  expect(meter.result()).toEqual({ loudness: null, range: null });
});

test('a sound of any length has 1,800 pairs of peaks, at the position of the sound', () => {
  const collector = createPeakCollector();
  collector.add([new Float32Array(500_000)]);
  for (const block of tone(44_100, 11, 0.5)) collector.add(block);
  const peaks = collector.peaks();
  expect(peaks).toHaveLength(3_600);
  expect([...peaks.subarray(0, 1_700)].every((value) => value === 0)).toBe(true);
  expect(peaks.readInt8(3_400)).toBe(-63);
  expect(peaks.readInt8(3_401)).toBe(63);
  expect(collector.highest()).toBeCloseTo(0.5, 3);
});

test('a sound of a few samples has peaks', () => {
  const collector = createPeakCollector();
  collector.add([new Float32Array([1, -1, 0.5])]);
  expect(collector.peaks().readInt8(1)).toBe(127);
  expect(collector.peaks().readInt8(1_800)).toBe(-127);
});
