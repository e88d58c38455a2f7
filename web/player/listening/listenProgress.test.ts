import { expect, test } from 'vitest';
import {
  advanceProgress,
  crossesThreshold,
  type ListenProgress,
  skipProgress,
  startProgress,
} from './listenProgress.ts';

/** Plays from one second to another with four updates a second; returns the reported seconds. */
function play(progress: ListenProgress, from: number, to: number): { progress: ListenProgress; reported: number[] } {
  const reported: number[] = [];
  let current = progress;
  for (let second = from; second <= to; second += 0.25) {
    const next = advanceProgress(current, second, true);
    if (crossesThreshold(current, next)) reported.push(Math.floor(next.seconds));
    current = next;
  }
  return { progress: current, reported };
}

test('ten seconds, thirty seconds and nine tenths of a track are reported once each', () => {
  expect(play(startProgress(200), 0, 200).reported).toEqual([10, 30, 180]);
});

test('a short track is reported at nine tenths only', () => {
  expect(play(startProgress(8), 0, 8).reported).toEqual([7]);
});

test('skipped seconds are not counted', () => {
  const first = play(startProgress(200), 0, 6);
  const second = play(skipProgress(first.progress), 190, 200);
  expect([first.reported, second.reported]).toEqual([[], [10]]);
  expect(second.progress.seconds).toBe(16);
});

test('seeking back keeps the count, and repeated seconds count again', () => {
  const first = play(startProgress(200), 0, 6);
  const again = play(skipProgress(first.progress), 0, 6);
  expect([again.progress.seconds, again.reported]).toEqual([12, [10]]);
});

test('a time that falls back to the start, as after a new source, counts nothing', () => {
  const progress: ListenProgress = { duration: 200, position: 61, seconds: 61, ranges: [[0, 61]] };
  expect(advanceProgress(progress, 0, true)).toEqual({ ...progress, position: 0 });
});

test('ranges are what sounded: a seek ends one, muted seconds are left out', () => {
  const first = play(startProgress(200), 40, 50).progress;
  const second = play(skipProgress(first), 20, 25).progress;
  const muted = advanceProgress(second, 30, false);
  expect(advanceProgress(muted, 31, true)).toMatchObject({
    seconds: 21,
    ranges: [
      [40, 50],
      [20, 25],
      [30, 31],
    ],
  });
});

test('a track without a length is reported at ten and thirty seconds', () => {
  expect(play(startProgress(0), 0, 60).reported).toEqual([10, 30]);
});
