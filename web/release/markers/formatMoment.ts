/** `1:03.250`. */
export function formatMoment(seconds: number): string {
  const thousandths = Math.round(1_000 * seconds);
  const rest = ((thousandths % 60_000) / 1_000).toFixed(3).padStart(6, '0');
  return `${Math.floor(thousandths / 60_000)}:${rest}`;
}
