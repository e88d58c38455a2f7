import { expect, test } from 'vitest';
import { barHeights, wavePath } from './waveform.ts';

test('the loudest bar has full height, silence a minimum height', () => {
  const peaks = Int8Array.from([0, 0, -10, 10, -50, 50, -100, 100]);
  expect(barHeights(peaks, 4)).toEqual([0.06, 0.1, 0.5, 1]);
  expect(barHeights(peaks, 2)).toEqual([10 / 150, 1]);
});

test('there can be more bars than peaks', () => {
  expect(barHeights(Int8Array.from([-10, 10, -20, 20]), 4)).toEqual([0.5, 0.5, 1, 1]);
});

test('without peaks all bars have the same height', () => {
  expect(new Set(barHeights(undefined, 30)).size).toBe(1);
});

test('a bar is a vertical stroke centred on the middle', () => {
  expect(wavePath([1, 0.5], 23)).toBe('M1.5 1.5v20.0M6.5 6.5v10.0');
});
