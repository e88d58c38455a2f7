import {
  addNoise,
  addPulse,
  addSaw,
  addSine,
  drive,
  filter,
  lay,
  SAMPLE_RATE,
  type Sound,
  scale,
  shape,
  silence,
  sine,
} from './tone.ts';

/** Cents above and below for a stack of saws, another stack for each ear. */
const spreads = [
  [-9, 4, 0.5],
  [9, -5, -1.5],
] as const;

/** A slow, wide chord; `side` is 0 for the left ear and 1 for the right. */
export function warmPad(frequencies: number[], hold: number, side: number): Sound {
  const sound = stack(frequencies, hold + 0.9, side, 0.16);
  filter(sound, { kind: 'low', cutoff: [420, 1500 + 250 * side], sweep: 1.4, resonance: 0.8 });
  return shape(sound, hold, { attack: 0.35, decay: 4, sustain: 0.85, release: 0.9 });
}

/** Bright saws in unison, for choruses with the lights on. */
export function superSaw(frequencies: number[], hold: number, side: number): Sound {
  const sound = stack(frequencies, hold + 0.3, side, 0.15);
  filter(sound, { kind: 'high', cutoff: 160 });
  filter(sound, { kind: 'low', cutoff: [7000, 3800], sweep: 0.4 });
  return shape(sound, hold, { attack: 0.012, decay: 0.6, sustain: 0.75, release: 0.25 });
}

/** Bowed strings in a section. */
export function strings(frequencies: number[], hold: number, side: number): Sound {
  const sound = stack(frequencies, hold + 0.7, side, 0.15);
  filter(sound, { kind: 'low', cutoff: [900, 2700], sweep: 0.5 });
  filter(sound, { kind: 'high', cutoff: 180 });
  return shape(sound, hold, { attack: 0.18, decay: 3, sustain: 0.9, release: 0.6 });
}

/** Air and sines: a chord without edges. */
export function haze(frequencies: number[], hold: number, side: number): Sound {
  const sound = silence(hold + 2.5);
  frequencies.forEach((frequency, nth) => {
    const drift = 1 + (side ? 1 : -1) * (0.0015 + 0.0006 * nth);
    addSine(sound, frequency * drift, 0.16);
    addSine(sound, frequency * 2 * drift * 1.0011, 0.06);
    addSine(sound, frequency * 3.001 * drift, 0.025);
  });
  const air = filter(addNoise(silence(hold + 2.5), 0.3, 5 + side * 8), {
    kind: 'band',
    cutoff: (frequencies.at(-1) ?? 440) * 4,
    resonance: 2.5,
  });
  return shape(lay(sound, air, 0.16), hold, { attack: 1.3, decay: 6, sustain: 0.9, release: 2.4 });
}

/** A short chord of filtered saws: the house and techno stab. */
export function stab(frequencies: number[], hold: number): Sound {
  const sound = stack(frequencies, Math.min(hold, 0.28) + 0.25, 0, 0.24);
  filter(sound, { kind: 'low', cutoff: [4200, 500], sweep: 0.11, resonance: 1.6 });
  filter(sound, { kind: 'high', cutoff: 170 });
  return shape(sound, Math.min(hold, 0.28), { attack: 0.003, decay: 0.2, sustain: 0.2, release: 0.2 });
}

/** One narrow, plucked wave for sequences. */
export function sequence(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.25);
  addPulse(sound, frequency, 0.3, 0.32);
  addSaw(sound, frequency * 1.004, 0.2);
  filter(sound, {
    kind: 'low',
    cutoff: [Math.min(9000, frequency * 14), frequency * 2.2],
    sweep: 0.09,
    resonance: 1.5,
  });
  return shape(sound, hold, { attack: 0.002, decay: 0.16, sustain: 0.25, release: 0.18 });
}

/** A singing lead: saw and pulse, vibrato by two waves that drift, filter open. */
export function glider(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.2);
  addSaw(sound, frequency * 0.9975, 0.22);
  addSaw(sound, frequency * 1.0025, 0.22, 0.4);
  addPulse(sound, frequency * 0.5, 0.12, 0.4);
  filter(sound, {
    kind: 'low',
    cutoff: [Math.min(7000, frequency * 9), Math.min(4200, frequency * 5)],
    sweep: 0.3,
    resonance: 1.2,
  });
  return shape(sound, hold, { attack: 0.015, decay: 0.8, sustain: 0.75, release: 0.14 });
}

