import { type Arrangement, arrangeSections, type Section } from './music/arrangement.ts';
import type { Key } from './music/harmony.ts';
import { createMelody, type MelodyNote } from './music/melody.ts';
import { type Style, usual } from './music/style.ts';
import { type StyleName, styles } from './music/styles.ts';
import { createRandom, randomInteger, randomItem } from './random.ts';

/** What to synthesise. All arrangements of a `work` in one style share key, chords and melody. */
export interface SongRequest {
  work: string;
  style: StyleName;
  arrangement: Arrangement;
  /** Approximate length. */
  seconds: number;
}

/** A composed song before it is sequenced. */
export interface Song {
  style: Style;
  key: Key;
  /** Length of a sixteenth note. */
  stepSeconds: number;
  sections: Section[];
  progressions: { verse: readonly number[]; chorus: readonly number[] };
  /** Phrases of two bars. */
  melodies: { verse: MelodyNote[][]; chorus: MelodyNote[][] };
}

/** Chooses key, tempo, chords, melodies and sections; at least five bars. */
export function composeSong({ work, style: styleName, arrangement, seconds }: SongRequest): Song {
  const style: Style = { ...usual, ...styles[styleName] };
  const random = createRandom(`song ${work}`);
  const key: Key = { root: randomInteger(random, 33, 44), mode: randomItem(random, style.modes) };
  const [minBpm, maxBpm] = style.bpm;
  const bpm = Math.round(minBpm + random() * (maxBpm - minBpm) + (arrangement === 'club' ? 2 : 0));
  const stepSeconds = 15 / bpm;
  const verse = randomItem(random, style.progressions);
  const chorus = randomItem(random, style.progressions);
  const { rhythms, lead } = style;
  const [, lowest] = lead;
  const bars = Math.max(5, Math.round(seconds / (stepSeconds * style.stepsPerBar)));
  return {
    style,
    key,
    stepSeconds,
    sections: arrangeSections(bars, arrangement),
    progressions: { verse, chorus },
    melodies: {
      verse: createMelody(random, key, verse, rhythms, lowest),
      chorus: createMelody(random, key, chorus, rhythms.toReversed(), lowest + 3),
    },
  };
}
