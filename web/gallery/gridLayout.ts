import { GRID_COLUMN_MIN_PX } from '@promenade/contract/limits';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels below a cover: title, artist, one quiet line. */
const WORDS_PX = 74;

/** How cards stand in a place of this width, in pixels. `rowHeight` holds the gap below. */
export interface GridLayout {
  columns: number;
  gap: number;
  rowHeight: number;
  /** From the top of what scrolls to the first row. */
  margin: number;
  /** After other columns: the release that is held at the top, how far its row is scrolled past, and the scroll that does so. */
  held?: { card: number; rows: number; top: number };
}

/** As many columns as fit above the least width of the window's size (C-GALLERY-18). */
export function layoutFor(width: number, windowWidth: number, margin = 0): GridLayout {
  const least = GRID_COLUMN_MIN_PX.find(({ from }) => windowWidth >= from)?.min ?? 140;
  const gap = windowWidth >= 768 ? 26 : 16;
  const columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const card = (width - gap * (columns - 1)) / columns;
  return { columns, gap, rowHeight: Math.round(card) + WORDS_PX + gap, margin };
}

/** The next layout, scrolled to the release that stood at the top of the one before; it stays the same one until the hand scrolls. */
export function holding(was: GridLayout, next: GridLayout, scrollTop: number): GridLayout {
  const above = (scrollTop - was.margin) / was.rowHeight;
  // The head of the page is in view.
  if (above <= 0) return next;
  const row = Math.round(above);
  const { held } = was;
  const { card, rows } =
    held && Math.abs(held.top - scrollTop) < 1 ? held : { card: row * was.columns, rows: above - row };
  const top = next.margin + (Math.floor(card / next.columns) + rows) * next.rowHeight;
  return { ...next, held: { card, rows, top } };
}

/** The layout of the place behind `ref`, measured again when it or the window changes. */
export function useGridLayout(
  ref: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
): GridLayout | undefined {
  const [layout, setLayout] = useState<GridLayout>();
  useLayoutEffect(() => {
    const place = ref.current;
    if (!place || !scroller) return;
    const measure = () => {
      const margin = place.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
      const next = layoutFor(place.clientWidth, window.innerWidth, Math.round(margin));
      // Read before the new layout cuts what can be scrolled.
      const { scrollTop } = scroller;
      setLayout((now) => {
        const isSame = JSON.stringify({ ...now, held: undefined }) === JSON.stringify(next);
        return isSame ? now : now ? holding(now, next, scrollTop) : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return layout;
}
