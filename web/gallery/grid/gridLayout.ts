import { GRID_COLUMN_MIN_PX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Title, artist and one more line below a cover. */
const CARD_TEXT_PX = 74;

/** All lengths are pixels. */
export interface GridLayout {
  columns: number;
  gap: number;
  /** Includes the gap below. */
  rowHeight: number;
  /** From the top of the scroll container's content to the first row. */
  top: number;
  /**
   * Set by a change of columns: the index of the release that stays at the top edge, by how many rows its row is scrolled
   * past, and the scroll position that results.
   */
  anchor?: { releaseIndex: number; rowsPast: number; scrollTop: number };
}

/** As many columns as fit above the minimum width of this window width (requirement C-GALLERY-18). */
export function calculateGridLayout(width: number, windowWidth: number, top = 0): GridLayout {
  const minWidth = GRID_COLUMN_MIN_PX.find(({ from }) => windowWidth >= from)?.min ?? 140;
  const gap = windowWidth >= MOBILE_BELOW_PX ? 26 : 16;
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  const cardWidth = (width - gap * (columns - 1)) / columns;
  return { columns, gap, rowHeight: Math.round(cardWidth) + CARD_TEXT_PX + gap, top };
}

/** Anchors `next` at the release at the top edge of `current`; the anchor is kept until the person scrolls. */
export function anchorLayout(current: GridLayout, next: GridLayout, scrollTop: number): GridLayout {
  const rowsAbove = (scrollTop - current.top) / current.rowHeight;
  // The head of the page is visible.
  if (rowsAbove <= 0) return next;
  const row = Math.round(rowsAbove);
  const { anchor } = current;
  const { releaseIndex, rowsPast } =
    anchor && Math.abs(anchor.scrollTop - scrollTop) < 1
      ? anchor
      : { releaseIndex: row * current.columns, rowsPast: rowsAbove - row };
  const anchoredTop = next.top + (Math.floor(releaseIndex / next.columns) + rowsPast) * next.rowHeight;
  return { ...next, anchor: { releaseIndex, rowsPast, scrollTop: anchoredTop } };
}

/** The layout of the element behind `ref`, measured again when the element is resized. */
export function useGridLayout(
  ref: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
): GridLayout | undefined {
  const [layout, setLayout] = useState<GridLayout>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !scroller) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
      const next = calculateGridLayout(element.clientWidth, window.innerWidth, Math.round(top));
      // The new layout may shorten the content and thereby change the scroll position: it is read before.
      const { scrollTop } = scroller;
      setLayout((current) => {
        const isSame = JSON.stringify({ ...current, anchor: undefined }) === JSON.stringify(next);
        return isSame ? current : current ? anchorLayout(current, next, scrollTop) : next;
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return layout;
}
