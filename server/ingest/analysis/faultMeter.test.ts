import { expect, test } from 'vitest';
import { createFaultMeter } from './faultMeter.ts';

const RATE = 1000;
const measure = (...channels: number[][]) => {
  const meter = createFaultMeter(RATE);
  const length = channels[0]?.length ?? 0;
  // In blocks, so that runs and silences cross their edges.
  for (let from = 0; from < length; from += 7)
    meter.add(channels.map((samples) => Float32Array.from(samples.slice(from, from + 7))));
  return meter.result();
};
const repeat = (sample: number, count: number) => Array.from({ length: count }, () => sample);

test('the longest run of full-scale samples of one channel counts, also the highest sample of 16 bits', () => {
  const left = [...repeat(0.5, 10), ...repeat(32_767 / 32_768, 11), 0.5, ...repeat(-1, 9)];
  expect(measure(left, repeat(0.2, left.length)).clippedSamples).toBe(11);
  expect(measure([1, 0, 1], [0, 1, 0]).clippedSamples).toBe(1);
  expect(measure(repeat(0.99, 50)).clippedSamples).toBe(0);
});

test('the longer silence at an end counts, where no channel has sound', () => {
  const late = [...repeat(0, 2500), ...repeat(0.5, 100), ...repeat(0.0005, 1200)];
  expect(measure(late).edgeSilence).toBeCloseTo(2.5, 2);
  expect(measure(late, repeat(0.1, late.length)).edgeSilence).toBe(0);
  expect(measure(late.toReversed()).edgeSilence).toBeCloseTo(2.5, 2);
  expect(measure(repeat(0, 3000)).edgeSilence).toBe(3);
});
