import {
  addNoise,
  addPulse,
  addSaw,
  addSine,
  applyEnvelope,
  applyGain,
  filter,
  mixInto,
  overdrive,
  SAMPLE_RATE,
  type Sound,
  silence,
  sine,
} from './dsp.ts';

// Synthesiser sounds. Frequencies are in Hz, durations in seconds without the release; channel 0 is left, 1 is right.

/** Detuning of stacked saws in cents, per channel. */
const detuneCents = [
  [-9, 4, 0.5],
  [9, -5, -1.5],
] as const;

export function warmPad(frequencies: number[], seconds: number, channel: number): Sound {
  const sound = sawStack(frequencies, seconds + 0.9, channel, 0.16);
  filter(sound, { kind: 'lowpass', cutoff: [420, 1500 + 250 * channel], sweep: 1.4, resonance: 0.8 });
  return applyEnvelope(sound, seconds, { attack: 0.35, decay: 4, sustain: 0.85, release: 0.9 });
}

export function superSaw(frequencies: number[], seconds: number, channel: number): Sound {
  const sound = sawStack(frequencies, seconds + 0.3, channel, 0.15);
  filter(sound, { kind: 'highpass', cutoff: 160 });
  filter(sound, { kind: 'lowpass', cutoff: [7000, 3800], sweep: 0.4 });
  return applyEnvelope(sound, seconds, { attack: 0.012, decay: 0.6, sustain: 0.75, release: 0.25 });
}

export function strings(frequencies: number[], seconds: number, channel: number): Sound {
  const sound = sawStack(frequencies, seconds + 0.7, channel, 0.15);
  filter(sound, { kind: 'lowpass', cutoff: [900, 2700], sweep: 0.5 });
  filter(sound, { kind: 'highpass', cutoff: 180 });
  return applyEnvelope(sound, seconds, { attack: 0.18, decay: 3, sustain: 0.9, release: 0.6 });
}

/** Detuned sines with filtered noise. */
export function airPad(frequencies: number[], seconds: number, channel: number): Sound {
  const sound = silence(seconds + 2.5);
  frequencies.forEach((frequency, index) => {
    const detuning = 1 + (channel ? 1 : -1) * (0.0015 + 0.0006 * index);
    addSine(sound, frequency * detuning, 0.16);
    addSine(sound, frequency * 2 * detuning * 1.0011, 0.06);
    addSine(sound, frequency * 3.001 * detuning, 0.025);
  });
  const air = filter(addNoise(silence(seconds + 2.5), 0.3, 5 + channel * 8), {
    kind: 'bandpass',
    cutoff: (frequencies.at(-1) ?? 440) * 4,
    resonance: 2.5,
  });
  return applyEnvelope(mixInto(sound, air, 0.16), seconds, { attack: 1.3, decay: 6, sustain: 0.9, release: 2.4 });
}

/** A short chord of filtered saws, as in house and techno. */
export function stab(frequencies: number[], seconds: number): Sound {
  const sound = sawStack(frequencies, Math.min(seconds, 0.28) + 0.25, 0, 0.24);
  filter(sound, { kind: 'lowpass', cutoff: [4200, 500], sweep: 0.11, resonance: 1.6 });
  filter(sound, { kind: 'highpass', cutoff: 170 });
  return applyEnvelope(sound, Math.min(seconds, 0.28), { attack: 0.003, decay: 0.2, sustain: 0.2, release: 0.2 });
}

export function synthPluck(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.25);
  addPulse(sound, frequency, 0.3, 0.32);
  addSaw(sound, frequency * 1.004, 0.2);
  filter(sound, {
    kind: 'lowpass',
    cutoff: [Math.min(9000, frequency * 14), frequency * 2.2],
    sweep: 0.09,
    resonance: 1.5,
  });
  return applyEnvelope(sound, seconds, { attack: 0.002, decay: 0.16, sustain: 0.25, release: 0.18 });
}

/** Detuned saws with a sub-octave pulse. */
export function synthLead(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.2);
  addSaw(sound, frequency * 0.9975, 0.22);
  addSaw(sound, frequency * 1.0025, 0.22, 0.4);
  addPulse(sound, frequency * 0.5, 0.12, 0.4);
  filter(sound, {
    kind: 'lowpass',
    cutoff: [Math.min(7000, frequency * 9), Math.min(4200, frequency * 5)],
    sweep: 0.3,
    resonance: 1.2,
  });
  return applyEnvelope(sound, seconds, { attack: 0.015, decay: 0.8, sustain: 0.75, release: 0.14 });
}