/** Brass section: the louder the brighter. */
export function horns(frequencies: number[], hold: number): Sound {
  const sound = stack(frequencies, hold + 0.15, 0, 0.26);
  filter(sound, { kind: 'low', cutoff: [600, 2900], sweep: 0.05, resonance: 0.9 });
  filter(sound, { kind: 'high', cutoff: 190 });
  return shape(sound, hold, { attack: 0.03, decay: 0.5, sustain: 0.8, release: 0.1 });
}

/** A reed: pulse wave with growing vibrato and breath. */
export function reed(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.15);
  const step = frequency / SAMPLE_RATE;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    phase += step * (1 + 0.007 * Math.min(1, time * 2.2) * sine(5.3 * time));
    const wave = sine(phase);
    sound[i] = 0.4 * Math.tanh(2.4 * wave + 0.5 * sine(2 * phase)) + 0.1 * sine(3 * phase);
  }
  lay(sound, filter(addNoise(silence(hold + 0.15), 0.3, 29), { kind: 'band', cutoff: 2400 }), 0.12);
  filter(sound, { kind: 'low', cutoff: [Math.min(5200, frequency * 3), Math.min(3600, frequency * 6)], sweep: 0.12 });
  return shape(sound, hold, { attack: 0.045, decay: 0.5, sustain: 0.8, release: 0.12 });
}

/** A whistle or flute. */
export function flute(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.2);
  const step = frequency / SAMPLE_RATE;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    phase += step * (1 + 0.005 * Math.min(1, time * 2) * sine(5 * time));
    sound[i] = 0.42 * sine(phase) + 0.1 * sine(2 * phase) + 0.04 * sine(3 * phase);
  }
  const breath = filter(addNoise(silence(hold + 0.2), 0.6, 19), { kind: 'band', cutoff: frequency * 2, resonance: 2 });
  return shape(lay(sound, breath, 0.14), hold, { attack: 0.05, decay: 0.5, sustain: 0.85, release: 0.15 });
}

/** A sine under everything, with a little edge so that small speakers show it. */
export function subBass(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.12);
  addSine(sound, frequency, 0.62);
  addSine(sound, frequency * 2, 0.1);
  return shape(drive(sound, 1.5), hold, { attack: 0.006, decay: 1.5, sustain: 0.8, release: 0.08 });
}

/** A saw through a closing filter. */
export function analogBass(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.1);
  addSaw(sound, frequency, 0.36);
  addPulse(sound, frequency * 1.003, 0.18, 0.42);
  addSine(sound, frequency, 0.25);
  filter(sound, { kind: 'low', cutoff: [1500, 320], sweep: 0.1, resonance: 1.3 });
  return shape(drive(sound, 1.5), hold, { attack: 0.004, decay: 0.35, sustain: 0.65, release: 0.06 });
}

/** The same with a filter that squeaks. */
export function acidBass(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.08);
  addSaw(sound, frequency, 0.5);
  filter(sound, { kind: 'low', cutoff: [2600, 240], sweep: 0.09, resonance: 5 });
  return shape(drive(sound, 1.8), hold, { attack: 0.003, decay: 0.2, sustain: 0.5, release: 0.04 });
}

/** Two saws that beat against each other under a low lid. */
export function reeseBass(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.1);
  addSaw(sound, frequency * 0.991, 0.34);
  addSaw(sound, frequency * 1.009, 0.34, 0.5);
  filter(sound, { kind: 'low', cutoff: [700, 420], sweep: 0.5, resonance: 1.1 });
  addSine(sound, frequency, 0.35);
  return shape(drive(sound, 1.6), hold, { attack: 0.01, decay: 1, sustain: 0.85, release: 0.08 });
}

/** A long, bent kick used as a bass. */
export function slideBass(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.15);
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    phase += (frequency / SAMPLE_RATE) * (1 + 0.9 * Math.exp(-i / 900));
    sound[i] = 0.7 * sine(phase);
  }
  return shape(drive(sound, 2.4), hold, { attack: 0.003, decay: 0.7, sustain: 0.45, release: 0.1 });
}

function stack(frequencies: number[], seconds: number, side: number, gain: number): Sound {
  const sound = silence(seconds);
  for (const frequency of frequencies) {
    for (const cents of spreads[side ? 1 : 0]) {
      addSaw(sound, frequency * 2 ** (cents / 1200), gain / 1.6, (frequency * 0.37 + cents * 0.113 + 10) % 1);
    }
  }
  return scale(sound, 1 / Math.sqrt(frequencies.length));
}
