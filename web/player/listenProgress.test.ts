import { expect, test } from 'vitest';
import {
  advanceProgress,
  crossesThreshold,
  type ListenProgress,
  skipProgress,
  startProgress,
} from './listenProgress.ts';

/** Plays from a second to another, as the clock tells it four times a second; answers what would be reported. */
function play(hearing: ListenProgress, from: number, to: number): { hearing: ListenProgress; told: number[] } {
  const told: number[] = [];
  let now = hearing;
  for (let at = from; at <= to; at += 0.25) {
    const next = advanceProgress(now, at);
    if (crossesThreshold(now, next)) told.push(Math.floor(next.seconds));
    now = next;
  }
  return { hearing: now, told };
}

test('ten seconds, thirty seconds and nine tenths of a song are told, each once', () => {
  expect(play(startProgress(200), 0, 200).told).toEqual([10, 30, 180]);
});

test('a short song is told at nine tenths only', () => {
  expect(play(startProgress(8), 0, 8).told).toEqual([7]);
});

test('what was jumped over was not heard', () => {
  const first = play(startProgress(200), 0, 6);
  const second = play(skipProgress(first.hearing), 190, 200);
  expect([first.told, second.told]).toEqual([[], [10]]);
  expect(second.hearing.seconds).toBe(16);
});

test('a jump back does not take away what was heard, a second hearing of a place counts on', () => {
  const first = play(startProgress(200), 0, 6);
  const again = play(skipProgress(first.hearing), 0, 6);
  expect([again.hearing.seconds, again.told]).toEqual([12, [10]]);
});

test('a clock that falls back to the start, as with a new address, counts nothing', () => {
  expect(advanceProgress({ duration: 200, position: 61, seconds: 61 }, 0)).toEqual({
    duration: 200,
    position: 0,
    seconds: 61,
  });
});

test('a song without a length is told at ten and thirty seconds', () => {
  expect(play(startProgress(0), 0, 60).told).toEqual([10, 30]);
});
