import type { DrumName, KitName } from './drumSounds.ts';
import type { Mode } from './harmony.ts';
import type { Instrument } from './instruments.ts';
import type { VoiceType } from './voice.ts';

/** 0 is an intro, a break or an outro, 1 a verse, 2 a chorus. */
export type Energy = 0 | 1 | 2;

/** Sixteenths of a bar or of several, spaces ignored. Drums: `X` loud, `x` normal, `o` soft, `.` nothing. */
export type Beat = Partial<Record<DrumName, string>>;

/** Where a player stands, and what else is his own. */
interface Ways {
  /** The pattern of the chorus, where it differs. */
  chorus?: string;
  /** Of a chord; 3 unless said. */
  tones?: number;
  /** -1 left, 1 right. */
  pan?: number;
  room?: number;
  echo?: number;
  ducked?: boolean;
  /** The least and the greatest energy at which it plays. */
  from?: Energy;
  to?: Energy;
}

/**
 * One player of the band; `lowest` is the MIDI number below which nothing is played. In a pattern `x` strikes the whole
 * chord, a digit one tone of it from below, `r` its root, `f` its fifth, `u` its root an octave up, `a` a tone that leads
 * to the next root; `-` holds, `.` rests.
 */
export type Part = readonly [instrument: Instrument, lowest: number, gain: number, pattern: string, ways?: Ways];

/** Who carries the tune. */
export type Lead = readonly [
  instrument: Instrument | VoiceType,
  lowest: number,
  gain: number,
  ways: { pan?: number; room: number; echo: number },
];

/** A way of playing: tempo, harmony, band, tune and rooms. Gains are linear. */
export interface Style {
  bpm: readonly [number, number];
  /** Steps in a bar: 16, or 12 for three beats. */
  steps: 16 | 12;
  /** Which notes come late, and by which part of their length. */
  swing?: { on: 8 | 16; by: number };
  /** Milliseconds by which hands miss the grid. */
  loose: number;
  modes: readonly Mode[];
  /** Degrees of the scale, one per bar. */
  progressions: readonly (readonly number[])[];
  drums: { kit: KitName; gain: number; room: number };
  /** By energy. */
  beats: readonly [Beat, Beat, Beat];
  parts: readonly Part[];
  lead: Lead;
  /** Of the tune, in pairs of bars: `x` begins a tone, `-` holds, `.` rests. */
  rhythms: readonly string[];
  room: { seconds: number; damping: number };
  /** Steps between echoes. */
  echo: { steps: number; feedback: number };
  /** How far the kick drum presses the rest down, 0 to 1. */
  duck: number;
  /** LUFS. */
  loudness: number;
  /** Whether noise rises into the chorus. */
  riser?: boolean;
}
