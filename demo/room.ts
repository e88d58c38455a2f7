import { SAMPLE_RATE, type Sound } from './tone.ts';

/** How large and how dark a room is. */
export interface Room {
  /** Seconds until an echo has died away. */
  seconds: number;
  /** 0 lets all highs live, 1 none. */
  damping: number;
}

/** Adds what comes back to both ears, block by block. */
export type Process = (input: Sound, left: Sound, right: Sound, count: number) => void;

/** Samples of the four delay lines: without a common divisor, so that their echoes do not fall together. */
const delays = [1433, 1867, 2251, 2399] as const;

/** A feedback network of four delay lines behind two diffusers. */
export function makeRoom({ seconds, damping }: Room): Process {
  const [length1, length2, length3, length4] = delays;
  const lines = { a: line(length1), b: line(length2), c: line(length3), d: line(length4) };
  const gain = (length: number) => 0.001 ** (length / SAMPLE_RATE / seconds);
  const gains = { a: gain(length1), b: gain(length2), c: gain(length3), d: gain(length4) };
  const first = makeDiffuser(347, 0.62);
  const second = makeDiffuser(113, 0.62);
  const place = { a: 0, b: 0, c: 0, d: 0 };
  const dark = { a: 0, b: 0, c: 0, d: 0 };
  return (input, left, right, count) => {
    let { a: at1, b: at2, c: at3, d: at4 } = place;
    let { a: one, b: two, c: three, d: four } = dark;
    for (let i = 0; i < count; i++) {
      const dry = second(first(input[i] ?? 0));
      const out1 = lines.a[at1] ?? 0;
      const out2 = lines.b[at2] ?? 0;
      const out3 = lines.c[at3] ?? 0;
      const out4 = lines.d[at4] ?? 0;
      one = out1 + damping * (one - out1);
      two = out2 + damping * (two - out2);
      three = out3 + damping * (three - out3);
      four = out4 + damping * (four - out4);
      const sum = (one + two + three + four) / 2;
      lines.a[at1] = dry + (one - sum) * gains.a;
      lines.b[at2] = dry + (two - sum) * gains.b;
      lines.c[at3] = dry + (three - sum) * gains.c;
      lines.d[at4] = dry + (four - sum) * gains.d;
      if (++at1 === length1) at1 = 0;
      if (++at2 === length2) at2 = 0;
      if (++at3 === length3) at3 = 0;
      if (++at4 === length4) at4 = 0;
      left[i] = (left[i] ?? 0) + 0.6 * (one - three);
      right[i] = (right[i] ?? 0) + 0.6 * (two - four);
    }
    Object.assign(place, { a: at1, b: at2, c: at3, d: at4 });
    Object.assign(dark, { a: one, b: two, c: three, d: four });
  };
}

function line(length: number): Sound {
  return new Float32Array(length);
}

/** Echoes that go from one ear to the other, `seconds` apart, each darker than the one before. */
export function makeEcho(seconds: number, feedback: number): Process {
  const length = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  const one = new Float32Array(length);
  const other = new Float32Array(length);
  let place = 0;
  let dark = 0;
  return (input, left, right, count) => {
    for (let i = 0; i < count; i++) {
      const near = one[place] ?? 0;
      const far = other[place] ?? 0;
      dark += (far - dark) * 0.4;
      one[place] = (input[i] ?? 0) + dark * feedback;
      other[place] = near * 0.85;
      left[i] = (left[i] ?? 0) + near;
      right[i] = (right[i] ?? 0) + far;
      if (++place >= length) place = 0;
    }
  };
}

function makeDiffuser(length: number, gain: number): (input: number) => number {
  const line = new Float32Array(length);
  let place = 0;
  return (input) => {
    const old = line[place] ?? 0;
    const fresh = input + old * gain;
    line[place] = fresh;
    if (++place >= length) place = 0;
    return old - fresh * gain;
  };
}
