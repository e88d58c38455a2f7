import type { DrumName, KitName } from './drumSounds.ts';
import type { Mode } from './harmony.ts';
import type { Instrument } from './instruments.ts';
import type { VoiceType } from './singing.ts';

/** Intensity of a section: 0 intro, break and outro, 1 verse, 2 chorus. */
export type Energy = 0 | 1 | 2;

/** Drum patterns in sixteenths, one or more bars; spaces are ignored. `X` loud, `x` normal, `o` soft, `.` rest. */
export type Beat = Partial<Record<DrumName, string>>;

interface PartOptions {
  /** Pattern of the chorus; default: that of the verse. */
  chorus?: string;
  /** Notes of a chord; default 3. */
  chordSize?: number;
  /** -1 is left, 1 is right. */
  pan?: number;
  reverb?: number;
  delay?: number;
  ducked?: boolean;
  /** Energies of the sections in which the part plays. */
  minEnergy?: Energy;
  maxEnergy?: Energy;
}

/**
 * One instrument of the band; `lowest` is the MIDI number of its lowest note. Pattern symbols, one per sixteenth: `x` the
 * chord, a digit one of its notes from below, `r` the root, `f` the fifth, `u` the root an octave higher, `a` an approach
 * note below the next root, `-` continues the note, `.` is a rest.
 */
export type Part = readonly [
  instrument: Instrument,
  lowest: number,
  gain: number,
  pattern: string,
  options?: PartOptions,
];

/** The instrument or voice of the melody. */
export type Lead = readonly [
  instrument: Instrument | VoiceType,
  lowest: number,
  gain: number,
  options: { pan?: number; reverb: number; delay: number },
];

/** 4/4 time and no ducking are left out. */
export type StyleDefinition = Omit<Style, keyof typeof usual> & Partial<Pick<Style, keyof typeof usual>>;

export const usual = { stepsPerBar: 16, ducking: 0 } satisfies Partial<Style>;

/** A musical style: tempo, harmony, band, melody and effects. Gains are linear. */
export interface Style {
  bpm: readonly [number, number];
  /** Sixteenths: 16 in 4/4 time, 12 in 3/4 time. */
  stepsPerBar: 16 | 12;
  /** Delays every second eighth or sixteenth note by a part of its length. */
  swing?: { division: 8 | 16; amount: number };
  /** Largest random deviation from the grid. */
  timingJitterMs: number;
  modes: readonly Mode[];
  /** Scale degrees of the chords, one per bar. */
  progressions: readonly (readonly number[])[];
  drums: { kit: KitName; gain: number; reverb: number };
  /** Indexed by energy. */
  beats: readonly [Beat, Beat, Beat];
  parts: readonly Part[];
  lead: Lead;
  /** Rhythms of the melody, two bars each: `x` begins a note, `-` continues it, `.` is a rest. */
  rhythms: readonly string[];
  reverb: { seconds: number; damping: number };
  /** Time between echoes in steps. */
  delay: { steps: number; feedback: number };
  /** How much the kick drum lowers ducked parts, 0 to 1. */
  ducking: number;
  /** LUFS. */
  loudness: number;
  /** Whether a noise riser leads into a chorus. */
  hasRiser?: boolean;
}
