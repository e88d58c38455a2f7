import { addNoise, filter, SAMPLE_RATE, type Sound, silence, sine } from './tone.ts';

/** A sung syllable: seconds from the start of the phrase, Hz, and how it is said. */
export interface Syllable {
  at: number;
  hold: number;
  frequency: number;
  vowel: Vowel;
  onset: 'soft' | 'hiss' | 'pop' | 'hum';
}

/** Formants in Hz for a grown voice; gains are of the band, in parts of the first. */
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

const gains = [1, 0.5, 0.26, 0.16];
const widths = [80, 100, 140, 200];

/** Sings syllables as one breath. High voices have a longer vibrato and shorter throat; spoken ones fall in pitch. */
export function sing(syllables: Syllable[], type: VoiceType, take: number): Sound {
  const last = syllables.at(-1);
  const length = last ? last.at + last.hold + 0.3 : 0.1;
  const sound = source(syllables, length, type, take);
  return throat(sound, syllables, type === 'high' ? 1.14 : type === 'low' ? 0.96 : 1);
}

/** What the vocal cords give: a softened saw with glides, vibrato, breath and consonants. */
function source(syllables: Syllable[], length: number, type: VoiceType, take: number): Sound {
  const sound = silence(length);
  const glide = Math.exp(-1 / ((type === 'spoken' ? 0.02 : 0.035) * SAMPLE_RATE));
  let frequency = (syllables[0]?.frequency ?? 200) * 0.94;
  let phase = take * 0.31;
  let level = 0;
  let soft = 0;
  let current = 0;
  let grain = (take * 7919 + 1) | 1;
  for (let i = 0; i < sound.length; i++) {
    const time = i / SAMPLE_RATE;
    while ((syllables[current + 1]?.at ?? Number.POSITIVE_INFINITY) <= time) current++;
    const now = syllables[current];
    const since = now ? time - now.at : -1;
    const sounding = now !== undefined && since >= 0 && since < now.hold;
    const onset = now && now.onset !== 'soft' ? 0.045 : 0.012;
    const target = sounding ? (since < onset ? 0.12 : 1) : 0;
    level += (target - level) * (target > level ? 0.0016 : 0.0007);
    const wobble =
      type === 'spoken'
        ? 1.06 - Math.min(0.16, since * 0.5)
        : 1 + 0.009 * Math.min(1, Math.max(0, since - 0.18) * 3) * sine(time * 5.5 + take);
    const goal = (now?.frequency ?? frequency) * wobble * (1 + (take - 0.5) * 0.004);
    frequency = goal + (frequency - goal) * glide;
    phase += frequency / SAMPLE_RATE;
    if (phase >= 1) phase -= 1;
    grain = (Math.imul(grain, 1664525) + 1013904223) | 0;
    const noise = grain / 2147483648;
    const open = phase < 0.6 ? 0.5 - 0.5 * sine(phase / 0.6 + 0.25) : 0;
    const pulse = (open - 0.3) * 1.6;
    soft += (pulse - soft) * 0.55;
    const edge = pulse - soft;
    const consonant = sounding && since < onset ? consonants[now.onset] : 0;
    sound[i] = level * (soft * 0.7 + edge * 2.6 + noise * 0.035) + noise * consonant;
  }
  return sound;
}

const consonants = { soft: 0, hiss: 0.16, pop: 0.07, hum: 0 } as const;

/** Four resonances that move from vowel to vowel. */
function throat(sound: Sound, syllables: Syllable[], size: number): Sound {
  const out = new Float32Array(sound.length);
  for (let nth = 0; nth < 4; nth++) resonate(sound, out, syllables, nth, size);
  const air = filter(sound.slice(), { kind: 'high', cutoff: 4600 });
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) * 0.8 + (air[i] ?? 0) * 0.16;
  return filter(out, { kind: 'high', cutoff: 150 });
}

function resonate(sound: Sound, out: Sound, syllables: Syllable[], nth: number, size: number): void {
  const gain = (gains[nth] ?? 0) * 2.2;
  const width = widths[nth] ?? 100;
  const radius = Math.exp((-Math.PI * width) / SAMPLE_RATE);
  let formant = (vowels[syllables[0]?.vowel ?? 'a'][nth] ?? 500) * size;
  let current = 0;
  let turn = 0;
  let one = 0;
  let two = 0;
  let level = 0;
  for (let i = 0; i < sound.length; i++) {
    if ((i & 63) === 0) {
      const time = i / SAMPLE_RATE;
      while ((syllables[current + 1]?.at ?? Number.POSITIVE_INFINITY) <= time + 0.02) current++;
      const target = (vowels[syllables[current]?.vowel ?? 'a'][nth] ?? 500) * size;
      formant += (target - formant) * 0.035;
      const angle = (2 * Math.PI * formant) / SAMPLE_RATE;
      turn = 2 * radius * Math.cos(angle);
      level = gain * (1 - radius) * 2 * Math.sin(angle);
    }
    const value = level * (sound[i] ?? 0) + turn * one - radius * radius * two;
    out[i] = (out[i] ?? 0) + value;
    two = one;
    one = value;
  }
}

/** Breath before a phrase: a short intake. */
export function breath(): Sound {
  const sound = filter(addNoise(silence(0.35), 0.5, 53), { kind: 'band', cutoff: 1900, resonance: 0.6 });
  for (let i = 0; i < sound.length; i++)
    sound[i] = (sound[i] ?? 0) * Math.sin((Math.PI * i) / sound.length) ** 2 * 0.15;
  return sound;
}
