/**
 * Creates an in-place complex Fourier transform of a length that is a power of two: radix 4, with one stage of radix 2
 * where the power is odd. With both arrays swapped it is the inverse, times the length.
 */
export function createFft(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const cos = Float64Array.from({ length: size }, (_, at) => Math.cos((2 * Math.PI * at) / size));
  const sin = Float64Array.from({ length: size }, (_, at) => Math.sin((2 * Math.PI * at) / size));
  const bits = Math.log2(size);
  const reversed = Uint32Array.from({ length: size }, (_, at) => {
    let result = 0;
    for (let bit = 0; bit < bits; bit++) if (at & (1 << bit)) result |= 1 << (bits - 1 - bit);
    return result;
  });
  return (real, imaginary) => {
    for (let at = 0; at < size; at++) {
      const other = reversed[at] ?? 0;
      if (other <= at) continue;
      const r = real[at] ?? 0;
      const i = imaginary[at] ?? 0;
      real[at] = real[other] ?? 0;
      imaginary[at] = imaginary[other] ?? 0;
      real[other] = r;
      imaginary[other] = i;
    }
    if (bits % 2 === 1) addPairs(real, imaginary);
    for (let quarter = bits % 2 === 1 ? 2 : 1; quarter < size; quarter *= 4) {
      const step = size / (4 * quarter);
      for (let k = 0; k < quarter; k++) {
        const c1 = cos[k * step] ?? 0;
        const s1 = sin[k * step] ?? 0;
        const c2 = cos[2 * k * step] ?? 0;
        const s2 = sin[2 * k * step] ?? 0;
        const c3 = cos[3 * k * step] ?? 0;
        const s3 = sin[3 * k * step] ?? 0;
        for (let a = k; a < size; a += 4 * quarter) {
          // The order of reversed bits has the second quarter behind the third.
          const b = a + quarter;
          const c = b + quarter;
          const d = c + quarter;
          const ar = real[a] ?? 0;
          const ai = imaginary[a] ?? 0;
          const br = real[b] ?? 0;
          const bi = imaginary[b] ?? 0;
          const cr = real[c] ?? 0;
          const ci = imaginary[c] ?? 0;
          const dr = real[d] ?? 0;
          const di = imaginary[d] ?? 0;
          const xr = br * c2 + bi * s2;
          const xi = bi * c2 - br * s2;
          const yr = cr * c1 + ci * s1;
          const yi = ci * c1 - cr * s1;
          const zr = dr * c3 + di * s3;
          const zi = di * c3 - dr * s3;
          real[a] = ar + xr + (yr + zr);
          imaginary[a] = ai + xi + (yi + zi);
          real[c] = ar + xr - (yr + zr);
          imaginary[c] = ai + xi - (yi + zi);
          real[b] = ar - xr + (yi - zi);
          imaginary[b] = ai - xi - (yr - zr);
          real[d] = ar - xr - (yi - zi);
          imaginary[d] = ai - xi + (yr - zr);
        }
      }
    }
  };
}

function addPairs(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 0; at < real.length; at += 2) {
    const ar = real[at] ?? 0;
    const ai = imaginary[at] ?? 0;
    const br = real[at + 1] ?? 0;
    const bi = imaginary[at + 1] ?? 0;
    real[at] = ar + br;
    imaginary[at] = ai + bi;
    real[at + 1] = ar - br;
    imaginary[at + 1] = ai - bi;
  }
}

/** A window without a step at its ends, whose middle lies between two samples. */
export const createHannWindow = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / size));
