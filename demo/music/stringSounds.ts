import {
  addNoise,
  applyEnvelope,
  applyGain,
  fadeOut,
  filter,
  mixInto,
  overdrive,
  SAMPLE_RATE,
  type Sound,
  silence,
} from './dsp.ts';

// Plucked strings by Karplus-Strong synthesis. Frequencies are in Hz, durations in seconds without the release.

interface PluckSettings {
  /** 0 is a soft finger, 1 a hard plectrum. */
  brightness: number;
  /** Decay time to -60 dB of a note of 180 Hz. */
  decaySeconds: number;
  /** Plucking position along the string, 0 to 0.5. */
  position: number;
}

export function nylonGuitar(frequency: number, seconds: number): Sound {
  const string = pluckString(frequency, seconds, { brightness: 0.38, decaySeconds: 1.6, position: 0.28 });
  const body = filter(string.slice(), { kind: 'bandpass', cutoff: 210, resonance: 1.4 });
  return mixInto(string, body, 0.6);
}

export function steelGuitar(frequency: number, seconds: number): Sound {
  const string = pluckString(frequency, seconds, { brightness: 0.8, decaySeconds: 2.6, position: 0.18 });
  return mixInto(string, filter(string.slice(), { kind: 'highpass', cutoff: 2600 }), 0.35);
}

export function cleanGuitar(frequency: number, seconds: number): Sound {
  return filter(pluckString(frequency, seconds, { brightness: 0.62, decaySeconds: 1.9, position: 0.12 }), {
    kind: 'lowpass',
    cutoff: 4200,
    resonance: 0.9,
  });
}

/** Distorts the strings of a chord together, as one amplifier does. */
export function fuzzGuitar(frequencies: number[], seconds: number): Sound {
  const strings = silence(seconds + 0.12);
  frequencies.forEach((frequency, index) => {
    mixInto(
      strings,
      pluckString(frequency, seconds, { brightness: 0.9, decaySeconds: 4, position: 0.14 }),
      0.8,
      index * 0.004,
    );
  });
  filter(overdrive(filter(strings, { kind: 'highpass', cutoff: 110 }), 9), {
    kind: 'lowpass',
    cutoff: 3300,
    resonance: 0.9,
  });
  filter(strings, { kind: 'highpass', cutoff: 95 });
  return applyEnvelope(applyGain(strings, 0.5), seconds, { attack: 0.002, decay: 3, sustain: 0.7, release: 0.09 });
}

export function harp(frequency: number, seconds: number): Sound {
  return pluckString(frequency, seconds + 1.2, { brightness: 0.5, decaySeconds: 2.4, position: 0.4 });
}

/** Palm-muted: at most 0.16 seconds. */
export function mutedGuitar(frequency: number, seconds: number): Sound {
  return pluckString(frequency, Math.min(seconds, 0.16), { brightness: 0.5, decaySeconds: 0.35, position: 0.1 });
}

export function doubleBass(frequency: number, seconds: number): Sound {
  const string = pluckString(frequency, seconds, { brightness: 0.22, decaySeconds: 1.1, position: 0.32 });
  mixInto(string, filter(string.slice(), { kind: 'bandpass', cutoff: 98, resonance: 1.1 }), 0.9);
  return applyGain(string, 1.1);
}

export function fingerBass(frequency: number, seconds: number): Sound {
  const string = pluckString(frequency, seconds, { brightness: 0.34, decaySeconds: 2.2, position: 0.16 });
  return overdrive(filter(string, { kind: 'lowpass', cutoff: 1500 }), 1.6);
}

function pluckString(frequency: number, seconds: number, { brightness, decaySeconds, position }: PluckSettings): Sound {
  const sound = silence(seconds + 0.25);
  const period = SAMPLE_RATE / frequency;
  const length = Math.floor(period - 0.5);
  const fraction = period - 0.5 - length;
  const tuning = (1 - fraction) / (1 + fraction);
  const string = createExcitation(length, brightness, position);
  const noteDecaySeconds = decaySeconds * (180 / Math.max(60, frequency)) ** 0.35;
  const loss = 0.001 ** (1 / (frequency * noteDecaySeconds));
  const release = Math.exp(-1 / (0.05 * SAMPLE_RATE));
  const end = seconds * SAMPLE_RATE;
  let level = 0.9;
  let index = 0;
  let previous = 0;
  let delayed = 0;
  let output = 0;
  for (let i = 0; i < sound.length; i++) {
    const current = string[index] ?? 0;
    const damped = 0.5 * (current + previous) * loss;
    previous = current;
    output = tuning * (damped - output) + delayed;
    delayed = damped;
    string[index] = output;
    if (++index >= length) index = 0;
    if (i > end) level *= release;
    sound[i] = output * level;
  }
  return fadeOut(sound, 0.01);
}

/** Creates the initial state of the string: low-pass filtered noise, comb filtered by the position, without DC offset. */
function createExcitation(length: number, brightness: number, position: number): Sound {
  const noise = addNoise(new Float32Array(length), 1, length * 7 + 1);
  const feedback = 1 - brightness;
  for (let pass = 0; pass < 2; pass++) {
    let filtered = noise[length - 1] ?? 0;
    for (let i = 0; i < length; i++) {
      filtered = filtered * feedback + (noise[i] ?? 0) * brightness;
      noise[i] = filtered;
    }
  }
  const combDelay = Math.max(1, Math.round(position * length));
  const combed = noise.map((value, i) => value - (noise[(i + length - combDelay) % length] ?? 0));
  const mean = combed.reduce((sum, value) => sum + value, 0) / length;
  const power = Math.sqrt(combed.reduce((sum, value) => sum + (value - mean) ** 2, 0) / length) || 1;
  return combed.map((value) => ((value - mean) / power) * 0.34);
}