/** A brass section. */
export function horns(frequencies: number[], seconds: number): Sound {
  const sound = sawStack(frequencies, seconds + 0.15, 0, 0.26);
  filter(sound, { kind: 'lowpass', cutoff: [600, 2900], sweep: 0.05, resonance: 0.9 });
  filter(sound, { kind: 'highpass', cutoff: 190 });
  return applyEnvelope(sound, seconds, { attack: 0.03, decay: 0.5, sustain: 0.8, release: 0.1 });
}

/** A saxophone-like reed: distorted sine with growing vibrato and breath. */
export function reed(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.15);
  const step = frequency / SAMPLE_RATE;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    phase += step * (1 + 0.007 * Math.min(1, time * 2.2) * sine(5.3 * time));
    const wave = sine(phase);
    sound[i] = 0.4 * Math.tanh(2.4 * wave + 0.5 * sine(2 * phase)) + 0.1 * sine(3 * phase);
  }
  mixInto(sound, filter(addNoise(silence(seconds + 0.15), 0.3, 29), { kind: 'bandpass', cutoff: 2400 }), 0.12);
  filter(sound, {
    kind: 'lowpass',
    cutoff: [Math.min(5200, frequency * 3), Math.min(3600, frequency * 6)],
    sweep: 0.12,
  });
  return applyEnvelope(sound, seconds, { attack: 0.045, decay: 0.5, sustain: 0.8, release: 0.12 });
}

export function flute(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.2);
  const step = frequency / SAMPLE_RATE;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    phase += step * (1 + 0.005 * Math.min(1, time * 2) * sine(5 * time));
    sound[i] = 0.42 * sine(phase) + 0.1 * sine(2 * phase) + 0.04 * sine(3 * phase);
  }
  const breath = filter(addNoise(silence(seconds + 0.2), 0.6, 19), {
    kind: 'bandpass',
    cutoff: frequency * 2,
    resonance: 2,
  });
  return applyEnvelope(mixInto(sound, breath, 0.14), seconds, {
    attack: 0.05,
    decay: 0.5,
    sustain: 0.85,
    release: 0.15,
  });
}

/** A sine with overtones, so that small speakers reproduce it. */
export function subBass(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.12);
  addSine(sound, frequency, 0.62);
  addSine(sound, frequency * 2, 0.1);
  return applyEnvelope(overdrive(sound, 1.5), seconds, { attack: 0.006, decay: 1.5, sustain: 0.8, release: 0.08 });
}

export function analogBass(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.1);
  addSaw(sound, frequency, 0.36);
  addPulse(sound, frequency * 1.003, 0.18, 0.42);
  addSine(sound, frequency, 0.25);
  filter(sound, { kind: 'lowpass', cutoff: [1500, 320], sweep: 0.1, resonance: 1.3 });
  return applyEnvelope(overdrive(sound, 1.5), seconds, { attack: 0.004, decay: 0.35, sustain: 0.65, release: 0.06 });
}

/** A saw through a resonant, closing filter. */
export function acidBass(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.08);
  addSaw(sound, frequency, 0.5);
  filter(sound, { kind: 'lowpass', cutoff: [2600, 240], sweep: 0.09, resonance: 5 });
  return applyEnvelope(overdrive(sound, 1.8), seconds, { attack: 0.003, decay: 0.2, sustain: 0.5, release: 0.04 });
}

/** Two detuned saws through a low-pass filter. */
export function reeseBass(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.1);
  addSaw(sound, frequency * 0.991, 0.34);
  addSaw(sound, frequency * 1.009, 0.34, 0.5);
  filter(sound, { kind: 'lowpass', cutoff: [700, 420], sweep: 0.5, resonance: 1.1 });
  addSine(sound, frequency, 0.35);
  return applyEnvelope(overdrive(sound, 1.6), seconds, { attack: 0.01, decay: 1, sustain: 0.85, release: 0.08 });
}

/** A bass with a falling pitch at its start, like an 808. */
export function slideBass(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.15);
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    phase += (frequency / SAMPLE_RATE) * (1 + 0.9 * Math.exp(-i / 900));
    sound[i] = 0.7 * sine(phase);
  }
  return applyEnvelope(overdrive(sound, 2.4), seconds, { attack: 0.003, decay: 0.7, sustain: 0.45, release: 0.1 });
}

function sawStack(frequencies: number[], seconds: number, channel: number, gain: number): Sound {
  const sound = silence(seconds);
  for (const frequency of frequencies) {
    for (const cents of detuneCents[channel ? 1 : 0]) {
      addSaw(sound, frequency * 2 ** (cents / 1200), gain / 1.6, (frequency * 0.37 + cents * 0.113 + 10) % 1);
    }
  }
  return applyGain(sound, 1 / Math.sqrt(frequencies.length));
}
