import { parseKey } from '@promenade/contract/codes';
import { describe, expect, test } from 'vitest';
import { fullCatalogue } from '../../../demo/catalogue.ts';
import { synthesise } from '../../../demo/music/synthesiser.ts';
import { composeSong, type Song } from '../../../demo/song.ts';
import { createSongRequest } from '../../../demo/writeDelivery.ts';
import { createAnalyser } from './analysis.ts';
import { createLoudnessMeter } from './loudness.ts';

const RATE = 44_100;
const STEREO = 0x3;
const BLOCK = 16_384;

function analyse(channels: Float32Array[], channelMask = STEREO) {
  const analyser = createAnalyser({ sampleRate: RATE, channels: channels.length, channelMask });
  for (let from = 0; from < (channels[0]?.length ?? 0); from += BLOCK)
    analyser.add(channels.map((samples) => samples.subarray(from, from + BLOCK)));
  return analyser.result();
}

const tone = (level: number, seconds = 10) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) => level * Math.sin((2 * Math.PI * 997 * at) / RATE));

describe('the songs of the demo that are long enough to have a form', () => {
  const songs = fullCatalogue
    .flatMap((release) => release.tracks.map((track) => createSongRequest(release, track)))
    .filter(({ seconds, arrangement }) => seconds >= 60 && arrangement === 'full')
    .map((request) => {
      const { left, right } = synthesise(request);
      return { ...composeSong(request), sound: [left, right], ...analyse([left, right]).analysis };
    });
  const share = (isRight: (song: (typeof songs)[number]) => boolean) => songs.filter(isRight).length / songs.length;

  test('most ends begin where the outro does, and an introduction that is found ends there', () => {
    const startOf = ({ sections, style, stepSeconds }: (typeof songs)[number], index: number) =>
      sections.slice(0, index).reduce((bars, section) => bars + section.bars, 0) * style.stepsPerBar * stepSeconds;
    const isAt = (found: number | undefined, second: number) => Math.abs((found ?? Infinity) - second) < 0.5;
    expect(
      share((song) => isAt(song.markers_found?.outrostart, startOf(song, song.sections.length - 1))),
    ).toBeGreaterThanOrEqual(8 / 12);
    const withIntro = songs.filter(({ markers_found }) => markers_found?.introend !== undefined);
    expect(withIntro.length / songs.length).toBeGreaterThanOrEqual(6 / 12);
    const right = withIntro.filter((song) => isAt(song.markers_found?.introend, startOf(song, 1)));
    expect(right.length / withIntro.length).toBeGreaterThan(0.8);
  });

  test('tempos are right to 1 %, else half or double', () => {
    const isTempo = (found: number | null, stepSeconds: number) =>
      Math.abs(((found ?? 0) * stepSeconds) / 15 - 1) < 0.01;
    expect(share(({ tempo_found, stepSeconds }) => isTempo(tempo_found, stepSeconds))).toBeGreaterThan(26 / 34);
    expect(
      share(({ tempo_found, stepSeconds }) => [1, 2, 0.5].some((factor) => isTempo(tempo_found, stepSeconds * factor))),
    ).toBe(1);
  });

  test('most keys are right', () => {
    const names = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
    const keyOf = ({ root, mode }: Song['key']) =>
      parseKey(`${names[root % 12]} ${mode === 'minor' || mode === 'dorian' ? 'minor' : 'major'}`);
    expect(share(({ key, key_found }) => keyOf(key) === key_found)).toBeGreaterThan(15 / 34);
  });

  test('the hook is within 3 s of one of the loudest choruses, and never in the finale', () => {
    const listChoruses = ({ sections, style, stepSeconds, sound }: (typeof songs)[number]) => {
      let bars = 0;
      const choruses = sections.flatMap((section) => {
        const [from, to] = [bars, bars + section.bars].map((bar) => bar * style.stepsPerBar * stepSeconds);
        bars += section.bars;
        if (section.name !== 'chorus') return [];
        const meter = createLoudnessMeter(RATE, [1, 1]);
        meter.add(sound.map((samples) => samples.subarray((from ?? 0) * RATE, (to ?? 0) * RATE)));
        return [{ from: from ?? 0, loudness: meter.result().loudness ?? -99 }];
      });
      const loudest = Math.max(...choruses.map(({ loudness }) => loudness));
      return { finale: choruses.at(-1), loud: choruses.filter(({ loudness }) => loudness > loudest - 1) };
    };
    const isNear = (hook: number | null, from: number) => Math.abs((hook ?? 0) - from) <= 3;
    expect(
      share((song) => listChoruses(song).loud.some(({ from }) => isNear(song.hook_found, from))),
    ).toBeGreaterThanOrEqual(0.8);
    expect(share((song) => (song.hook_found ?? 0) >= (listChoruses(song).finale?.from ?? 0) - 3)).toBe(0);
  });

  test('the hook begins with a bar', () => {
    const isNearBar = ({ hook_found, style, stepSeconds }: (typeof songs)[number]) => {
      const bar = style.stepsPerBar * stepSeconds;
      const late = (hook_found ?? 0) % bar;
      return Math.min(late, bar - late) <= 0.1;
    };
    expect(share(isNearBar)).toBeGreaterThanOrEqual(0.8);
  });
});

