/** Creates an in-place complex Fourier transform of a length that is a power of two. */
export function createFft(size: number): (real: Float64Array, imaginary: Float64Array) => void {
  const cos = Float64Array.from({ length: size / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / size));
  const sin = Float64Array.from({ length: size / 2 }, (_, at) => Math.sin((2 * Math.PI * at) / size));
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
      const [r, i] = [real[at] ?? 0, imaginary[at] ?? 0];
      real[at] = real[other] ?? 0;
      imaginary[at] = imaginary[other] ?? 0;
      real[other] = r;
      imaginary[other] = i;
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const [a, b] = [start + k, start + k + half];
          const c = cos[k * step] ?? 0;
          const s = sin[k * step] ?? 0;
          const br = real[b] ?? 0;
          const bi = imaginary[b] ?? 0;
          const tr = br * c + bi * s;
          const ti = bi * c - br * s;
          const ar = real[a] ?? 0;
          const ai = imaginary[a] ?? 0;
          real[b] = ar - tr;
          imaginary[b] = ai - ti;
          real[a] = ar + tr;
          imaginary[a] = ai + ti;
        }
      }
    }
  };
}
