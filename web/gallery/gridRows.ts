import { startTransition, useLayoutEffect, useState } from 'react';
import { withKept } from '../design/withKept.ts';
import type { GridLayout } from './layout.ts';

/** Rows that are drawn before they come into the window. */
const OVERSCAN = 2;

/** The row at the window's upper edge, and how many may be in the window at once. */
interface Seen {
  first: number;
  rows: number;
}

/** Which of `count` rows to draw, in order: those near the window, and `kept` wherever it is. */
export function rowsNear({ first, rows }: Seen, count: number, kept: number): number[] {
  // A list that became shorter shows its end until the browser has scrolled there.
  const from = Math.max(0, Math.min(first, count - rows) - OVERSCAN);
  const to = Math.min(count, first + rows + OVERSCAN);
  const near = Array.from({ length: Math.max(0, to - from) }, (_none, at) => from + at);
  return withKept(near, [kept], count);
}

/**
 * The rows of the grid to draw; `kept` holds the focus and must not go. All are of one height, so that it is enough to look
 * when an edge of one passes: see docs/decisions/0019-the-grid-finds-its-rows.md.
 */
export function useRowsNear(
  scroller: HTMLElement,
  { rowHeight, margin }: GridLayout,
  count: number,
  kept: number,
): number[] {
  const [first, setFirst] = useState(0);
  const [rows, setRows] = useState(0);
  useLayoutEffect(() => {
    const atEdge = () => Math.floor((scroller.scrollTop - margin) / rowHeight);
    let last: number;
    const measure = () => {
      last = atEdge();
      setFirst(last);
      setRows(Math.ceil(scroller.clientHeight / rowHeight) + 1);
    };
    const scrolled = () => {
      const now = atEdge();
      if (now === last) return;
      last = now;
      // Drawn between frames, well before they come into the window: a row at once would hold up three frames.
      startTransition(() => setFirst(now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, margin, rowHeight]);
  return rowsNear({ first, rows }, count, kept);
}
