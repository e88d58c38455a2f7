/** What the grid looks like at this moment: how many cards, in how many columns, how many rows a page key jumps. */
export interface GridShape {
  count: number;
  columns: number;
  pageRows: number;
}

/** The card that a key leads to, or undefined when the key means nothing here or there is nowhere to go. */
export function moveInGrid(
  from: number,
  key: string,
  isControl: boolean,
  { count, columns, pageRows }: GridShape,
): number | undefined {
  const rowStart = from - (from % columns);
  const targets: Record<string, number> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowDown: from + columns,
    ArrowUp: from - columns,
    PageDown: from + columns * pageRows,
    PageUp: from - columns * pageRows,
    Home: isControl ? 0 : rowStart,
    End: isControl ? count - 1 : rowStart + columns - 1,
  };
  const target = targets[key];
  if (target === undefined) return undefined;
  const isJump = key.startsWith('Page') || key === 'End';
  const reached = isJump ? Math.min(count - 1, Math.max(target, from % columns)) : target;
  return reached >= 0 && reached < count && reached !== from ? reached : undefined;
}
