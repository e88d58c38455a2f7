import { type DrumName, drum, drumNames } from './drumSounds.ts';
import { chord, hertz } from './harmony.ts';
import { isWide, play } from './instruments.ts';
import { type Hit, panned } from './mix.ts';
import type { Section } from './sections.ts';
import { between, type Random } from './seed.ts';
import { leadingTone, type Song } from './song.ts';
import type { Beat, Part } from './style.ts';
import { addNoise, fadeEnd, filter, SAMPLE_RATE, type Sound, silence } from './tone.ts';

/** What the players share: the song, what was played so far, and sounds already rendered. */
export interface Stage {
  song: Song;
  random: Random;
  hits: Hit[];
  /** Samples of each kick drum. */
  kicks: number[];
  sounds: Map<string, Sound>;
}

/** A stretch of the piece with its first step counted from the beginning. */
export interface Stretch {
  section: Section;
  start: number;
}

/** Renders a sound once. */
export function sound(stage: Stage, name: string, render: () => Sound): Sound {
  const known = stage.sounds.get(name);
  if (known) return known;
  const fresh = render();
  stage.sounds.set(name, fresh);
  return fresh;
}

/** Sample at which a step begins: late where the style swings, a little off where hands play. */
export function moment({ song, random }: Stage, step: number, exact = false): number {
  const { swing, loose } = song.style;
  let late = 0;
  if (swing?.on === 16 && step % 2 === 1) late = swing.by;
  if (swing?.on === 8 && step % 4 >= 2) late = step % 4 === 2 ? 2 * swing.by : swing.by;
  const miss = exact ? 0 : between(random, -1, 1) * loose * 0.001;
  return Math.max(0, Math.round(((step + late) * song.step + miss) * SAMPLE_RATE));
}

/** The degree of the chord in a bar of a section. */
export function degreeAt({ song }: Stage, section: Section, bar: number): number {
  const progression =
    section.name === 'chorus' || section.name === 'break' ? song.progressions.chorus : song.progressions.verse;
  return progression[bar % progression.length] ?? 0;
}

/** Drums of a stretch, with a fill before a chorus and a crash on its first beat. */
export function playDrums(stage: Stage, { section, start }: Stretch, fill: boolean): void {
  const { style } = stage.song;
  const beat = style.beats[section.energy];
  const steps = section.bars * style.steps;
  const fillFrom = fill ? steps - 6 : steps;
  const strict = style.loose < 1;
  for (const name of drumNames) {
    const pattern = beat[name]?.replaceAll(' ', '');
    if (!pattern) continue;
    for (let step = 0; step < (name === 'kick' || name === 'hat' ? steps : fillFrom); step++) {
      const strength = strengths[pattern[step % pattern.length] ?? '.'] ?? 0;
      if (strength > 0) strike(stage, name, start + step, strength, strict);
    }
  }
  if (fill && style.steps === 16) {
    const pieces: DrumName[] = beat.brush ? ['brush', 'brush', 'snare'] : ['snare', 'tom', 'low'];
    for (let step = fillFrom; step < steps; step++) {
      const place = step - fillFrom;
      if (place !== 1)
        strike(stage, pieces[Math.floor(place / 2)] ?? 'snare', start + step, 0.55 + place * 0.07, strict);
    }
  }
  if (section.name === 'chorus' && hasDrums(beat)) strike(stage, 'crash', start, 0.6, strict);
}

const strengths: Record<string, number> = { X: 1, x: 0.76, o: 0.38 };
const places: Partial<Record<DrumName, number>> = {
  hat: 0.28,
  open: 0.22,
  ride: -0.35,
  shaker: -0.3,
  tom: -0.25,
  low: 0.35,
  rim: -0.15,
  crash: 0.3,
};
const levels: Record<DrumName, number> = {
  kick: 0.95,
  snare: 0.62,
  clap: 0.55,
  rim: 0.34,
  hat: 0.27,
  open: 0.24,
  ride: 0.28,
  shaker: 0.24,
  tom: 0.5,
  low: 0.5,
  crash: 0.24,
  brush: 0.42,
};

function hasDrums(beat: Beat): boolean {
  return beat.kick !== undefined && (beat.snare !== undefined || beat.clap !== undefined);
}

