import { type Random, randomBetween } from '../random.ts';
import type { Song } from '../song.ts';
import type { Section } from './arrangement.ts';
import { type DrumName, drumNames, renderDrum } from './drumSounds.ts';
import { addNoise, fadeOut, filter, SAMPLE_RATE, type Sound, silence } from './dsp.ts';
import { chordNotes, foldIntoOctave, midiToHertz, scaleNote } from './harmony.ts';
import { isStereo, renderChord } from './instruments.ts';
import { type Clip, panGains } from './mixer.ts';
import type { Beat, Part } from './style.ts';

/** Places the notes of a song as audio clips. A sound is rendered once and reused. */
export interface Sequencer {
  song: Song;
  random: Random;
  clips: Clip[];
  /** Samples from the start of the song to each kick drum. */
  kickOffsets: number[];
  soundCache: Map<string, Sound>;
}

/** A section with its first step, counted from the start of the song. */
export interface SectionSpan {
  section: Section;
  startStep: number;
}

const velocities: Record<string, number> = { X: 1, x: 0.76, o: 0.38 };
const pans: Partial<Record<DrumName, number>> = {
  hat: 0.28,
  openHat: 0.22,
  ride: -0.35,
  shaker: -0.3,
  tom: -0.25,
  lowTom: 0.35,
  rim: -0.15,
  crash: 0.3,
};
const levels: Record<DrumName, number> = {
  kick: 0.95,
  snare: 0.62,
  clap: 0.55,
  rim: 0.34,
  hat: 0.27,
  openHat: 0.24,
  ride: 0.28,
  shaker: 0.24,
  tom: 0.5,
  lowTom: 0.5,
  crash: 0.24,
  brush: 0.42,
};

export function getSound({ soundCache }: Sequencer, name: string, render: () => Sound): Sound {
  const cached = soundCache.get(name);
  if (cached) return cached;
  const rendered = render();
  soundCache.set(name, rendered);
  return rendered;
}

/** Samples from the start of the song to a step, with swing and, unless exact, random timing jitter. */
export function stepOffset({ song, random }: Sequencer, step: number, exact = false): number {
  const { swing, timingJitterMs } = song.style;
  let swingSteps = 0;
  if (swing?.division === 16 && step % 2 === 1) swingSteps = swing.amount;
  if (swing?.division === 8 && step % 4 >= 2) swingSteps = step % 4 === 2 ? 2 * swing.amount : swing.amount;
  const jitterSeconds = exact ? 0 : randomBetween(random, -1, 1) * timingJitterMs * 0.001;
  return Math.max(0, Math.round(((step + swingSteps) * song.stepSeconds + jitterSeconds) * SAMPLE_RATE));
}

/** Adds the drums of a section, optionally with a fill at its end. A chorus begins with a crash. */
export function sequenceDrums(sequencer: Sequencer, { section, startStep }: SectionSpan, hasFill: boolean): void {
  const { style } = sequencer.song;
  const beat = style.beats[section.energy];
  const steps = section.bars * style.stepsPerBar;
  const fillStart = hasFill ? steps - 6 : steps;
  const exact = style.timingJitterMs < 1;
  for (const name of drumNames) {
    const pattern = beat[name]?.replaceAll(' ', '');
    if (!pattern) continue;
    for (let step = 0; step < (name === 'kick' || name === 'hat' ? steps : fillStart); step++) {
      const velocity = velocities[pattern[step % pattern.length] ?? '.'] ?? 0;
      if (velocity > 0) addDrumHit(sequencer, name, startStep + step, velocity, exact);
    }
  }
  if (hasFill && style.stepsPerBar === 16) {
    const drums: DrumName[] = beat.brush ? ['brush', 'brush', 'snare'] : ['snare', 'tom', 'lowTom'];
    for (let step = fillStart; step < steps; step++) {
      const index = step - fillStart;
      if (index !== 1)
        addDrumHit(sequencer, drums[Math.floor(index / 2)] ?? 'snare', startStep + step, 0.55 + index * 0.07, exact);
    }
  }
  if (section.name === 'chorus' && hasBackbeat(beat)) addDrumHit(sequencer, 'crash', startStep, 0.6, exact);
}

function hasBackbeat(beat: Beat): boolean {
  return beat.kick !== undefined && (beat.snare !== undefined || beat.clap !== undefined);
}

function addDrumHit(sequencer: Sequencer, name: DrumName, step: number, velocity: number, exact: boolean): void {
  const { drums } = sequencer.song.style;
  const offset = stepOffset(sequencer, step, exact);
  const gain = levels[name] * drums.gain * velocity * randomBetween(sequencer.random, 0.92, 1.06);
  sequencer.clips.push({
    offset,
    sound: getSound(sequencer, `drum ${name}`, () => renderDrum(drums.kit, name)),
    ...panGains(gain, pans[name] ?? 0),
    reverb: name === 'kick' ? drums.reverb * 0.15 : drums.reverb * gain * 1.6,
  });
  if (name === 'kick') sequencer.kickOffsets.push(offset);
}

