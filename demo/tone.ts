export const SAMPLE_RATE = 44_100;

/** One channel of sound. */
export type Sound = Float32Array<ArrayBuffer>;

/** At least one sample. */
export function silence(seconds: number): Sound {
  return new Float32Array(Math.max(1, Math.round(seconds * SAMPLE_RATE)));
}

/** Rise, fall to a level, let go: seconds, and a level from 0 to 1. `hold` is when the key is let go. */
export interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

/** Shapes the sound in place; the note is let go after `hold` seconds. */
export function shape(sound: Sound, hold: number, { attack, decay, sustain, release }: Envelope): Sound {
  const rise = Math.max(1, attack * SAMPLE_RATE);
  const fall = Math.exp(-1 / Math.max(1, decay * SAMPLE_RATE));
  const letGo = Math.exp(-4 / Math.max(1, release * SAMPLE_RATE));
  const end = hold * SAMPLE_RATE;
  let level = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i >= end) level *= letGo;
    else if (i < rise) level = i / rise;
    else level = sustain + (level - sustain) * fall;
    sound[i] = (sound[i] ?? 0) * level;
  }
  return fadeEnd(sound, 0.004);
}

/** The last moments fall to zero, so that no sound ends with a click. */
export function fadeEnd(sound: Sound, seconds: number): Sound {
  const steps = Math.min(sound.length, Math.round(seconds * SAMPLE_RATE));
  for (let i = 0; i < steps; i++) sound[sound.length - 1 - i] = ((sound[sound.length - 1 - i] ?? 0) * i) / steps;
  return sound;
}

/** Rounds the step of a saw or square wave off, so that it does not alias. */
function corner(phase: number, step: number): number {
  if (phase < step) {
    const t = phase / step - 1;
    return -t * t;
  }
  if (phase > 1 - step) {
    const t = (phase - 1) / step + 1;
    return t * t;
  }
  return 0;
}

/** Adds a saw wave. `phase` from 0 to 1. */
export function addSaw(sound: Sound, frequency: number, gain: number, phase = 0): Sound {
  const step = frequency / SAMPLE_RATE;
  let at = phase;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) + gain * (2 * at - 1 - corner(at, step));
    at += step;
    if (at >= 1) at -= 1;
  }
  return sound;
}

/** Adds a pulse wave; `width` is the part of a period spent high. */
export function addPulse(sound: Sound, frequency: number, gain: number, width = 0.5, phase = 0): Sound {
  const step = frequency / SAMPLE_RATE;
  let at = phase;
  for (let i = 0; i < sound.length; i++) {
    const down = at < width ? at - width + 1 : at - width;
    const wave = (at < width ? 1 : -1) + corner(at, step) - corner(down, step) - (2 * width - 1);
    sound[i] = (sound[i] ?? 0) + gain * wave;
    at += step;
    if (at >= 1) at -= 1;
  }
  return sound;
}

/** Adds a sine that dies away: `decay` seconds to a third, endless when 0. */
export function addSine(sound: Sound, frequency: number, gain: number, decay = 0): Sound {
  const turn = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const damp = decay > 0 ? Math.exp(-1 / (decay * SAMPLE_RATE)) : 1;
  const cos = Math.cos(turn) * damp;
  const sin = Math.sin(turn) * damp;
  let x = gain;
  let y = 0;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) + y;
    const next = x * cos - y * sin;
    y = x * sin + y * cos;
    x = next;
  }
  return sound;
}

/** Adds white noise that is the same for the same `salt`. */
export function addNoise(sound: Sound, gain: number, salt = 1): Sound {
  let state = salt | 1;
  for (let i = 0; i < sound.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    sound[i] = (sound[i] ?? 0) + (gain * state) / 2147483648;
  }
  return sound;
}

/** A filter; a cutoff pair (Hz) sweeps from the first towards the second within about `sweep` seconds. */
export interface Filter {
  kind: 'low' | 'band' | 'high';
  cutoff: number | readonly [number, number];
  sweep?: number;
  /** 0.5 is mild, 4 rings. */
  resonance?: number;
}

/** Filters the sound in place (state variable, trapezoidal). */
export function filter(sound: Sound, { kind, cutoff, sweep = 0.2, resonance = 0.7 }: Filter): Sound {
  const [from, to] = typeof cutoff === 'number' ? [cutoff, cutoff] : cutoff;
  const damping = 1 / resonance;
  const approach = from === to ? 0 : Math.exp(-32 / (sweep * SAMPLE_RATE));
  let distance = from - to;
  let g = 0;
  let a1 = 0;
  let low = 0;
  let band = 0;
  for (let i = 0; i < sound.length; i++) {
    if ((i & 31) === 0 && (i === 0 || approach > 0)) {
      g = Math.tan((Math.PI * Math.min(to + distance, 19_000)) / SAMPLE_RATE);
      a1 = 1 / (1 + g * (g + damping));
      distance *= approach;
    }
    const input = sound[i] ?? 0;
    const high = (input - low - (g + damping) * band) * a1;
    const middle = g * high + band;
    const bottom = g * middle + low;
    band = g * high + middle;
    low = g * middle + bottom;
    sound[i] = kind === 'low' ? bottom : kind === 'band' ? middle * damping : high;
  }
  return sound;
}

/** Bends the wave softly: 1 is warm, 8 is a fuzz box. The level stays about the same. */
export function drive(sound: Sound, amount: number): Sound {
  const back = 1 / Math.tanh(amount);
  for (let i = 0; i < sound.length; i++) sound[i] = Math.tanh((sound[i] ?? 0) * amount) * back;
  return sound;
}

/** Multiplies in place. */
export function scale(sound: Sound, gain: number): Sound {
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * gain;
  return sound;
}

/** Adds another sound from a place (seconds) on; what is longer is cut. */
export function lay(onto: Sound, sound: Sound, gain = 1, seconds = 0): Sound {
  const start = Math.round(seconds * SAMPLE_RATE);
  const end = Math.min(sound.length, onto.length - start);
  for (let i = 0; i < end; i++) onto[start + i] = (onto[start + i] ?? 0) + gain * (sound[i] ?? 0);
  return onto;
}

const SINES = 4096;
const sines = Float32Array.from({ length: SINES + 1 }, (_, nth) => Math.sin((2 * Math.PI * nth) / SINES));

/** The sine of a number of turns, from a table: quick, and good to -100 dB. */
export function sine(turns: number): number {
  const at = (turns - Math.floor(turns)) * SINES;
  const place = at | 0;
  const before = sines[place] ?? 0;
  return before + ((sines[place + 1] ?? 0) - before) * (at - place);
}
