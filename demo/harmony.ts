/** Semitones above the root. */
export const modes = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;
export type Mode = keyof typeof modes;

/** A key: `root` is a MIDI number in the octave of the bass. */
export interface Key {
  root: number;
  mode: Mode;
}

/** Hz of a MIDI number, equal temperament, A4 = 440. */
export function hertz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** MIDI number of a degree of the key's scale, 0 being the root; degrees run on through the octaves. */
export function scaleNote(key: Key, degree: number): number {
  const scale = modes[key.mode];
  const octave = Math.floor(degree / 7);
  return key.root + 12 * octave + (scale[degree - 7 * octave] ?? 0);
}

/** Thirds piled up on a degree, each tone moved by octaves into the octave above `lowest`, ascending. */
export function chord(key: Key, degree: number, tones: number, lowest: number): number[] {
  return Array.from({ length: tones }, (_, place) => {
    const note = scaleNote(key, degree + 2 * place);
    return lowest + ((((note - lowest) % 12) + 12) % 12);
  }).toSorted((a, b) => a - b);
}

/** Scale degrees of the chord's root, third and fifth, for melodies that rest on them. */
export function chordDegrees(degree: number): number[] {
  return [degree, degree + 2, degree + 4].map((each) => each % 7);
}
