import { SAMPLE_RATE, type Sound } from './dsp.ts';
import type { Stereo } from './mixer.ts';

/** Highest sample of a master: -1 dBFS. */
const PEAK_LIMIT = 0.89;
/** Samples per gain value of the limiter. */
const WINDOW = 64;

/** Equalises a mix in place and brings it close to a loudness in LUFS; a look-ahead limiter prevents clipping. */
export function masterMix(mix: Stereo, target: number): Stereo {
  for (const channel of [mix.left, mix.right]) equalise(channel);
  const gain = 10 ** ((target - measureLoudness(mix)) / 20);
  limit(mix, gain);
  const missing = target - measureLoudness(mix);
  if (missing > 0.3) limit(mix, 10 ** (Math.min(3, missing) / 20));
  return mix;
}

/** Integrated loudness in LUFS (ITU-R BS.1770) of every second window of 0.4 s; quiet windows are excluded. */
export function measureLoudness({ left, right }: Stereo): number {
  const window = Math.round(0.4 * SAMPLE_RATE);
  const powers = new Float64Array(Math.max(1, Math.floor(left.length / window / 2)));
  for (const channel of [left, right]) addPower(channel, window, powers);
  const meanAbove = (threshold: number) => {
    const gated = powers.filter((power) => power > threshold);
    return gated.length ? gated.reduce((sum, power) => sum + power, 0) / gated.length : 1e-9;
  };
  return -0.691 + 10 * Math.log10(meanAbove(meanAbove(1e-7) / 10));
}

/** Adds the K-weighted power per window: a shelf above 1.7 kHz and a high-pass filter at 38 Hz. */
function addPower(channel: Sound, window: number, powers: Float64Array): void {
  let a1 = 0;
  let a2 = 0;
  let b1 = 0;
  let b2 = 0;
  for (let index = 0; index < powers.length; index++) {
    let sum = 0;
    for (let i = 2 * index * window; i < (2 * index + 1) * window; i++) {
      const shelfIn = (channel[i] ?? 0) + 1.66365 * a1 - 0.7126 * a2;
      const shelf = 1.53086 * shelfIn - 2.65098 * a1 + 1.16908 * a2;
      a2 = a1;
      a1 = shelfIn;
      const highIn = shelf + 1.98917 * b1 - 0.98919 * b2;
      sum += (highIn - 2 * b1 + b2) ** 2;
      b2 = b1;
      b1 = highIn;
    }
    powers[index] = (powers[index] ?? 0) + sum / window;
  }
}

/** Removes the DC offset and raises frequencies above 3 kHz by 6 dB. */
function equalise(channel: Sound): void {
  const smoothing = 1 - Math.exp((-2 * Math.PI * 3000) / SAMPLE_RATE);
  let previous = 0;
  let highPassed = 0;
  let lowPassed = 0;
  for (let i = 0; i < channel.length; i++) {
    const value = channel[i] ?? 0;
    highPassed = value - previous + 0.9962 * highPassed;
    previous = value;
    lowPassed += (highPassed - lowPassed) * smoothing;
    channel[i] = 2 * highPassed - lowPassed;
  }
}

/** Amplifies, clips softly, then limits peaks by a gain per window with ramps on both sides. */
function limit({ left, right }: Stereo, gain: number): void {
  const windows = Math.ceil(left.length / WINDOW) + 1;
  const gains = new Float32Array(windows).fill(1);
  for (let i = 0; i < left.length; i++) {
    const leftSample = clipSoftly((left[i] ?? 0) * gain);
    const rightSample = clipSoftly((right[i] ?? 0) * gain);
    left[i] = leftSample;
    right[i] = rightSample;
    const peak = Math.max(Math.abs(leftSample), Math.abs(rightSample));
    const window = Math.floor(i / WINDOW);
    if (peak > PEAK_LIMIT && PEAK_LIMIT / peak < (gains[window] ?? 1)) gains[window] = PEAK_LIMIT / peak;
  }
  // The gain falls within about 10 ms before a peak and recovers within about 100 ms after it.
  for (let i = 1; i < windows; i++) gains[i] = Math.min(gains[i] ?? 1, (gains[i - 1] ?? 1) + 0.012);
  for (let i = windows - 2; i >= 0; i--) gains[i] = Math.min(gains[i] ?? 1, (gains[i + 1] ?? 1) + 0.14);
  for (let window = 0; window < windows - 1; window++) {
    const startGain = Math.min(gains[window] ?? 1, gains[Math.max(0, window - 1)] ?? 1);
    const endGain = Math.min(gains[window] ?? 1, gains[window + 1] ?? 1);
    if (startGain === 1 && endGain === 1) continue;
    const end = Math.min(left.length, (window + 1) * WINDOW);
    for (let i = window * WINDOW; i < end; i++) {
      const currentGain = startGain + ((endGain - startGain) * (i - window * WINDOW)) / WINDOW;
      left[i] = (left[i] ?? 0) * currentGain;
      right[i] = (right[i] ?? 0) * currentGain;
    }
  }
}

/** Linear up to 0.7, then saturating towards 1.5. */
function clipSoftly(value: number): number {
  const level = Math.abs(value);
  if (level < 0.7) return value;
  return Math.sign(value) * (0.7 + 0.8 * Math.tanh((level - 0.7) / 0.8));
}
