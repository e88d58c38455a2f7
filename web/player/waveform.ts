/** Bars of the seek bar: 3 px wide every 5 px. */
export const BAR_STEP_PX = 5;
const LOWEST = 0.06;

/**
 * Heights from 0 to 1 of so many bars, the loudest moment of the song at 1; without peaks all are as low as silence.
 * `peaks` are pairs of signed bytes, lowest then highest.
 */
export function barHeights(peaks: Int8Array | undefined, bars: number): number[] {
  if (!peaks) return Array.from({ length: bars }, () => LOWEST);
  const pairs = peaks.length / 2;
  const loudness = Array.from({ length: bars }, (_none, bar) => {
    const from = Math.floor((bar * pairs) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * pairs) / bars));
    return average(peaks, from, to);
  });
  const loudest = Math.max(...loudness, 1);
  return loudness.map((one) => Math.max(LOWEST, one / loudest));
}

/** One path with an upright stroke per bar, centred in a place of this height. */
export function wavePath(heights: readonly number[], height: number): string {
  return heights
    .map((bar, at) => {
      const reach = (bar * (height - 3)) / 2;
      const x = at * BAR_STEP_PX + 1.5;
      return `M${x} ${(height / 2 - reach).toFixed(1)}v${(reach * 2).toFixed(1)}`;
    })
    .join('');
}

/** The middle of the swing: the mean keeps quiet and loud parts apart where the highest would be a solid block. */
function average(peaks: Int8Array, from: number, to: number): number {
  let sum = 0;
  for (let pair = from; pair < to; pair += 1) sum += (peaks[pair * 2 + 1] ?? 0) - (peaks[pair * 2] ?? 0);
  return sum / (to - from);
}