function strike(stage: Stage, name: DrumName, step: number, strength: number, exact: boolean): void {
  const { style } = stage.song;
  const at = moment(stage, step, exact);
  const { kit, gain: drumGain, room: drumRoom } = style.drums;
  const gain = levels[name] * drumGain * strength * between(stage.random, 0.92, 1.06);
  const room = name === 'kick' ? drumRoom * 0.15 : drumRoom * gain * 1.6;
  stage.hits.push({
    at,
    sound: sound(stage, `drum ${name}`, () => drum(kit, name)),
    ...panned(gain, places[name] ?? 0),
    room,
  });
  if (name === 'kick') stage.kicks.push(at);
}

/** One player of the band through a stretch. */
export function playPart(stage: Stage, part: Part, { section, start }: Stretch): void {
  const [, , , verse, { chorus = verse, from = 0, to = 2 } = {}] = part;
  if (section.energy < from || section.energy > to) return;
  const pattern = (section.energy === 2 ? chorus : verse).replaceAll(' ', '');
  const { steps } = stage.song.style;
  for (let step = 0; step < section.bars * steps; step++) {
    const sign = pattern[step % pattern.length] ?? '.';
    if (sign === '.' || sign === '-') continue;
    let held = 1;
    while (held < steps && pattern[(step + held) % pattern.length] === '-' && (step + held) % steps !== 0) held++;
    const notes = voice(stage, part, section, sign, Math.floor(step / steps));
    strum(stage, part, notes, start + step, held);
  }
}

/** The MIDI numbers that a sign of a pattern means. */
function voice(stage: Stage, part: Part, section: Section, sign: string, bar: number): number[] {
  const { key } = stage.song;
  const [instrument, lowest, , , { tones: size = 3 } = {}] = part;
  const degree = degreeAt(stage, section, bar);
  const [root = lowest] = chord(key, degree, 1, lowest);
  if (sign === 'r') return [root];
  if (sign === 'u') return [root + 12];
  if (sign === 'f') return chord(key, degree + 4, 1, lowest);
  if (sign === 'a') {
    const next = degreeAt(stage, section, bar + 1);
    return [leadingTone(key, next)].map((note) => lowest + ((((note - lowest) % 12) + 12) % 12));
  }
  // A fuzz box wants root, fifth and octave only: a third in it growls.
  if (instrument === 'fuzz') return [root, root + 7, root + 12];
  const tones = chord(key, degree, Math.min(4, size), lowest);
  if (size === 5) tones.push((tones[0] ?? root) + 14);
  if (sign === 'x') return tones;
  const place = Number(sign);
  return [(tones[place % tones.length] ?? root) + 12 * Math.floor(place / tones.length)];
}

function strum(stage: Stage, part: Part, notes: number[], step: number, held: number): void {
  const [instrument, , level, , { pan = 0, room = 0, echo = 0, ducked = false } = {}] = part;
  const hold = Math.round(held * stage.song.step * 950) / 1000;
  const gain = level * between(stage.random, 0.88, 1.05);
  const at = moment(stage, step);
  const frequencies = notes.map(hertz);
  const name = `${instrument} ${notes.join(' ')} ${held}`;
  const near = sound(stage, name, () => play(instrument, frequencies, hold, 0));
  const base = { at, echo: echo * gain, ducked };
  if (!isWide(instrument)) {
    const left = gain * (1 - Math.max(0, pan) * 0.85);
    const right = gain * (1 + Math.min(0, pan) * 0.85);
    stage.hits.push({ ...base, sound: near, left, right, room: room * gain });
    return;
  }
  const far = sound(stage, `${name} far`, () => play(instrument, frequencies, hold, 1));
  stage.hits.push({ ...base, sound: near, left: gain, right: gain * 0.2, room: room * gain * 0.6 });
  stage.hits.push({ ...base, sound: far, left: gain * 0.2, right: gain, room: room * gain * 0.6, echo: 0 });
}

/** Noise that rises into the next section. */
export function rise(stage: Stage, end: number): void {
  const steps = 2 * stage.song.style.steps;
  const from = Math.max(0, end - steps);
  const swell = sound(stage, `rise ${end - from}`, () => {
    const noise = addNoise(silence((end - from) * stage.song.step), 0.5, 71);
    for (let i = 0; i < noise.length; i++) noise[i] = (noise[i] ?? 0) * (i / noise.length) ** 2;
    return fadeEnd(filter(noise, { kind: 'band', cutoff: [7000, 5200], sweep: 2, resonance: 0.9 }), 0.02);
  });
  stage.hits.push({ at: moment(stage, from, true), sound: swell, left: 0.16, right: 0.2, room: 0.08 });
}
