/** The row that a key leads to, or undefined when it means nothing here or there is nowhere to go. */
export function moveInRows(from: number, key: string, count: number, pageRows: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + pageRows,
    PageUp: from - pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return undefined;
  const reached = Math.min(count - 1, Math.max(0, target));
  return reached === from ? undefined : reached;
}
