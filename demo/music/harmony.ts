/** Scales in semitones above the root. */
export const modes = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;
export type Mode = keyof typeof modes;

export interface Key {
  /** MIDI number in the bass octave. */
  root: number;
  mode: Mode;
}

/** Frequency of a MIDI note in equal temperament with A4 = 440 Hz. */
export function midiToHertz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** MIDI note of a scale degree. Degree 0 is the root and degree 7 the root an octave higher. */
export function scaleNote(key: Key, degree: number): number {
  const scale = modes[key.mode];
  const octave = Math.floor(degree / 7);
  return key.root + 12 * octave + (scale[degree - 7 * octave] ?? 0);
}

/** Stacks thirds on a degree and folds the notes into the octave above `lowest`, in ascending order. */
export function chordNotes(key: Key, degree: number, count: number, lowest: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    foldIntoOctave(scaleNote(key, degree + 2 * index), lowest),
  ).toSorted((a, b) => a - b);
}

/** Moves a note by octaves into the octave above `lowest`. */
export function foldIntoOctave(note: number, lowest: number): number {
  return lowest + ((((note - lowest) % 12) + 12) % 12);
}

/** Scale degrees, 0 to 6, of root, third and fifth. */
export function chordDegrees(degree: number): number[] {
  return [degree, degree + 2, degree + 4].map((chordDegree) => chordDegree % 7);
}
