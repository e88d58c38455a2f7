/** `near` and, of the rows in `kept`, those that a list of `count` has, in order: what holds the focus or is dragged must not go. */
export const withKept = (near: number[], kept: number[], count: number): number[] =>
  [...new Set([...near, ...kept.filter((row) => row >= 0 && row < count)])].sort((one, other) => one - other);
