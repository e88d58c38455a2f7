/** A piece of a line in one font and one direction. */
export interface Run {
  text: string;
  /** Path of the font file; `circled` is drawn, because the fonts lack ℗. */
  font: string;
  /** Undefined for marks and spaces, which go along with what is around them. */
  rtl: boolean | undefined;
}

const RTL = /\p{Script=Arabic}|\p{Script=Hebrew}/u;
const STRONG = /[\p{L}\p{N}]/u;
const MIRRORED: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };

/** Whether some of it is written from right to left. */
export const isRtl = (text: string): boolean => RTL.test(text);

/** A letter or digit, not a mark or a space. */
export const isStrong = (character: string): boolean => STRONG.test(character);

/** Belongs to the letter before it. */
export const isAttached = (character: string): boolean => /[\p{M}\u200c\u200d]/u.test(character);

/** Whether a character is written from right to left; undefined for marks and spaces. */
export function directionOf(character: string): boolean | undefined {
  if (RTL.test(character)) return true;
  return STRONG.test(character) ? false : undefined;
}

/**
 * From the order of reading to that of seeing: the direction of the first letter holds for the line, marks between
 * two pieces of one direction take it. That is as much of the Unicode algorithm as names and titles need.
 */
export function ordered(runs: Run[]): Run[] {
  if (!runs.some(({ rtl }) => rtl)) return runs;
  const base = runs.find(({ rtl }) => rtl !== undefined)?.rtl === true;
  const settled = runs.map((run, n) => {
    if (run.rtl !== undefined) return { ...run, rtl: run.rtl };
    const before = runs.slice(0, n).findLast(({ rtl }) => rtl !== undefined)?.rtl ?? base;
    const after = runs.slice(n).find(({ rtl }) => rtl !== undefined)?.rtl ?? base;
    const rtl = before === after ? before : base;
    return {
      ...run,
      rtl,
      text: rtl
        ? [...run.text]
            .reverse()
            .map((mark) => MIRRORED[mark] ?? mark)
            .join('')
        : run.text,
    };
  });
  const groups: (Run & { rtl: boolean })[][] = [];
  for (const run of settled) {
    if (groups.at(-1)?.[0]?.rtl === run.rtl) groups.at(-1)?.push(run);
    else groups.push([run]);
  }
  const seen = groups.map((group) => (group[0]?.rtl ? group.reverse() : group));
  return (base ? seen.reverse() : seen).flat();
}
