import { type Key, scaleNote } from './harmony.ts';
import { makeMelody, type Tone } from './melody.ts';
import { divide, type Section, type Take } from './sections.ts';
import { pick, seeded, whole } from './seed.ts';
import type { Style } from './style.ts';
import { type StyleName, styles } from './styles.ts';

/** What to play: the same `work` in the same style has the same key, chords and tune in all its takes. */
export interface Order {
  work: string;
  style: StyleName;
  take: Take;
  /** About how long it shall be. */
  seconds: number;
}

/** A piece written down, not yet played. */
export interface Song {
  style: Style;
  key: Key;
  /** Seconds of a sixteenth. */
  step: number;
  sections: Section[];
  progressions: { verse: readonly number[]; chorus: readonly number[] };
  /** Phrases of two bars. */
  melodies: { verse: Tone[][]; chorus: Tone[][] };
}

/** Decides key, tempo, chords, tune and form; at least five bars. */
export function compose({ work, style: name, take, seconds }: Order): Song {
  const style: Style = styles[name];
  const random = seeded(`song ${work}`);
  const key: Key = { root: whole(random, 33, 44), mode: pick(random, style.modes) };
  const bpm = Math.round(style.bpm[0] + random() * (style.bpm[1] - style.bpm[0]) + (take === 'club' ? 2 : 0));
  const step = 15 / bpm;
  const verse = pick(random, style.progressions);
  const chorus = pick(random, style.progressions);
  const { rhythms, lead } = style;
  const [, lowest] = lead;
  const bars = Math.max(5, Math.round(seconds / (step * style.steps)));
  return {
    style,
    key,
    step,
    sections: divide(bars, take),
    progressions: { verse, chorus },
    melodies: {
      verse: makeMelody(random, key, verse, rhythms, lowest),
      chorus: makeMelody(random, key, chorus, rhythms.toReversed(), lowest + 3),
    },
  };
}

/** The tone a semitone or a step below the next root, for basses that walk. */
export function leadingTone(key: Key, degree: number): number {
  return scaleNote(key, degree - 1);
}
