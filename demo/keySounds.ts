import { addNoise, addSine, fadeEnd, filter, lay, SAMPLE_RATE, type Sound, shape, silence, sine } from './tone.ts';

/** Struck strings: partials a little sharp, the high ones gone sooner. */
export function piano(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.35);
  const long = 1.5 * (261 / frequency) ** 0.45;
  for (let nth = 1; nth <= 9; nth++) {
    const partial = frequency * nth * Math.sqrt(1 + 0.0004 * nth * nth);
    if (partial > 11_000) break;
    const gain = 0.34 / nth ** 1.25 / (nth === 7 ? 3 : 1);
    addSine(sound, partial, gain * 0.6, long / nth ** 0.7);
    addSine(sound, partial * 1.0006, gain * 0.4, (2.4 * long) / nth ** 0.8);
  }
  const hammer = shape(addNoise(silence(0.05), 1, 41), 0.002, {
    attack: 0.001,
    decay: 0.01,
    sustain: 0,
    release: 0.02,
  });
  lay(sound, filter(hammer, { kind: 'band', cutoff: Math.min(3800, frequency * 5), resonance: 0.6 }), 0.18);
  return shape(sound, hold, { attack: 0.002, decay: 10, sustain: 1, release: 0.22 });
}

/** The same behind felt, for close and quiet pieces. */
export function felt(frequency: number, hold: number): Sound {
  const sound = filter(piano(frequency, hold), { kind: 'low', cutoff: Math.min(2400, 500 + frequency * 2.2) });
  const wood = shape(addNoise(silence(0.09), 1, 67), 0.004, { attack: 0.002, decay: 0.02, sustain: 0, release: 0.04 });
  return lay(sound, filter(wood, { kind: 'band', cutoff: 420, resonance: 0.8 }), 0.1);
}

/** An electric piano: a tine over a tone bar, two frequencies that bend each other. */
export function tine(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.3);
  const turn = frequency / SAMPLE_RATE;
  const bellLoss = Math.exp(-1 / (0.11 * SAMPLE_RATE));
  const barkLoss = Math.exp(-1 / (0.7 * SAMPLE_RATE));
  const loss = Math.exp(-1 / (1.5 * SAMPLE_RATE));
  let bell = 0.04;
  let bark = 0.18 * Math.min(1, (330 / frequency) ** 0.5);
  let level = 0.42;
  for (let i = 0; i < sound.length; i++) {
    const phase = turn * i;
    sound[i] = level * sine(phase + bark * sine(phase) + bell * sine(14 * phase));
    bell *= bellLoss;
    bark *= barkLoss;
    level *= loss;
  }
  return shape(sound, hold, { attack: 0.003, decay: 10, sustain: 1, release: 0.2 });
}

/** Drawbars 8', 5 1/3', 4', 2 2/3', 2', with a key click. */
export function organ(frequency: number, hold: number): Sound {
  const sound = silence(hold + 0.08);
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
  const leslie = (2 * Math.PI * 6.1) / SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (0.88 + 0.12 * Math.sin(leslie * i));
  const click = filter(addNoise(silence(0.006), 0.4, 11), { kind: 'high', cutoff: 2000 });
  return lay(shape(sound, hold, { attack: 0.006, decay: 1, sustain: 1, release: 0.05 }), fadeEnd(click, 0.004), 0.3);
}

/** Wooden bars. */
export function marimba(frequency: number): Sound {
  const sound = silence(0.9);
  addSine(sound, frequency, 0.6, 0.24);
  addSine(sound, frequency * 3.98, 0.2, 0.05);
  addSine(sound, frequency * 9.7, 0.06, 0.02);
  return fadeEnd(sound, 0.1);
}

/** Metal tongues over a wooden box. */
export function kalimba(frequency: number): Sound {
  const sound = silence(1.4);
  addSine(sound, frequency, 0.5, 0.42);
  addSine(sound, frequency * 2.003, 0.09, 0.3);
  addSine(sound, frequency * 5.4, 0.12, 0.06);
  addSine(sound, frequency * 8.9, 0.05, 0.02);
  return fadeEnd(sound, 0.2);
}

/** Vibraphone: long bars under a slow fan. */
export function vibes(frequency: number, hold: number): Sound {
  const sound = silence(hold + 1.1);
  addSine(sound, frequency, 0.45, 1.1);
  addSine(sound, frequency * 4, 0.12, 0.3);
  addSine(sound, frequency * 9.9, 0.03, 0.05);
  const fan = (2 * Math.PI * 4.6) / SAMPLE_RATE;
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) * (0.82 + 0.18 * Math.sin(fan * i));
  return fadeEnd(sound, 0.4);
}

/** Glass: a bell without a strike. */
export function bell(frequency: number, hold: number): Sound {
  const sound = silence(hold + 1.8);
  for (const [ratio, gain, decay] of [
    [1, 0.34, 1.4],
    [2.756, 0.14, 0.8],
    [5.404, 0.07, 0.4],
    [0.5, 0.1, 1.8],
  ] as const) {
    addSine(sound, frequency * ratio, gain, decay);
  }
  return fadeEnd(sound, 0.6);
}
