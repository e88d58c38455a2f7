import type { Stereo } from './mix.ts';
import { SAMPLE_RATE, type Sound } from './tone.ts';

/** Highest sample that leaves the house: -1 dBFS. */
const CEILING = 0.89;
const WINDOW = 64;

/**
 * Brings a mix to a loudness (LUFS, near enough) below the ceiling, in place.
 * Peaks are held by a limiter that looks ahead, so nothing clips.
 */
export function master(mix: Stereo, target: number): Stereo {
  for (const channel of [mix.left, mix.right]) polish(channel);
  const gain = 10 ** ((target - loudness(mix)) / 20);
  limit(mix, gain);
  const lost = target - loudness(mix);
  if (lost > 0.3) limit(mix, 10 ** (Math.min(3, lost) / 20));
  return mix;
}

/** Integrated loudness in LUFS by every second window of 0.4 s, the quiet ones left out. */
export function loudness({ left, right }: Stereo): number {
  const window = Math.round(0.4 * SAMPLE_RATE);
  const powers = new Float64Array(Math.max(1, Math.floor(left.length / window / 2)));
  for (const channel of [left, right]) addPower(channel, window, powers);
  const loud = (threshold: number) => {
    const kept = powers.filter((power) => power > threshold);
    return kept.length ? kept.reduce((sum, power) => sum + power, 0) / kept.length : 1e-9;
  };
  return -0.691 + 10 * Math.log10(loud(loud(1e-7) / 10));
}

/** Power per window after the ear's weighting: a shelf above 1.7 kHz and a high pass at 38 Hz (ITU-R BS.1770 at 48 kHz, close at 44.1). */
function addPower(channel: Sound, window: number, powers: Float64Array): void {
  let a1 = 0;
  let a2 = 0;
  let b1 = 0;
  let b2 = 0;
  for (let nth = 0; nth < powers.length; nth++) {
    let sum = 0;
    for (let i = 2 * nth * window; i < (2 * nth + 1) * window; i++) {
      const shelfIn = (channel[i] ?? 0) + 1.66365 * a1 - 0.7126 * a2;
      const shelf = 1.53086 * shelfIn - 2.65098 * a1 + 1.16908 * a2;
      a2 = a1;
      a1 = shelfIn;
      const highIn = shelf + 1.98917 * b1 - 0.98919 * b2;
      sum += (highIn - 2 * b1 + b2) ** 2;
      b2 = b1;
      b1 = highIn;
    }
    powers[nth] = (powers[nth] ?? 0) + sum / window;
  }
}

/** Takes away what only moves the cone, and lifts what is above 3 kHz by 6 dB: the air of a finished record. */
function polish(channel: Sound): void {
  const follow = 1 - Math.exp((-2 * Math.PI * 3000) / SAMPLE_RATE);
  let before = 0;
  let out = 0;
  let slow = 0;
  for (let i = 0; i < channel.length; i++) {
    const value = channel[i] ?? 0;
    out = value - before + 0.9962 * out;
    before = value;
    slow += (out - slow) * follow;
    channel[i] = 2 * out - slow;
  }
}

/** Peaks are first rounded (a little warmth), then held down by windows of 64 samples with a ramp on both sides. */
function limit({ left, right }: Stereo, gain: number): void {
  const windows = Math.ceil(left.length / WINDOW) + 1;
  const wanted = new Float32Array(windows).fill(1);
  for (let i = 0; i < left.length; i++) {
    const one = soften((left[i] ?? 0) * gain);
    const other = soften((right[i] ?? 0) * gain);
    left[i] = one;
    right[i] = other;
    const peak = Math.max(Math.abs(one), Math.abs(other));
    const window = Math.floor(i / WINDOW);
    if (peak > CEILING && CEILING / peak < (wanted[window] ?? 1)) wanted[window] = CEILING / peak;
  }
  // The gain at a window's border must satisfy both neighbours; it falls within 5 ms and comes back within 60.
  for (let i = 1; i < windows; i++) wanted[i] = Math.min(wanted[i] ?? 1, (wanted[i - 1] ?? 1) + 0.012);
  for (let i = windows - 2; i >= 0; i--) wanted[i] = Math.min(wanted[i] ?? 1, (wanted[i + 1] ?? 1) + 0.14);
  for (let window = 0; window < windows - 1; window++) {
    const before = Math.min(wanted[window] ?? 1, wanted[Math.max(0, window - 1)] ?? 1);
    const after = Math.min(wanted[window] ?? 1, wanted[window + 1] ?? 1);
    if (before === 1 && after === 1) continue;
    const end = Math.min(left.length, (window + 1) * WINDOW);
    for (let i = window * WINDOW; i < end; i++) {
      const now = before + ((after - before) * (i - window * WINDOW)) / WINDOW;
      left[i] = (left[i] ?? 0) * now;
      right[i] = (right[i] ?? 0) * now;
    }
  }
}

/** Straight up to 0.7, rounded above: nothing grows beyond 1.5. */
function soften(value: number): number {
  const size = Math.abs(value);
  if (size < 0.7) return value;
  return Math.sign(value) * (0.7 + 0.8 * Math.tanh((size - 0.7) / 0.8));
}

/** 16-bit little-endian PCM, left and right in turn, with a whisper of dither. */
export function toPcm16({ left, right }: Stereo): Buffer {
  const samples = new Int16Array(left.length * 2);
  let grain = 1;
  for (let i = 0; i < left.length; i++) {
    grain = (Math.imul(grain, 1664525) + 1013904223) | 0;
    const dither = 0.5 + grain / 4294967296;
    samples[2 * i] = Math.floor((left[i] ?? 0) * 32_700 + dither);
    samples[2 * i + 1] = Math.floor((right[i] ?? 0) * 32_700 + dither);
  }
  return Buffer.from(samples.buffer);
}
