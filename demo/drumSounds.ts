import {
  addNoise,
  addPulse,
  addSine,
  drive,
  fadeEnd,
  filter,
  lay,
  SAMPLE_RATE,
  type Sound,
  scale,
  silence,
} from './tone.ts';

interface Kit {
  kick: { top: number; bottom: number; fall: number; decay: number; click: number; drive: number };
  snare: { tone: number; body: number; rattle: number; bright: number };
  hat: { bright: number; close: number; open: number };
}

const kits = {
  club: {
    kick: { top: 260, bottom: 47, fall: 0.028, decay: 0.16, click: 0.35, drive: 2.2 },
    snare: { tone: 196, body: 0.06, rattle: 0.09, bright: 2600 },
    hat: { bright: 8200, close: 0.024, open: 0.13 },
  },
  room: {
    kick: { top: 150, bottom: 56, fall: 0.035, decay: 0.13, click: 0.6, drive: 1.3 },
    snare: { tone: 182, body: 0.1, rattle: 0.14, bright: 1900 },
    hat: { bright: 6900, close: 0.035, open: 0.28 },
  },
  dusty: {
    kick: { top: 130, bottom: 50, fall: 0.05, decay: 0.19, click: 0.25, drive: 2.8 },
    snare: { tone: 205, body: 0.07, rattle: 0.1, bright: 1500 },
    hat: { bright: 6200, close: 0.03, open: 0.16 },
  },
  boom: {
    kick: { top: 120, bottom: 41, fall: 0.06, decay: 0.42, click: 0.2, drive: 1.6 },
    snare: { tone: 220, body: 0.05, rattle: 0.12, bright: 3000 },
    hat: { bright: 9000, close: 0.018, open: 0.12 },
  },
  gated: {
    kick: { top: 190, bottom: 52, fall: 0.03, decay: 0.15, click: 0.5, drive: 1.8 },
    snare: { tone: 174, body: 0.12, rattle: 0.24, bright: 1700 },
    hat: { bright: 7600, close: 0.03, open: 0.2 },
  },
  tight: {
    kick: { top: 210, bottom: 54, fall: 0.02, decay: 0.1, click: 0.6, drive: 2 },
    snare: { tone: 230, body: 0.07, rattle: 0.11, bright: 2300 },
    hat: { bright: 7800, close: 0.022, open: 0.12 },
  },
  soft: {
    kick: { top: 95, bottom: 58, fall: 0.05, decay: 0.12, click: 0.12, drive: 1 },
    snare: { tone: 210, body: 0.08, rattle: 0.1, bright: 1600 },
    hat: { bright: 6400, close: 0.03, open: 0.25 },
  },
} as const satisfies Record<string, Kit>;
export type KitName = keyof typeof kits;

/** The pieces that patterns write for. */
const pieces = {
  kick: (kit) => struck(kit.kick),
  snare: (kit) => snare(kit.snare),
  clap,
  rim,
  hat: ({ hat }) => metal(hat.bright, hat.close, 0.5),
  open: ({ hat }) => metal(hat.bright * 0.92, hat.open, 0.45),
  ride,
  shaker,
  tom: () => struck({ top: 190, bottom: 112, fall: 0.07, decay: 0.17, click: 0.2, drive: 1.1 }),
  low: () => struck({ top: 130, bottom: 74, fall: 0.08, decay: 0.22, click: 0.2, drive: 1.1 }),
  crash: () => scale(metal(5200, 0.85, 0.5), 0.75),
  brush,
} satisfies Record<string, (kit: Kit) => Sound>;
export type DrumName = keyof typeof pieces;
export const drumNames = Object.keys(pieces) as DrumName[];

/** Renders one hit of a piece, at full strength. */
export const drum = (kit: KitName, name: DrumName): Sound => pieces[name](kits[kit]);

