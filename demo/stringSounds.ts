import { addNoise, drive, fadeEnd, filter, lay, SAMPLE_RATE, type Sound, scale, shape, silence } from './tone.ts';

interface Pluck {
  /** 0 is a soft thumb, 1 a hard pick. */
  bright: number;
  /** Seconds until a string in the middle of the neck has died away. */
  ring: number;
  /** Where along the string it is plucked, 0 to 0.5. */
  place: number;
}

/** Guitars, harp and double bass: noise that runs round a string and loses its highs. */
export function nylon(frequency: number, hold: number): Sound {
  const string = pluck(frequency, hold, { bright: 0.38, ring: 1.6, place: 0.28 });
  const body = filter(string.slice(), { kind: 'band', cutoff: 210, resonance: 1.4 });
  return lay(string, body, 0.6);
}

/** A steel-string guitar: `frequency` in Hz, `hold` in seconds, as for all that follow. */
export function steel(frequency: number, hold: number): Sound {
  const string = pluck(frequency, hold, { bright: 0.8, ring: 2.6, place: 0.18 });
  return lay(string, filter(string.slice(), { kind: 'high', cutoff: 2600 }), 0.35);
}

/** An electric guitar through a clean amplifier. */
export function cleanGuitar(frequency: number, hold: number): Sound {
  return filter(pluck(frequency, hold, { bright: 0.62, ring: 1.9, place: 0.12 }), {
    kind: 'low',
    cutoff: 4200,
    resonance: 0.9,
  });
}

/** Several strings into one amplifier: the chord is bent as a whole. */
export function fuzzGuitar(frequencies: number[], hold: number): Sound {
  const strings = silence(hold + 0.12);
  frequencies.forEach((frequency, nth) => {
    lay(strings, pluck(frequency, hold, { bright: 0.9, ring: 4, place: 0.14 }), 0.8, nth * 0.004);
  });
  filter(drive(filter(strings, { kind: 'high', cutoff: 110 }), 9), { kind: 'low', cutoff: 3300, resonance: 0.9 });
  filter(strings, { kind: 'high', cutoff: 95 });
  return shape(scale(strings, 0.5), hold, { attack: 0.002, decay: 3, sustain: 0.7, release: 0.09 });
}

/** Rings 1.2 seconds longer than it is held. */
export function harp(frequency: number, hold: number): Sound {
  return pluck(frequency, hold + 1.2, { bright: 0.5, ring: 2.4, place: 0.4 });
}

/** A string under the palm: at most 0.16 seconds. */
export function muted(frequency: number, hold: number): Sound {
  return pluck(frequency, Math.min(hold, 0.16), { bright: 0.5, ring: 0.35, place: 0.1 });
}

/** A plucked double bass. */
export function upright(frequency: number, hold: number): Sound {
  const string = pluck(frequency, hold, { bright: 0.22, ring: 1.1, place: 0.32 });
  lay(string, filter(string.slice(), { kind: 'band', cutoff: 98, resonance: 1.1 }), 0.9);
  return scale(string, 1.1);
}

/** An electric bass, played with fingers. */
export function fingerBass(frequency: number, hold: number): Sound {
  const string = pluck(frequency, hold, { bright: 0.34, ring: 2.2, place: 0.16 });
  return drive(filter(string, { kind: 'low', cutoff: 1500 }), 1.6);
}

function pluck(frequency: number, hold: number, { bright, ring, place }: Pluck): Sound {
  const sound = silence(hold + 0.25);
  const period = SAMPLE_RATE / frequency;
  const length = Math.floor(period - 0.5);
  const part = period - 0.5 - length;
  const tuning = (1 - part) / (1 + part);
  const string = excite(length, bright, place);
  const seconds = ring * (180 / Math.max(60, frequency)) ** 0.35;
  const loss = 0.001 ** (1 / (frequency * seconds));
  const release = Math.exp(-1 / (0.05 * SAMPLE_RATE));
  const end = hold * SAMPLE_RATE;
  let level = 0.9;
  let at = 0;
  let before = 0;
  let delayed = 0;
  let out = 0;
  for (let i = 0; i < sound.length; i++) {
    const current = string[at] ?? 0;
    const softened = 0.5 * (current + before) * loss;
    before = current;
    out = tuning * (softened - out) + delayed;
    delayed = softened;
    string[at] = out;
    if (++at >= length) at = 0;
    if (i > end) level *= release;
    sound[i] = out * level;
  }
  return fadeEnd(sound, 0.01);
}

/** The shape of the string before it is let go: filtered noise with a comb where the finger was; no constant part. */
function excite(length: number, bright: number, place: number): Sound {
  const noise = addNoise(new Float32Array(length), 1, length * 7 + 1);
  const keep = 1 - bright;
  for (let pass = 0; pass < 2; pass++) {
    let last = noise[length - 1] ?? 0;
    for (let i = 0; i < length; i++) {
      last = last * keep + (noise[i] ?? 0) * bright;
      noise[i] = last;
    }
  }
  const gap = Math.max(1, Math.round(place * length));
  const combed = noise.map((value, i) => value - (noise[(i + length - gap) % length] ?? 0));
  const mean = combed.reduce((sum, value) => sum + value, 0) / length;
  const power = Math.sqrt(combed.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length) || 1;
  return combed.map((value) => ((value - mean) / power) * 0.34);
}
