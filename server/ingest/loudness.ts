/** EBU R128 (ITU-R BS.1770-4, EBU Tech 3342), measured in one pass. */
export interface LoudnessMeter {
  add(channels: Float32Array[]): void;
  /** LUFS and LU; null when everything lies below the absolute gate. */
  result(): { loudness: number | null; range: number | null };
}

const STEP_SECONDS = 0.1;
const MOMENTARY_STEPS = 4;
const SHORT_TERM_STEPS = 30;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const RANGE_GATE_LU = -20;

/** Feed it every block of one sound, then ask once. */
export function measureLoudness(sampleRate: number, channelCount: number): LoudnessMeter {
  const filters = Array.from({ length: channelCount }, () => kWeighting(sampleRate));
  const weights = channelWeights(channelCount);
  const stepFrames = Math.round(sampleRate * STEP_SECONDS);
  const energies: number[] = [];
  let energy = 0;
  let inStep = 0;
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + stepFrames - inStep);
        for (const [channel, samples] of channels.entries()) {
          energy += (weights[channel] ?? 1) * (filters[channel]?.(samples, from, to) ?? 0);
        }
        inStep += to - from;
        from = to;
        if (inStep < stepFrames) continue;
        energies.push(energy / stepFrames);
        energy = 0;
        inStep = 0;
      }
    },
    // A sound shorter than one window counts as one.
    result() {
      if (inStep > 0 && energies.length < MOMENTARY_STEPS) energies.push(energy / inStep);
      return {
        loudness: integrated(windows(energies, MOMENTARY_STEPS)),
        range: range(windows(energies, SHORT_TERM_STEPS)),
      };
    },
  };
}

/** Mean energies of overlapping windows, one per step. */
function windows(energies: number[], steps: number): number[] {
  const size = Math.min(steps, energies.length);
  const means: number[] = [];
  let sum = 0;
  for (const [at, energy] of energies.entries()) {
    sum += energy - (at >= size ? (energies[at - size] ?? 0) : 0);
    if (at >= size - 1) means.push(Math.max(0, sum) / size);
  }
  return means;
}

function integrated(blocks: number[]): number | null {
  const loud = above(blocks, ABSOLUTE_GATE_LUFS);
  if (loud.length === 0) return null;
  const gated = above(loud, lufs(mean(loud)) + RELATIVE_GATE_LU);
  return lufs(mean(gated));
}

function range(blocks: number[]): number | null {
  const loud = above(blocks, ABSOLUTE_GATE_LUFS);
  if (loud.length === 0) return null;
  const gated = above(loud, lufs(mean(loud)) + RANGE_GATE_LU)
    .map(lufs)
    .sort((a, b) => a - b);
  const percentile = (share: number) => gated[Math.round((gated.length - 1) * share)] ?? 0;
  return percentile(0.95) - percentile(0.1);
}

const mean = (energies: number[]) => energies.reduce((sum, energy) => sum + energy, 0) / energies.length;
const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy);
const above = (energies: number[], gate: number) => energies.filter((energy) => energy > 0 && lufs(energy) > gate);

/** Surround channels count more, the bass channel not at all (order: L R C LFE Ls Rs). */
const channelWeights = (count: number) =>
  count >= 6 ? [1, 1, 1, 0, 1.41, 1.41, 1.41, 1.41] : Array<number>(count).fill(1);

/** The two filters of BS.1770 for any sample rate; gives the sum of squares of a stretch. */
function kWeighting(sampleRate: number): (samples: Float32Array, from: number, to: number) => number {
  const [b0, b1, b2, a1, a2] = shelf(sampleRate);
  const [c1, c2] = highPass(sampleRate);
  let [s1, s2, h1, h2] = [0, 0, 0, 0];
  return (samples, from, to) => {
    let sum = 0;
    for (let at = from; at < to; at++) {
      const x = samples[at] ?? 0;
      const w = x - a1 * s1 - a2 * s2;
      const y = b0 * w + b1 * s1 + b2 * s2;
      s2 = s1;
      s1 = w;
      const v = y - c1 * h1 - c2 * h2;
      const z = v - 2 * h1 + h2;
      h2 = h1;
      h1 = v;
      sum += z * z;
    }
    return sum;
  };
}

function shelf(sampleRate: number): [number, number, number, number, number] {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

function highPass(sampleRate: number): [number, number] {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
