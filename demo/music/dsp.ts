export const SAMPLE_RATE = 44_100;

/** Samples of one channel. */
export type Sound = Float32Array<ArrayBuffer>;

/** Creates at least one silent sample. */
export function silence(seconds: number): Sound {
  return new Float32Array(Math.max(1, Math.round(seconds * SAMPLE_RATE)));
}

/** An ADSR envelope: times in seconds, sustain level from 0 to 1. */
export interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

/** Applies the envelope in place; the release begins after `seconds`. */
export function applyEnvelope(sound: Sound, seconds: number, { attack, decay, sustain, release }: Envelope): Sound {
  const attackSamples = Math.max(1, attack * SAMPLE_RATE);
  const decayFactor = Math.exp(-1 / Math.max(1, decay * SAMPLE_RATE));
  const releaseFactor = Math.exp(-4 / Math.max(1, release * SAMPLE_RATE));
  const end = seconds * SAMPLE_RATE;
  let level = 0;
  for (let i = 0; i < sound.length; i++) {
    if (i >= end) level *= releaseFactor;
    else if (i < attackSamples) level = i / attackSamples;
    else level = sustain + (level - sustain) * decayFactor;
    sound[i] = (sound[i] ?? 0) * level;
  }
  return fadeOut(sound, 0.004);
}

/** Fades the end to zero in place, to avoid a click. */
export function fadeOut(sound: Sound, seconds: number): Sound {
  const steps = Math.min(sound.length, Math.round(seconds * SAMPLE_RATE));
  for (let i = 0; i < steps; i++) sound[sound.length - 1 - i] = ((sound[sound.length - 1 - i] ?? 0) * i) / steps;
  return sound;
}

/** Band-limits the step of a saw or pulse wave (PolyBLEP). */
function polyBlep(phase: number, step: number): number {
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

/** Adds a saw wave; phase from 0 to 1. */
export function addSaw(sound: Sound, frequency: number, gain: number, phase = 0): Sound {
  const step = frequency / SAMPLE_RATE;
  let position = phase;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) + gain * (2 * position - 1 - polyBlep(position, step));
    position += step;
    if (position >= 1) position -= 1;
  }
  return sound;
}

/** Adds a pulse wave; width is its duty cycle, phase from 0 to 1. */
export function addPulse(sound: Sound, frequency: number, gain: number, width = 0.5, phase = 0): Sound {
  const step = frequency / SAMPLE_RATE;
  let position = phase;
  for (let i = 0; i < sound.length; i++) {
    const fallingPhase = position < width ? position - width + 1 : position - width;
    const wave =
      (position < width ? 1 : -1) + polyBlep(position, step) - polyBlep(fallingPhase, step) - (2 * width - 1);
    sound[i] = (sound[i] ?? 0) + gain * wave;
    position += step;
    if (position >= 1) position -= 1;
  }
  return sound;
}

/** Adds a sine wave that decays to 1/e within `decay` seconds; 0 means no decay. */
export function addSine(sound: Sound, frequency: number, gain: number, decay = 0): Sound {
  const angle = (2 * Math.PI * frequency) / SAMPLE_RATE;
  const decayFactor = decay > 0 ? Math.exp(-1 / (decay * SAMPLE_RATE)) : 1;
  const cos = Math.cos(angle) * decayFactor;
  const sin = Math.sin(angle) * decayFactor;
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

/** Adds white noise that depends on the seed only. */
export function addNoise(sound: Sound, gain: number, seed = 1): Sound {
  let state = seed | 1;
  for (let i = 0; i < sound.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    sound[i] = (sound[i] ?? 0) + (gain * state) / 2147483648;
  }
  return sound;
}

export interface Filter {
  kind: 'lowpass' | 'bandpass' | 'highpass';
  /** Hz; a pair sweeps from the first to the second value. */
  cutoff: number | readonly [number, number];
  /** Approximate seconds of the sweep. */
  sweep?: number;
  /** Q factor. */
  resonance?: number;
}

/** Filters in place with a state-variable filter (trapezoidal integration). */
export function filter(sound: Sound, { kind, cutoff, sweep = 0.2, resonance = 0.7 }: Filter): Sound {
  const [from, to] = typeof cutoff === 'number' ? [cutoff, cutoff] : cutoff;
  const damping = 1 / resonance;
  const sweepFactor = from === to ? 0 : Math.exp(-32 / (sweep * SAMPLE_RATE));
  let distance = from - to;
  let g = 0;
  let a1 = 0;
  let low = 0;
  let band = 0;
  for (let i = 0; i < sound.length; i++) {
    if ((i & 31) === 0 && (i === 0 || sweepFactor > 0)) {
      g = Math.tan((Math.PI * Math.min(to + distance, 19_000)) / SAMPLE_RATE);
      a1 = 1 / (1 + g * (g + damping));
      distance *= sweepFactor;
    }
    const input = sound[i] ?? 0;
    const high = (input - low - (g + damping) * band) * a1;
    const bandOut = g * high + band;
    const lowOut = g * bandOut + low;
    band = g * high + bandOut;
    low = g * bandOut + lowOut;
    sound[i] = kind === 'lowpass' ? lowOut : kind === 'bandpass' ? bandOut * damping : high;
  }
  return sound;
}

/** Distorts softly in place: 1 is subtle, 8 is heavy. Full scale stays full scale. */
export function overdrive(sound: Sound, amount: number): Sound {
  const makeUpGain = 1 / Math.tanh(amount);
  for (let i = 0; i < sound.length; i++) sound[i] = Math.tanh((sound[i] ?? 0) * amount) * makeUpGain;
  return sound;
}

export function applyGain(sound: Sound, gain: number): Sound {
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * gain;
  return sound;
}

/** Adds a sound to a target at `seconds`; what exceeds the target is cut. */
export function mixInto(target: Sound, sound: Sound, gain = 1, seconds = 0): Sound {
  const start = Math.round(seconds * SAMPLE_RATE);
  const end = Math.min(sound.length, target.length - start);
  for (let i = 0; i < end; i++) target[start + i] = (target[start + i] ?? 0) + gain * (sound[i] ?? 0);
  return target;
}

const SINE_TABLE_LENGTH = 4096;
const sineTable = Float32Array.from({ length: SINE_TABLE_LENGTH + 1 }, (_, index) =>
  Math.sin((2 * Math.PI * index) / SINE_TABLE_LENGTH),
);

/** Sine of a phase in periods, from an interpolated table. */
export function sine(phase: number): number {
  const position = (phase - Math.floor(phase)) * SINE_TABLE_LENGTH;
  const index = position | 0;
  const before = sineTable[index] ?? 0;
  return before + ((sineTable[index + 1] ?? 0) - before) * (position - index);
}
