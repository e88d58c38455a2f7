/** Joins class names, leaving out false and undefined ones. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/**
 * Attributes of a control without text. A title that repeats the name would be read as its description, so that such a
 * title is the name (W3C accname 1.2 §4.3.2, step 2I).
 */
export const nameWithTooltip = (label: string, title = label) => ({
  title,
  'aria-label': title === label ? undefined : label,
});
