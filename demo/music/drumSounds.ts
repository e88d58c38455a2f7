import {
  addNoise,
  addPulse,
  addSine,
  applyGain,
  fadeOut,
  filter,
  mixInto,
  overdrive,
  SAMPLE_RATE,
  type Sound,
  silence,
} from './dsp.ts';

interface Kit {
  /** Frequencies in Hz, times in seconds. */
  kick: { startHertz: number; endHertz: number; sweepSeconds: number; decay: number; click: number; drive: number };
  snare: { tone: number; bodyDecay: number; noiseDecay: number; brightness: number };
  hat: { brightness: number; closedDecay: number; openDecay: number };
}

const kits = {
  club: {
    kick: { startHertz: 260, endHertz: 47, sweepSeconds: 0.028, decay: 0.16, click: 0.35, drive: 2.2 },
    snare: { tone: 196, bodyDecay: 0.06, noiseDecay: 0.09, brightness: 2600 },
    hat: { brightness: 8200, closedDecay: 0.024, openDecay: 0.13 },
  },
  room: {
    kick: { startHertz: 150, endHertz: 56, sweepSeconds: 0.035, decay: 0.13, click: 0.6, drive: 1.3 },
    snare: { tone: 182, bodyDecay: 0.1, noiseDecay: 0.14, brightness: 1900 },
    hat: { brightness: 6900, closedDecay: 0.035, openDecay: 0.28 },
  },
  dusty: {
    kick: { startHertz: 130, endHertz: 50, sweepSeconds: 0.05, decay: 0.19, click: 0.25, drive: 2.8 },
    snare: { tone: 205, bodyDecay: 0.07, noiseDecay: 0.1, brightness: 1500 },
    hat: { brightness: 6200, closedDecay: 0.03, openDecay: 0.16 },
  },
  boom: {
    kick: { startHertz: 120, endHertz: 41, sweepSeconds: 0.06, decay: 0.42, click: 0.2, drive: 1.6 },
    snare: { tone: 220, bodyDecay: 0.05, noiseDecay: 0.12, brightness: 3000 },
    hat: { brightness: 9000, closedDecay: 0.018, openDecay: 0.12 },
  },
  gated: {
    kick: { startHertz: 190, endHertz: 52, sweepSeconds: 0.03, decay: 0.15, click: 0.5, drive: 1.8 },
    snare: { tone: 174, bodyDecay: 0.12, noiseDecay: 0.24, brightness: 1700 },
    hat: { brightness: 7600, closedDecay: 0.03, openDecay: 0.2 },
  },
  tight: {
    kick: { startHertz: 210, endHertz: 54, sweepSeconds: 0.02, decay: 0.1, click: 0.6, drive: 2 },
    snare: { tone: 230, bodyDecay: 0.07, noiseDecay: 0.11, brightness: 2300 },
    hat: { brightness: 7800, closedDecay: 0.022, openDecay: 0.12 },
  },
  soft: {
    kick: { startHertz: 95, endHertz: 58, sweepSeconds: 0.05, decay: 0.12, click: 0.12, drive: 1 },
    snare: { tone: 210, bodyDecay: 0.08, noiseDecay: 0.1, brightness: 1600 },
    hat: { brightness: 6400, closedDecay: 0.03, openDecay: 0.25 },
  },
} as const satisfies Record<string, Kit>;
export type KitName = keyof typeof kits;

/** The order matters: drums are sequenced in it and draw random numbers. */
const drums = {
  kick: (kit) => sweptDrum(kit.kick),
  snare: (kit) => snare(kit.snare),
  clap,
  rim,
  hat: ({ hat }) => cymbal(hat.brightness, hat.closedDecay, 0.5),
  openHat: ({ hat }) => cymbal(hat.brightness * 0.92, hat.openDecay, 0.45),
  ride,
  shaker,
  tom: () => sweptDrum({ startHertz: 190, endHertz: 112, sweepSeconds: 0.07, decay: 0.17, click: 0.2, drive: 1.1 }),
  lowTom: () => sweptDrum({ startHertz: 130, endHertz: 74, sweepSeconds: 0.08, decay: 0.22, click: 0.2, drive: 1.1 }),
  crash: () => applyGain(cymbal(5200, 0.85, 0.5), 0.75),
  brush,
} satisfies Record<string, (kit: Kit) => Sound>;
export type DrumName = keyof typeof drums;
export const drumNames = Object.keys(drums) as DrumName[];

/** Renders one hit at full velocity. */
export const renderDrum = (kit: KitName, name: DrumName): Sound => drums[name](kits[kit]);

