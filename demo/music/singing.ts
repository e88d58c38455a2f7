import { addNoise, filter, SAMPLE_RATE, type Sound, silence, sine } from './dsp.ts';

/** A sung syllable; times from the start of its phrase, frequency in Hz. */
export interface Syllable {
  startSeconds: number;
  seconds: number;
  frequency: number;
  vowel: Vowel;
  /** Consonant before the vowel. */
  onset: 'soft' | 'hiss' | 'pop' | 'hum';
}

/** Formant frequencies in Hz. */
export const vowels = {
  a: [760, 1250, 2650, 3500],
  e: [480, 1900, 2600, 3500],
  i: [300, 2250, 2950, 3600],
  o: [460, 850, 2600, 3300],
  u: [330, 720, 2400, 3300],
  y: [320, 1650, 2250, 3300],
} as const;
export type Vowel = keyof typeof vowels;
export type VoiceType = 'high' | 'low' | 'spoken';

const formantGains = [1, 0.5, 0.26, 0.16];
/** Bandwidths in Hz. */
const formantWidths = [80, 100, 140, 200];

/**
 * Synthesises a phrase by source and filter: a glottal pulse with noise, then four moving formants. Spoken voices fall in
 * pitch instead of vibrato. The variation, 0 to 1, makes doubled voices differ.
 */
export function singPhrase(syllables: Syllable[], type: VoiceType, variation: number): Sound {
  const last = syllables.at(-1);
  const length = last ? last.startSeconds + last.seconds + 0.3 : 0.1;
  const sound = glottalSource(syllables, length, type, variation);
  return applyFormants(sound, syllables, type === 'high' ? 1.14 : type === 'low' ? 0.96 : 1);
}

/** Renders the sound of the vocal cords with glides, vibrato, breath and consonants. */
function glottalSource(syllables: Syllable[], length: number, type: VoiceType, variation: number): Sound {
  const sound = silence(length);
  const glide = Math.exp(-1 / ((type === 'spoken' ? 0.02 : 0.035) * SAMPLE_RATE));
  let frequency = (syllables[0]?.frequency ?? 200) * 0.94;
  let phase = variation * 0.31;
  let level = 0;
  let lowPassed = 0;
  let current = 0;
  let noiseState = (variation * 7919 + 1) | 1;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    while ((syllables[current + 1]?.startSeconds ?? Number.POSITIVE_INFINITY) <= time) current++;
    const syllable = syllables[current];
    const elapsed = syllable ? time - syllable.startSeconds : -1;
    const isSounding = syllable !== undefined && elapsed >= 0 && elapsed < syllable.seconds;
    const onsetSeconds = syllable && syllable.onset !== 'soft' ? 0.045 : 0.012;
    const target = isSounding ? (elapsed < onsetSeconds ? 0.12 : 1) : 0;
    level += (target - level) * (target > level ? 0.0016 : 0.0007);
    const pitchFactor =
      type === 'spoken'
        ? 1.06 - Math.min(0.16, elapsed * 0.5)
        : 1 + 0.009 * Math.min(1, Math.max(0, elapsed - 0.18) * 3) * sine(time * 5.5 + variation);
    const targetFrequency = (syllable?.frequency ?? frequency) * pitchFactor * (1 + (variation - 0.5) * 0.004);
    frequency = targetFrequency + (frequency - targetFrequency) * glide;
    phase += frequency / SAMPLE_RATE;
    if (phase >= 1) phase -= 1;
    noiseState = (Math.imul(noiseState, 1664525) + 1013904223) | 0;
    const noise = noiseState / 2147483648;
    const opening = phase < 0.6 ? 0.5 - 0.5 * sine(phase / 0.6 + 0.25) : 0;
    const pulse = (opening - 0.3) * 1.6;
    lowPassed += (pulse - lowPassed) * 0.55;
    const edge = pulse - lowPassed;
    const consonantGain = isSounding && elapsed < onsetSeconds ? consonantGains[syllable.onset] : 0;
    sound[i] = level * (lowPassed * 0.7 + edge * 2.6 + noise * 0.035) + noise * consonantGain;
  }
  return sound;
}

const consonantGains = { soft: 0, hiss: 0.16, pop: 0.07, hum: 0 } as const;

function applyFormants(sound: Sound, syllables: Syllable[], size: number): Sound {
  const output = new Float32Array(sound.length);
  for (let formant = 0; formant < 4; formant++) addFormant(sound, output, syllables, formant, size);
  const air = filter(sound.slice(), { kind: 'highpass', cutoff: 4600 });
  for (let i = 0; i < output.length; i++) output[i] = (output[i] ?? 0) * 0.8 + (air[i] ?? 0) * 0.16;
  return filter(output, { kind: 'highpass', cutoff: 150 });
}

function addFormant(sound: Sound, output: Sound, syllables: Syllable[], formant: number, size: number): void {
  const gain = (formantGains[formant] ?? 0) * 2.2;
  const width = formantWidths[formant] ?? 100;
  const radius = Math.exp((-Math.PI * width) / SAMPLE_RATE);
  let frequency = (vowels[syllables[0]?.vowel ?? 'a'][formant] ?? 500) * size;
  let current = 0;
  let feedback = 0;
  let previous = 0;
  let beforePrevious = 0;
  let level = 0;
  for (let i = 0; i < sound.length; i++) {
    if ((i & 63) === 0) {
      const time = i / SAMPLE_RATE;
      while ((syllables[current + 1]?.startSeconds ?? Number.POSITIVE_INFINITY) <= time + 0.02) current++;
      const target = (vowels[syllables[current]?.vowel ?? 'a'][formant] ?? 500) * size;
      frequency += (target - frequency) * 0.035;
      const angle = (2 * Math.PI * frequency) / SAMPLE_RATE;
      feedback = 2 * radius * Math.cos(angle);
      level = gain * (1 - radius) * 2 * Math.sin(angle);
    }
    const value = level * (sound[i] ?? 0) + feedback * previous - radius * radius * beforePrevious;
    output[i] = (output[i] ?? 0) + value;
    beforePrevious = previous;
    previous = value;
  }
}

/** Renders the breath before a phrase. */
export function createBreath(): Sound {
  const sound = filter(addNoise(silence(0.35), 0.5, 53), { kind: 'bandpass', cutoff: 1900, resonance: 0.6 });
  for (let i = 0; i < sound.length; i++)
    sound[i] = (sound[i] ?? 0) * Math.sin((Math.PI * i) / sound.length) ** 2 * 0.15;
  return sound;
}
