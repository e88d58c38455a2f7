import { SAMPLE_RATE, type Sound } from './dsp.ts';

export interface ReverbSettings {
  /** Decay time to -60 dB. */
  seconds: number;
  /** Loss of high frequencies, 0 to 1. */
  damping: number;
}

/** Adds the effect of an input block to the left and right output blocks. */
export type Effect = (input: Sound, left: Sound, right: Sound, count: number) => void;

/** Lengths of the delay lines in samples; coprime, so that their echoes do not coincide. */
const lineLengths = [1433, 1867, 2251, 2399] as const;

/** Creates a reverb: a feedback delay network of four lines behind two allpass filters. */
export function createReverb({ seconds, damping }: ReverbSettings): Effect {
  const [length1, length2, length3, length4] = lineLengths;
  const lines = { a: createLine(length1), b: createLine(length2), c: createLine(length3), d: createLine(length4) };
  const gain = (length: number) => 0.001 ** (length / SAMPLE_RATE / seconds);
  const gains = { a: gain(length1), b: gain(length2), c: gain(length3), d: gain(length4) };
  const diffuse1 = createAllpass(347, 0.62);
  const diffuse2 = createAllpass(113, 0.62);
  const positions = { a: 0, b: 0, c: 0, d: 0 };
  const damped = { a: 0, b: 0, c: 0, d: 0 };
  return (input, left, right, count) => {
    let { a: position1, b: position2, c: position3, d: position4 } = positions;
    let { a: damped1, b: damped2, c: damped3, d: damped4 } = damped;
    const diffused = input.slice(0, count);
    diffuse1(diffused);
    diffuse2(diffused);
    for (let i = 0; i < count; i++) {
      const dry = diffused[i] ?? 0;
      const out1 = lines.a[position1] ?? 0;
      const out2 = lines.b[position2] ?? 0;
      const out3 = lines.c[position3] ?? 0;
      const out4 = lines.d[position4] ?? 0;
      damped1 = out1 + damping * (damped1 - out1);
      damped2 = out2 + damping * (damped2 - out2);
      damped3 = out3 + damping * (damped3 - out3);
      damped4 = out4 + damping * (damped4 - out4);
      const sum = (damped1 + damped2 + damped3 + damped4) / 2;
      lines.a[position1] = dry + (damped1 - sum) * gains.a;
      lines.b[position2] = dry + (damped2 - sum) * gains.b;
      lines.c[position3] = dry + (damped3 - sum) * gains.c;
      lines.d[position4] = dry + (damped4 - sum) * gains.d;
      if (++position1 === length1) position1 = 0;
      if (++position2 === length2) position2 = 0;
      if (++position3 === length3) position3 = 0;
      if (++position4 === length4) position4 = 0;
      left[i] = (left[i] ?? 0) + 0.6 * (damped1 - damped3);
      right[i] = (right[i] ?? 0) + 0.6 * (damped2 - damped4);
    }
    Object.assign(positions, { a: position1, b: position2, c: position3, d: position4 });
    Object.assign(damped, { a: damped1, b: damped2, c: damped3, d: damped4 });
  };
}

function createLine(length: number): Sound {
  return new Float32Array(length);
}

/** Creates a ping-pong delay; each echo has fewer high frequencies than the one before. */
export function createDelay(seconds: number, feedback: number): Effect {
  const length = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const leftLine = new Float32Array(length);
  const rightLine = new Float32Array(length);
  const state = { position: 0, damped: 0 };
  return (input, left, right, count) => {
    let { position, damped } = state;
    for (let i = 0; i < count; i++) {
      const leftEcho = leftLine[position] ?? 0;
      const rightEcho = rightLine[position] ?? 0;
      damped += (rightEcho - damped) * 0.4;
      leftLine[position] = (input[i] ?? 0) + damped * feedback;
      rightLine[position] = leftEcho * 0.85;
      left[i] = (left[i] ?? 0) + leftEcho;
      right[i] = (right[i] ?? 0) + rightEcho;
      if (++position >= length) position = 0;
    }
    Object.assign(state, { position, damped });
  };
}

/** Filters in place, a block at a time: a call for each sample takes four times as long. */
function createAllpass(length: number, gain: number): (block: Sound) => void {
  const line = new Float32Array(length);
  let start = 0;
  return (block) => {
    let position = start;
    for (let i = 0; i < block.length; i++) {
      const delayed = line[position] ?? 0;
      const next = (block[i] ?? 0) + delayed * gain;
      line[position] = next;
      if (++position >= length) position = 0;
      block[i] = delayed - next * gain;
    }
    start = position;
  };
}
