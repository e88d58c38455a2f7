import {
  addNoise,
  addSine,
  applyEnvelope,
  fadeOut,
  filter,
  mixInto,
  SAMPLE_RATE,
  type Sound,
  silence,
  sine,
} from './dsp.ts';

// Keyboard and mallet sounds. Frequencies are in Hz, durations in seconds without the release.

/** Inharmonic partials; high ones decay faster. */
export function piano(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.35);
  const decay = 1.5 * (261 / frequency) ** 0.45;
  for (let harmonic = 1; harmonic <= 9; harmonic++) {
    const partial = frequency * harmonic * Math.sqrt(1 + 0.0004 * harmonic * harmonic);
    if (partial > 11_000) break;
    const gain = 0.34 / harmonic ** 1.25 / (harmonic === 7 ? 3 : 1);
    addSine(sound, partial, gain * 0.6, decay / harmonic ** 0.7);
    addSine(sound, partial * 1.0006, gain * 0.4, (2.4 * decay) / harmonic ** 0.8);
  }
  const hammer = applyEnvelope(addNoise(silence(0.05), 1, 41), 0.002, {
    attack: 0.001,
    decay: 0.01,
    sustain: 0,
    release: 0.02,
  });
  mixInto(sound, filter(hammer, { kind: 'bandpass', cutoff: Math.min(3800, frequency * 5), resonance: 0.6 }), 0.18);
  return applyEnvelope(sound, seconds, { attack: 0.002, decay: 10, sustain: 1, release: 0.22 });
}

export function feltPiano(frequency: number, seconds: number): Sound {
  const sound = filter(piano(frequency, seconds), { kind: 'lowpass', cutoff: Math.min(2400, 500 + frequency * 2.2) });
  const knock = applyEnvelope(addNoise(silence(0.09), 1, 67), 0.004, {
    attack: 0.002,
    decay: 0.02,
    sustain: 0,
    release: 0.04,
  });
  return mixInto(sound, filter(knock, { kind: 'bandpass', cutoff: 420, resonance: 0.8 }), 0.1);
}

/** Frequency modulation by a fast "bell" and a slow "bark". */
export function electricPiano(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.3);
  const step = frequency / SAMPLE_RATE;
  const bellDecay = Math.exp(-1 / (0.11 * SAMPLE_RATE));
  const barkDecay = Math.exp(-1 / (0.7 * SAMPLE_RATE));
  const levelDecay = Math.exp(-1 / (1.5 * SAMPLE_RATE));
  let bell = 0.04;
  let bark = 0.18 * Math.min(1, (330 / frequency) ** 0.5);
  let level = 0.42;
  for (let i = 0; i < sound.length; i++) {
    const phase = step * i;
    sound[i] = level * sine(phase + bark * sine(phase) + bell * sine(14 * phase));
    bell *= bellDecay;
    bark *= barkDecay;
    level *= levelDecay;
  }
  return applyEnvelope(sound, seconds, { attack: 0.003, decay: 10, sustain: 1, release: 0.2 });
}

/** A drawbar organ with key click and rotary speaker. */
export function organ(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 0.08);
  for (const [ratio, gain] of [
    [0.5, 0.12],
    [1, 0.2],
    [1.4983, 0.1],
    [2, 0.13],
    [3, 0.06],
    [4, 0.06],
    [6, 0.025],
  ] as const) {
    if (frequency * ratio < 12_000) addSine(sound, frequency * ratio, gain);
  }
  const rotation = (2 * Math.PI * 6.1) / SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (0.88 + 0.12 * Math.sin(rotation * i));
  const click = filter(addNoise(silence(0.006), 0.4, 11), { kind: 'highpass', cutoff: 2000 });
  return mixInto(
    applyEnvelope(sound, seconds, { attack: 0.006, decay: 1, sustain: 1, release: 0.05 }),
    fadeOut(click, 0.004),
    0.3,
  );
}

export function marimba(frequency: number): Sound {
  const sound = silence(0.9);
  addSine(sound, frequency, 0.6, 0.24);
  addSine(sound, frequency * 3.98, 0.2, 0.05);
  addSine(sound, frequency * 9.7, 0.06, 0.02);
  return fadeOut(sound, 0.1);
}

export function kalimba(frequency: number): Sound {
  const sound = silence(1.4);
  addSine(sound, frequency, 0.5, 0.42);
  addSine(sound, frequency * 2.003, 0.09, 0.3);
  addSine(sound, frequency * 5.4, 0.12, 0.06);
  addSine(sound, frequency * 8.9, 0.05, 0.02);
  return fadeOut(sound, 0.2);
}

/** With tremolo. */
export function vibraphone(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 1.1);
  addSine(sound, frequency, 0.45, 1.1);
  addSine(sound, frequency * 4, 0.12, 0.3);
  addSine(sound, frequency * 9.9, 0.03, 0.05);
  const tremolo = (2 * Math.PI * 4.6) / SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (0.82 + 0.18 * Math.sin(tremolo * i));
  return fadeOut(sound, 0.4);
}

export function bell(frequency: number, seconds: number): Sound {
  const sound = silence(seconds + 1.8);
  for (const [ratio, gain, decay] of [
    [1, 0.34, 1.4],
    [2.756, 0.14, 0.8],
    [5.404, 0.07, 0.4],
    [0.5, 0.1, 1.8],
  ] as const) {
    addSine(sound, frequency * ratio, gain, decay);
  }
  return fadeOut(sound, 0.6);
}
