/** Joins class names, leaving out false and undefined ones. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** The name of a control without text. Its tooltip is no `title`, which would be read as its description after the name. */
export const nameWithTooltip = (label: string, title = label) => ({ 'aria-label': label, 'data-tooltip': title });
