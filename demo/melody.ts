import { chordDegrees, type Key, scaleNote } from './harmony.ts';
import { pick, type Random, whole } from './seed.ts';

/** A tone of the tune: sixteenths from the start of its phrase, MIDI number. */
export interface Tone {
  step: number;
  steps: number;
  midi: number;
}

interface Idea {
  rhythm: string;
  /** Where each tone moves from the one before, in degrees of the scale. */
  moves: number[];
}

/** A tune: for each chord of the progression, two bars at a time, the tones. `lift` raises it for a chorus. */
export function makeMelody(
  random: Random,
  key: Key,
  progression: readonly number[],
  rhythms: readonly string[],
  lowest: number,
): Tone[][] {
  const ideas = [idea(random, rhythms), idea(random, rhythms)];
  const floor = floorDegree(key, lowest);
  const phrases: Tone[][] = [];
  let degree = floor + whole(random, 2, 4);
  for (let bar = 0; bar < progression.length; bar += 2) {
    const last = bar + 2 >= progression.length;
    const current = ideas[last && progression.length > 4 ? 1 : Math.min(1, Math.floor(bar / 4))];
    if (!current) continue;
    const chords = [progression[bar] ?? 0, progression[bar + 1] ?? progression[bar] ?? 0];
    const phrase = follow(current, { key, chords, floor, start: degree, home: last });
    phrases.push(phrase.tones);
    degree = phrase.end;
  }
  return phrases;
}

function idea(random: Random, rhythms: readonly string[]): Idea {
  const rhythm = pick(random, rhythms);
  const moves = [...rhythm].filter((sign) => sign === 'x').map(() => pick(random, [-2, -1, -1, 0, 0, 1, 1, 1, 2, 3]));
  return { rhythm, moves };
}

interface Ground {
  key: Key;
  chords: number[];
  floor: number;
  start: number;
  /** Whether the phrase ends on the chord's root. */
  home: boolean;
}

function follow({ rhythm, moves }: Idea, { key, chords, floor, start, home }: Ground): { tones: Tone[]; end: number } {
  const tones: Tone[] = [];
  const half = rhythm.length / 2;
  const lastStart = rhythm.lastIndexOf('x');
  let degree = start;
  let nth = 0;
  for (let step = 0; step < rhythm.length; step++) {
    if (rhythm[step] !== 'x') continue;
    degree += moves[nth++] ?? 0;
    if (degree > floor + 8) degree -= 3;
    if (degree < floor) degree += 3;
    let steps = 1;
    while (rhythm[step + steps] === '-') steps++;
    const chord = chords[step < half ? 0 : 1] ?? 0;
    const rests = steps > 2 || step % 8 === 0;
    if (step === lastStart && home) degree = nearest(degree, [chord % 7]);
    else if (rests) degree = nearest(degree, chordDegrees(chord));
    tones.push({ step, steps, midi: scaleNote(key, degree) });
  }
  return { tones, end: degree };
}

/** The closest degree that belongs to the chord. */
function nearest(degree: number, members: number[]): number {
  for (const distance of [0, -1, 1, -2, 2, 3]) {
    if (members.includes((((degree + distance) % 7) + 7) % 7)) return degree + distance;
  }
  return degree;
}

function floorDegree(key: Key, lowest: number): number {
  let degree = -14;
  while (scaleNote(key, degree) < lowest) degree++;
  return degree;
}
