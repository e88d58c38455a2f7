import { type Random, randomInteger, randomItem } from '../random.ts';
import { chordDegrees, type Key, scaleNote } from './harmony.ts';

/** A note of a melody: start and length in sixteenths of its phrase, and MIDI number. */
export interface MelodyNote {
  step: number;
  steps: number;
  midi: number;
}

interface Motif {
  rhythm: string;
  /** Scale degrees from each note to the next. */
  intervals: number[];
}

/**
 * Creates phrases of two bars over a progression of one chord per bar. Two motifs are repeated; long and stressed notes
 * move to the nearest chord note, and the last note to the root.
 */
export function createMelody(
  random: Random,
  key: Key,
  progression: readonly number[],
  rhythms: readonly string[],
  lowest: number,
): MelodyNote[][] {
  const motifs = [createMotif(random, rhythms), createMotif(random, rhythms)];
  const lowestDegree = findLowestDegree(key, lowest);
  const phrases: MelodyNote[][] = [];
  let degree = lowestDegree + randomInteger(random, 2, 4);
  for (let bar = 0; bar < progression.length; bar += 2) {
    const isLast = bar + 2 >= progression.length;
    const motif = motifs[isLast && progression.length > 4 ? 1 : Math.min(1, Math.floor(bar / 4))];
    if (!motif) continue;
    const chords = [progression[bar] ?? 0, progression[bar + 1] ?? progression[bar] ?? 0];
    const phrase = createPhrase(motif, { key, chords, lowestDegree, startDegree: degree, isLast });
    phrases.push(phrase.notes);
    degree = phrase.endDegree;
  }
  return phrases;
}

function createMotif(random: Random, rhythms: readonly string[]): Motif {
  const rhythm = randomItem(random, rhythms);
  const intervals = [...rhythm]
    .filter((symbol) => symbol === 'x')
    .map(() => randomItem(random, [-2, -1, -1, 0, 0, 1, 1, 1, 2, 3]));
  return { rhythm, intervals };
}

interface PhraseContext {
  key: Key;
  chords: number[];
  lowestDegree: number;
  startDegree: number;
  isLast: boolean;
}

function createPhrase(
  { rhythm, intervals }: Motif,
  { key, chords, lowestDegree, startDegree, isLast }: PhraseContext,
): { notes: MelodyNote[]; endDegree: number } {
  const notes: MelodyNote[] = [];
  const half = rhythm.length / 2;
  const lastNoteStep = rhythm.lastIndexOf('x');
  let degree = startDegree;
  let noteIndex = 0;
  for (let step = 0; step < rhythm.length; step++) {
    if (rhythm[step] !== 'x') continue;
    degree += intervals[noteIndex++] ?? 0;
    if (degree > lowestDegree + 8) degree -= 3;
    if (degree < lowestDegree) degree += 3;
    let steps = 1;
    while (rhythm[step + steps] === '-') steps++;
    const chord = chords[step < half ? 0 : 1] ?? 0;
    const isStressed = steps > 2 || step % 8 === 0;
    if (step === lastNoteStep && isLast) degree = nearestDegree(degree, [chord % 7]);
    else if (isStressed) degree = nearestDegree(degree, chordDegrees(chord));
    notes.push({ step, steps, midi: scaleNote(key, degree) });
  }
  return { notes, endDegree: degree };
}

function nearestDegree(degree: number, members: number[]): number {
  for (const distance of [0, -1, 1, -2, 2, 3]) {
    if (members.includes((((degree + distance) % 7) + 7) % 7)) return degree + distance;
  }
  return degree;
}

function findLowestDegree(key: Key, lowest: number): number {
  let degree = -14;
  while (scaleNote(key, degree) < lowest) degree++;
  return degree;
}