function struck({ top, bottom, fall, decay, click, drive: amount }: Kit['kick']): Sound {
  const sound = silence(decay * 4);
  const slide = Math.exp(-1 / (fall * SAMPLE_RATE));
  const damp = Math.exp(-1 / (decay * SAMPLE_RATE));
  let over = top - bottom;
  let level = 1;
  let phase = 0;
  for (let i = 0; i < sound.length; i++) {
    phase += (2 * Math.PI * (bottom + over)) / SAMPLE_RATE;
    sound[i] = Math.sin(phase) * level * Math.min(1, i / 20);
    over *= slide;
    level *= damp;
  }
  drive(sound, amount);
  const tick = fadeEnd(filter(decaying(0.03, 0.003, 7), { kind: 'band', cutoff: 3200, resonance: 0.7 }), 0.01);
  return fadeEnd(lay(sound, tick, click), 0.02);
}

function snare({ tone, body, rattle, bright }: Kit['snare']): Sound {
  const sound = silence(rattle * 5);
  addSine(sound, tone, 0.55, body);
  addSine(sound, tone * 1.74, 0.3, body * 0.7);
  const wires = decaying(rattle * 5, rattle, 31);
  const air = filter(wires.slice(), { kind: 'high', cutoff: bright * 2, resonance: 0.6 });
  lay(sound, filter(wires, { kind: 'band', cutoff: bright, resonance: 0.5 }), 0.75);
  return fadeEnd(drive(lay(sound, air, 0.35), 1.4), 0.02);
}

function clap(): Sound {
  const sound = silence(0.4);
  for (const [at, strength] of [
    [0, 0.6],
    [0.011, 0.7],
    [0.021, 0.6],
  ] as const) {
    lay(sound, decaying(0.04, 0.005, Math.round(at * 9000) + 3), strength, at);
  }
  lay(sound, decaying(0.36, 0.07, 77), 0.8, 0.03);
  return fadeEnd(scale(filter(sound, { kind: 'band', cutoff: 1350, resonance: 1.1 }), 1.5), 0.02);
}

function rim(): Sound {
  const sound = silence(0.12);
  addSine(sound, 1720, 0.6, 0.012);
  addSine(sound, 480, 0.5, 0.02);
  return fadeEnd(lay(sound, filter(decaying(0.05, 0.004, 5), { kind: 'high', cutoff: 3000 }), 0.5), 0.01);
}

function metal(bright: number, decay: number, ring: number): Sound {
  const sound = silence(Math.min(2.4, decay * 5));
  for (const partial of [2.01, 3.05, 4.17, 5.43, 6.79, 8.21])
    addPulse(sound, 219 * partial, ring / 6, 0.5, partial % 1);
  addNoise(sound, 0.4, Math.round(bright));
  filter(sound, { kind: 'high', cutoff: bright, resonance: 0.8 });
  return fadeEnd(die(sound, decay), 0.02);
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
  const wash = filter(decaying(1.3, 0.28, 91), { kind: 'high', cutoff: 6500 });
  const stick = filter(decaying(0.05, 0.006, 13), { kind: 'band', cutoff: 5200 });
  return fadeEnd(lay(lay(sound, wash, 0.28), stick, 0.7), 0.1);
}

function shaker(): Sound {
  const sound = silence(0.12);
  addNoise(sound, 0.7, 17);
  filter(sound, { kind: 'band', cutoff: 7200, resonance: 0.9 });
  const peak = 0.018 * SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (i < peak ? i / peak : Math.exp((peak - i) / (0.024 * SAMPLE_RATE)));
  }
  return fadeEnd(sound, 0.02);
}

function brush(): Sound {
  const sound = silence(0.34);
  addNoise(sound, 0.6, 23);
  filter(sound, { kind: 'band', cutoff: 2900, resonance: 0.45 });
  const peak = 0.03 * SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (i < peak ? 0.25 + (0.75 * i) / peak : Math.exp((peak - i) / (0.075 * SAMPLE_RATE)));
  }
  return fadeEnd(sound, 0.05);
}

/** Noise that dies away. */
function decaying(seconds: number, decay: number, salt: number): Sound {
  return die(addNoise(silence(seconds), 1, salt), decay);
}

function die(sound: Sound, decay: number): Sound {
  const damp = Math.exp(-1 / (decay * SAMPLE_RATE));
  let level = 1;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * level;
    level *= damp;
  }
  return sound;
}