/** Sound that a function gives for each second. */
const sound = (seconds: number, level: (second: number) => number) =>
  Float32Array.from({ length: seconds * RATE }, (_, at) => level(at / RATE));
const sine = (hertz: number, second: number) => Math.sin(2 * Math.PI * hertz * second);
/** The same at every call in a run of tests. */
const noise = (second: number) => 2 * ((Math.abs(Math.sin(second * 12_345.678)) * 43_758.5453) % 1) - 1;
/** Kicks on the beats and hats in eighths. */
const drums = (bpm: number) => (second: number) => {
  const sinceKick = second % (60 / bpm);
  const sinceHat = second % (30 / bpm);
  return 0.6 * sine(55, sinceKick) * Math.exp(-25 * sinceKick) + 0.15 * noise(second) * Math.exp(-60 * sinceHat);
};
const findIn = (samples: Float32Array) => analyse([samples, samples]).analysis;

test.each([100, 128, 165, 168, 170, 172, 174, 176])('bare drums at %i have that tempo, and no key', (bpm) => {
  const { tempo_found, key_found } = findIn(sound(40, drums(bpm)));
  expect(tempo_found).toBeCloseTo(bpm, 0);
  expect(key_found).toBeNull();
});

test('a held chord changes no tempo', () => {
  const chord = (second: number) => [220, 277.18, 329.63].reduce((sum, hertz) => sum + 0.1 * sine(hertz, second), 0);
  expect(findIn(sound(40, (second) => drums(128)(second) + chord(second))).tempo_found).toBeCloseTo(128, 0);
});

test.each([
  ['rain', (second: number) => 0.1 * noise(second) * (1 + 0.2 * sine(0.05, second))],
  ['a drone', (second: number) => [1, 2, 3, 4].reduce((sum, n) => sum + (0.15 / n) * sine(55 * n, second), 0)],
  // A pitch that glides up and down, in syllables of uneven lengths.
  [
    'a voice that speaks',
    (second: number) =>
      0.2 * Math.max(0, sine(3.1 + sine(0.37, second), second)) * sine(140 + 30 * sine(0.23, second), second) +
      0.03 * noise(second),
  ],
])('%s has no tempo and no key', (_, level) => {
  expect(findIn(sound(40, level))).toMatchObject({ tempo_found: null, key_found: null });
});

test('the hook is in the music and not in the louder applause behind it', () => {
  const music = (second: number) =>
    0.3 * drums(120)(second) + 0.2 * sine(220 * 2 ** ((Math.floor(second) % 5) / 12), second);
  const samples = sound(90, (second) => (second < 60 ? music(second) : 0.5 * noise(second)));
  expect(findIn(samples).hook_found).toBeLessThan(60);
});

test('the first and the last sound are found to a hundredth of a second', () => {
  const samples = new Float32Array(30 * RATE);
  samples.set(tone(0.002, 0.1), 1.5 * RATE);
  samples.set(tone(0.5), 10 * RATE);
  expect(analyse([new Float32Array(samples.length), samples]).analysis.markers_found).toMatchObject({
    soundstart: 1.5,
    soundend: 20,
  });
});

test('mono is streamed to two loudspeakers, and surround as a stereo mix that cannot clip', () => {
  const mono = analyse([tone(0.5)], 0x4);
  expect(mono.analysis.stream_loudness).toBeCloseTo((mono.loudness ?? 0) + 3.01, 2);
  expect(mono.analysis.stream_true_peak).toBe(mono.analysis.true_peak);
  const loud = tone(1);
  const surround = analyse([loud, loud, loud, loud, loud, loud], 0x3f);
  expect(surround.analysis.true_peak).toBeCloseTo(0, 1);
  expect(surround.analysis.stream_true_peak).toBeLessThan(0.1);
  // Both channels at full scale.
  expect(surround.analysis.stream_loudness).toBeCloseTo(0, 1);
  expect(surround.loudness).toBeGreaterThan(4);
});

test('of silence and of a few samples nothing is found', () => {
  const nothing = { analysis_version: 3, hook_found: null, tempo_found: null, key_found: null, markers_found: null };
  for (const samples of [new Float32Array(40 * RATE), new Float32Array(3)])
    expect(analyse([samples, samples]).analysis).toEqual({
      ...nothing,
      true_peak: null,
      stream_loudness: null,
      stream_true_peak: null,
    });
  const { markers_found, ...few } = analyse([new Float32Array([1, -1, 0.5])], 0x4).analysis;
  expect(few).toMatchObject({ hook_found: null, tempo_found: null, key_found: null });
  expect(markers_found).toEqual({ soundstart: 0, soundend: 0.01 });
});
