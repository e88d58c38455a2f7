import { startTransition, useLayoutEffect, useState } from 'react';
import { includeIndexes, useIsPrinting } from '../../design/listNavigation.ts';
import type { GridLayout } from './gridLayout.ts';

// Virtual rows of the gallery grid. All rows have one height, so a division tells which row is at the top edge of the scroll
// container. React renders only when that row changes, as a transition between frames. Rows are absolutely positioned, and
// two rows beyond each edge are rendered in advance. See ADR 0017.

const OVERSCAN_ROWS = 2;

/** The rows near the visible ones, of which `firstRow` may be negative, and `focusedRow`; in ascending order. */
export function listRowsToRender(
  firstRow: number,
  visibleRows: number,
  rowCount: number,
  focusedRow: number,
): number[] {
  // A list that got shorter than the scroll position shows its end until the browser corrects the position.
  const start = Math.max(0, Math.min(firstRow, rowCount - visibleRows) - OVERSCAN_ROWS);
  const end = Math.min(rowCount, firstRow + visibleRows + OVERSCAN_ROWS);
  const near = Array.from({ length: Math.max(0, end - start) }, (_none, index) => start + index);
  return includeIndexes(near, [focusedRow], rowCount);
}

export function useRowsToRender(
  scroller: HTMLElement,
  { rowHeight, top }: GridLayout,
  rowCount: number,
  focusedRow: number,
): number[] {
  const [firstRow, setFirstRow] = useState(0);
  const [visibleRows, setVisibleRows] = useState(0);
  useLayoutEffect(() => {
    const getFirstRow = () => Math.floor((scroller.scrollTop - top) / rowHeight);
    let latest: number;
    const measure = () => {
      latest = getFirstRow();
      setFirstRow(latest);
      setVisibleRows(Math.ceil(scroller.clientHeight / rowHeight) + 1);
    };
    const onScroll = () => {
      const current = getFirstRow();
      if (current === latest) return;
      latest = current;
      // A synchronous render of a row would delay about three frames.
      startTransition(() => setFirstRow(current));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [scroller, top, rowHeight]);
  return useIsPrinting()
    ? listRowsToRender(0, rowCount, rowCount, focusedRow)
    : listRowsToRender(firstRow, visibleRows, rowCount, focusedRow);
}