/** Adds one part of the band for a section. */
export function sequencePart(sequencer: Sequencer, part: Part, { section, startStep }: SectionSpan): void {
  const [, , , verse, { chorus = verse, minEnergy = 0, maxEnergy = 2 } = {}] = part;
  if (section.energy < minEnergy || section.energy > maxEnergy) return;
  const pattern = (section.energy === 2 ? chorus : verse).replaceAll(' ', '');
  const { stepsPerBar } = sequencer.song.style;
  for (let step = 0; step < section.bars * stepsPerBar; step++) {
    const symbol = pattern[step % pattern.length] ?? '.';
    if (symbol === '.' || symbol === '-') continue;
    let steps = 1;
    while (
      steps < stepsPerBar &&
      pattern[(step + steps) % pattern.length] === '-' &&
      (step + steps) % stepsPerBar !== 0
    )
      steps++;
    const notes = listNotes(sequencer, part, section, symbol, Math.floor(step / stepsPerBar));
    addChord(sequencer, part, notes, startStep + step, steps);
  }
}

/** Lists the MIDI notes of a pattern symbol; see `Part`. */
function listNotes(sequencer: Sequencer, part: Part, section: Section, symbol: string, bar: number): number[] {
  const { key } = sequencer.song;
  const [instrument, lowest, , , { chordSize = 3 } = {}] = part;
  const degree = findChordDegree(sequencer, section, bar);
  const [root = lowest] = chordNotes(key, degree, 1, lowest);
  if (symbol === 'r') return [root];
  if (symbol === 'u') return [root + 12];
  if (symbol === 'f') return chordNotes(key, degree + 4, 1, lowest);
  if (symbol === 'a') {
    const nextDegree = findChordDegree(sequencer, section, bar + 1);
    return [foldIntoOctave(scaleNote(key, nextDegree - 1), lowest)];
  }
  // Heavy distortion makes a third sound rough, so a fuzz guitar plays power chords.
  if (instrument === 'fuzzGuitar') return [root, root + 7, root + 12];
  const notes = chordNotes(key, degree, Math.min(4, chordSize), lowest);
  if (chordSize === 5) notes.push((notes[0] ?? root) + 14);
  if (symbol === 'x') return notes;
  const index = Number(symbol);
  return [(notes[index % notes.length] ?? root) + 12 * Math.floor(index / notes.length)];
}

function findChordDegree({ song }: Sequencer, section: Section, bar: number): number {
  const progression =
    section.name === 'chorus' || section.name === 'break' ? song.progressions.chorus : song.progressions.verse;
  return progression[bar % progression.length] ?? 0;
}

function addChord(sequencer: Sequencer, part: Part, notes: number[], step: number, steps: number): void {
  const [instrument, , level, , { pan = 0, reverb = 0, delay = 0, ducked = false } = {}] = part;
  const seconds = Math.round(steps * sequencer.song.stepSeconds * 950) / 1000;
  const gain = level * randomBetween(sequencer.random, 0.88, 1.05);
  const offset = stepOffset(sequencer, step);
  const frequencies = notes.map(midiToHertz);
  const name = `${instrument} ${notes.join(' ')} ${steps}`;
  const sound = getSound(sequencer, name, () => renderChord(instrument, frequencies, seconds, 0));
  const clip = { offset, delay: delay * gain, ducked };
  if (!isStereo(instrument)) {
    const left = gain * (1 - Math.max(0, pan) * 0.85);
    const right = gain * (1 + Math.min(0, pan) * 0.85);
    sequencer.clips.push({ ...clip, sound, left, right, reverb: reverb * gain });
    return;
  }
  const rightSound = getSound(sequencer, `${name} right`, () => renderChord(instrument, frequencies, seconds, 1));
  sequencer.clips.push({ ...clip, sound, left: gain, right: gain * 0.2, reverb: reverb * gain * 0.6 });
  sequencer.clips.push({
    ...clip,
    sound: rightSound,
    left: gain * 0.2,
    right: gain,
    reverb: reverb * gain * 0.6,
    delay: 0,
  });
}

/** Adds a noise riser of at most two bars that ends at a step. */
export function addRiser(sequencer: Sequencer, endStep: number): void {
  const { song } = sequencer;
  const startStep = Math.max(0, endStep - 2 * song.style.stepsPerBar);
  const steps = endStep - startStep;
  const sound = getSound(sequencer, `riser ${steps}`, () => {
    const noise = addNoise(silence(steps * song.stepSeconds), 0.5, 71);
    for (let i = 0; i < noise.length; i++) noise[i] = (noise[i] ?? 0) * (i / noise.length) ** 2;
    return fadeOut(filter(noise, { kind: 'bandpass', cutoff: [7000, 5200], sweep: 2, resonance: 0.9 }), 0.02);
  });
  sequencer.clips.push({ offset: stepOffset(sequencer, startStep, true), sound, left: 0.16, right: 0.2, reverb: 0.08 });
}
