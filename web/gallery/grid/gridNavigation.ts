/** The card that a key moves the focus to; undefined for other keys and at the edges. Page keys move by `pageRows`. */
export function getTargetCard(
  current: number,
  key: string,
  isControlPressed: boolean,
  { cardCount, columns, pageRows }: { cardCount: number; columns: number; pageRows: number },
): number | undefined {
  const column = current % columns;
  const rowStart = current - column;
  const targets: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: current + columns,
    ArrowUp: current - columns,
    PageDown: current + columns * pageRows,
    PageUp: current - columns * pageRows,
    Home: isControlPressed ? 0 : rowStart,
    End: isControlPressed ? cardCount - 1 : rowStart + columns - 1,
  };
  const target = targets[key];
  if (target === undefined) return undefined;
  const isClamped = key.startsWith('Page') || key === 'End';
  const card = isClamped ? Math.min(cardCount - 1, Math.max(target, column)) : target;
  return card >= 0 && card < cardCount && card !== current ? card : undefined;
}
