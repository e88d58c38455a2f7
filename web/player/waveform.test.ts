import { expect, test } from 'vitest';
import { barHeights, wavePath } from './waveform.ts';

test('the loudest moment fills the seek bar, silence stays visible', () => {
  const peaks = Int8Array.from([0, 0, -10, 10, -50, 50, -100, 100]);
  expect(barHeights(peaks, 4)).toEqual([0.06, 0.1, 0.5, 1]);
  expect(barHeights(peaks, 2)).toEqual([10 / 150, 1]);
});

test('there may be more bars than peaks', () => {
  expect(barHeights(Int8Array.from([-10, 10, -20, 20]), 4)).toEqual([0.5, 0.5, 1, 1]);
});

test('without peaks the line is quiet', () => {
  expect(new Set(barHeights(undefined, 30)).size).toBe(1);
});

test('a bar is an upright stroke around the middle', () => {
  expect(wavePath([1, 0.5], 23)).toBe('M1.5 1.5v20.0M6.5 6.5v10.0');
});
