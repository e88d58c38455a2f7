import { expect, test } from 'vitest';
import { createTruePeakMeter } from './truePeak.ts';

const RATE = 48_000;

/** A sine that begins and ends softly; `period` in samples. */
const sine = (rate: number, level: number, period: number, degrees: number) =>
  Float32Array.from({ length: rate }, (_, at) => {
    const edge = Math.min(1, at / 4_800, (rate - at) / 4_800);
    return level * edge * Math.sin((2 * Math.PI * at) / period + (degrees * Math.PI) / 180);
  });

function measure(rate: number, ...channels: Float32Array[]): number {
  const meter = createTruePeakMeter(rate, channels.length);
  for (let from = 0; from < (channels[0]?.length ?? 0); from += 4_099)
    meter.add(channels.map((samples) => samples.subarray(from, from + 4_099)));
  return meter.result() ?? Number.NaN;
}

// The tolerance is +0.2 and −0.4 dB.
test.each([
  ['15', 0.5, 4, 0, -6],
  ['16', 0.5, 4, 45, -6],
  ['17', 0.5, 6, 60, -6],
  ['18', 0.5, 8, 67.5, -6],
  ['19', 1.41, 4, 45, 3],
])('the peak between samples is found (EBU Tech 3341, case %s)', (_case, level, period, degrees, dbtp) => {
  const quiet = sine(RATE, level / 4, period, degrees);
  for (const rate of [RATE, 96_000]) {
    const peak = measure(rate, sine(rate, level, period, degrees), quiet);
    expect(peak).toBeGreaterThanOrEqual(dbtp - 0.4);
    expect(peak).toBeLessThanOrEqual(dbtp + 0.2);
  }
});

/** Four times oversampled: a soft tone with one half wave of full scale, without what is above the half of the rate. */
const burst = (() => {
  const period = 4 * 6;
  const length = 8_192;
  const raw = Float64Array.from({ length }, (_, at) => {
    const position = at - length / 2;
    return (Math.abs(position) < period / 4 ? 1 : 0.5) * Math.cos((2 * Math.PI * position) / period);
  });
  const filter = Array.from({ length: 257 }, (_, tap) => {
    const x = (tap - 128) / 4;
    return (
      (0.25 * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * (1 + Math.cos((Math.PI * (tap - 128)) / 129))) / 2
    );
  });
  return raw.map((_, at) => filter.reduce((sum, weight, tap) => sum + weight * (raw[at + tap - 128] ?? 0), 0));
})();

test.each([0, 1, 2, 3])(
  'a peak is found wherever the samples are (EBU Tech 3341, cases 20 to 23: offset %i)',
  (offset) => {
    const dbtp = 20 * Math.log10(burst.subarray(1_000, -1_000).reduce((max, x) => Math.max(max, Math.abs(x)), 0));
    const thinned = Float32Array.from(
      { length: burst.length / 4 - 500 },
      (_, at) => burst[4 * (at + 250) + offset] ?? 0,
    );
    const peak = measure(RATE, thinned);
    expect(peak).toBeGreaterThanOrEqual(dbtp - 0.4);
    expect(peak).toBeLessThanOrEqual(dbtp + 0.2);
  },
);

test('silence has no peak', () => {
  expect(measure(RATE, new Float32Array(RATE))).toBeNaN();
});
