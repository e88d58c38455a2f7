export const BAR_STEP_PX = 5;
const MIN_HEIGHT = 0.06;

/** Bar heights from 0 to 1, relative to the loudest. `peaks` are pairs of signed bytes, lowest then highest sample. */
export function barHeights(peaks: Int8Array | undefined, bars: number): number[] {
  if (!peaks) return Array.from({ length: bars }, () => MIN_HEIGHT);
  const pairs = peaks.length / 2;
  const loudness = Array.from({ length: bars }, (_none, bar) => {
    const from = Math.floor((bar * pairs) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pairs) / bars));
    return averageAmplitude(peaks, from, to);
  });
  const loudest = Math.max(...loudness, 1);
  return loudness.map((value) => Math.max(MIN_HEIGHT, value / loudest));
}

export function wavePath(heights: readonly number[], height: number): string {
  return heights
    .map((bar, index) => {
      const half = (bar * (height - 3)) / 2;
      const x = index * BAR_STEP_PX + 1.5;
      return `M${x} ${(height / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
    })
    .join('');
}

/** The average, because the maximum would draw loud and quiet parts equally high. */
function averageAmplitude(peaks: Int8Array, from: number, to: number): number {
  let sum = 0;
  for (let pair = from; pair < to; pair += 1) sum += (peaks[pair * 2 + 1] ?? 0) - (peaks[pair * 2] ?? 0);
  return sum / (to - from);
}
