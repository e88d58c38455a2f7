import { expect, test } from 'vitest';
import { begun, type Hearing, heardUntil, jumped, passesMark } from './heard.ts';

/** Plays from a second to another, as the clock tells it four times a second; answers what would be reported. */
function play(hearing: Hearing, from: number, to: number): { hearing: Hearing; told: number[] } {
  const told: number[] = [];
  let now = hearing;
  for (let at = from; at <= to; at += 0.25) {
    const next = heardUntil(now, at);
    if (passesMark(now, next)) told.push(Math.floor(next.seconds));
    now = next;
  }
  return { hearing: now, told };
}

test('ten seconds, thirty seconds and nine tenths of a song are told, each once', () => {
  expect(play(begun(200), 0, 200).told).toEqual([10, 30, 180]);
});

test('a short song is told at nine tenths only', () => {
  expect(play(begun(8), 0, 8).told).toEqual([7]);
});

test('what was jumped over was not heard', () => {
  const first = play(begun(200), 0, 6);
  const second = play(jumped(first.hearing), 190, 200);
  expect([first.told, second.told]).toEqual([[], [10]]);
  expect(second.hearing.seconds).toBe(16);
});

test('a jump back does not take away what was heard, a second hearing of a place counts on', () => {
  const first = play(begun(200), 0, 6);
  const again = play(jumped(first.hearing), 0, 6);
  expect([again.hearing.seconds, again.told]).toEqual([12, [10]]);
});

test('a clock that falls back to the start, as with a new address, counts nothing', () => {
  expect(heardUntil({ duration: 200, at: 61, seconds: 61 }, 0)).toEqual({ duration: 200, at: 0, seconds: 61 });
});

test('a song without a length is told at ten and thirty seconds', () => {
  expect(play(begun(0), 0, 60).told).toEqual([10, 30]);
});