function sweptDrum({ startHertz, endHertz, sweepSeconds, decay, click, drive }: Kit['kick']): Sound {
  const sound = silence(decay * 4);
  const sweepFactor = Math.exp(-1 / (sweepSeconds * SAMPLE_RATE));
  const decayFactor = Math.exp(-1 / (decay * SAMPLE_RATE));
  let excessHertz = startHertz - endHertz;
  let level = 1;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    phase += (2 * Math.PI * (endHertz + excessHertz)) / SAMPLE_RATE;
    sound[i] = Math.sin(phase) * level * Math.min(1, i / 20);
    excessHertz *= sweepFactor;
    level *= decayFactor;
  }
  overdrive(sound, drive);
  const clickSound = fadeOut(
    filter(createNoiseBurst(0.03, 0.003, 7), { kind: 'bandpass', cutoff: 3200, resonance: 0.7 }),
    0.01,
  );
  return fadeOut(mixInto(sound, clickSound, click), 0.02);
}

function snare({ tone, bodyDecay, noiseDecay, brightness }: Kit['snare']): Sound {
  const sound = silence(noiseDecay * 5);
  addSine(sound, tone, 0.55, bodyDecay);
  addSine(sound, tone * 1.74, 0.3, bodyDecay * 0.7);
  const noise = createNoiseBurst(noiseDecay * 5, noiseDecay, 31);
  const air = filter(noise.slice(), { kind: 'highpass', cutoff: brightness * 2, resonance: 0.6 });
  mixInto(sound, filter(noise, { kind: 'bandpass', cutoff: brightness, resonance: 0.5 }), 0.75);
  return fadeOut(overdrive(mixInto(sound, air, 0.35), 1.4), 0.02);
}

function clap(): Sound {
  const sound = silence(0.4);
  for (const [seconds, gain] of [
    [0, 0.6],
    [0.011, 0.7],
    [0.021, 0.6],
  ] as const) {
    mixInto(sound, createNoiseBurst(0.04, 0.005, Math.round(seconds * 9000) + 3), gain, seconds);
  }
  mixInto(sound, createNoiseBurst(0.36, 0.07, 77), 0.8, 0.03);
  return fadeOut(applyGain(filter(sound, { kind: 'bandpass', cutoff: 1350, resonance: 1.1 }), 1.5), 0.02);
}

function rim(): Sound {
  const sound = silence(0.12);
  addSine(sound, 1720, 0.6, 0.012);
  addSine(sound, 480, 0.5, 0.02);
  return fadeOut(
    mixInto(sound, filter(createNoiseBurst(0.05, 0.004, 5), { kind: 'highpass', cutoff: 3000 }), 0.5),
    0.01,
  );
}

function cymbal(brightness: number, decay: number, gain: number): Sound {
  const sound = silence(Math.min(2.4, decay * 5));
  for (const partial of [2.01, 3.05, 4.17, 5.43, 6.79, 8.21])
    addPulse(sound, 219 * partial, gain / 6, 0.5, partial % 1);
  addNoise(sound, 0.4, Math.round(brightness));
  filter(sound, { kind: 'highpass', cutoff: brightness, resonance: 0.8 });
  return fadeOut(applyDecay(sound, decay), 0.02);
}

function ride(): Sound {
  const sound = silence(1.3);
  for (const [partial, gain] of [
    [523, 0.07],
    [1187, 0.08],
    [2713, 0.1],
    [4391, 0.09],
    [6871, 0.09],
  ] as const) {
    addSine(sound, partial, gain, 0.32);
  }
  const wash = filter(createNoiseBurst(1.3, 0.28, 91), { kind: 'highpass', cutoff: 6500 });
  const stick = filter(createNoiseBurst(0.05, 0.006, 13), { kind: 'bandpass', cutoff: 5200 });
  return fadeOut(mixInto(mixInto(sound, wash, 0.28), stick, 0.7), 0.1);
}

function shaker(): Sound {
  const sound = silence(0.12);
  addNoise(sound, 0.7, 17);
  filter(sound, { kind: 'bandpass', cutoff: 7200, resonance: 0.9 });
  const peak = 0.018 * SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (i < peak ? i / peak : Math.exp((peak - i) / (0.024 * SAMPLE_RATE)));
  }
  return fadeOut(sound, 0.02);
}

function brush(): Sound {
  const sound = silence(0.34);
  addNoise(sound, 0.6, 23);
  filter(sound, { kind: 'bandpass', cutoff: 2900, resonance: 0.45 });
  const peak = 0.03 * SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (i < peak ? 0.25 + (0.75 * i) / peak : Math.exp((peak - i) / (0.075 * SAMPLE_RATE)));
  }
  return fadeOut(sound, 0.05);
}

function createNoiseBurst(seconds: number, decay: number, seed: number): Sound {
  return applyDecay(addNoise(silence(seconds), 1, seed), decay);
}

function applyDecay(sound: Sound, decay: number): Sound {
  const decayFactor = Math.exp(-1 / (decay * SAMPLE_RATE));
  let level = 1;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * level;
    level *= decayFactor;
  }
  return sound;
}
