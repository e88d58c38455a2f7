import type { Release } from '@promenade/contract/catalogue';
import { GRID_SKELETONS } from '@promenade/contract/limits';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { useKeptRows } from '../design/keptRows.ts';
import { useScroller } from '../design/scroller.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { CardSkeleton } from './CardSkeleton.tsx';
import { GridRow } from './GridRow.tsx';
import { moveInGrid } from './gridMoves.ts';
import { type GridLayout, useGridLayout } from './layout.ts';
import styles from './ReleaseGrid.module.css';
import { useScrollMemory } from './scrollMemory.ts';

/** Header and dock lie over the edges of what scrolls: a card that is walked to stands clear of them. */
const CLEAR_ABOVE_PX = 88;
const CLEAR_BELOW_PX = 120;

interface Props {
  releases: Release[];
  /** How many there are on the server. */
  total: number;
  /** The next page is on its way: a row of skeletons holds its place. */
  isLoadingMore: boolean;
  onOpen: ((release: Release) => void) | undefined;
  /** By which its scroll position is remembered. */
  place: string;
}

/** The release list as cards: only what is near the window exists, arrows walk from card to card. */
export const ReleaseGrid = memo(function ReleaseGrid(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const layout = useGridLayout(place, scroller);
  return <div ref={place}>{layout && scroller && <Rows {...props} layout={layout} scroller={scroller} />}</div>;
});

/** What stands there while the first page loads. */
export function GridSkeleton() {
  const t = useText();
  return (
    <div className={styles.skeletons} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: GRID_SKELETONS }, (_none, at) => (
        <CardSkeleton key={at} />
      ))}
    </div>
  );
}

function Rows({
  releases,
  total,
  isLoadingMore,
  onOpen,
  place,
  layout,
  scroller,
}: Props & { layout: GridLayout; scroller: HTMLElement }) {
  const t = useText();
  const lead = useLead();
  const { columns, rowHeight, margin, held } = layout;
  const [stop, setStop] = useState(0);
  const filled = Math.ceil(releases.length / columns);
  const stopRow = Math.floor(stop / columns);
  const rows = useVirtualizer({
    count: filled + (isLoadingMore ? 1 : 0),
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    // Rows are as high as they are told: reading it back would force a layout for each.
    measureElement: () => rowHeight,
    scrollMargin: margin,
    overscan: 2,
    scrollPaddingStart: CLEAR_ABOVE_PX,
    scrollPaddingEnd: CLEAR_BELOW_PX,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: useKeptRows(stopRow),
  });
  // Drawn between frames, well before they come into the window: a row at once would hold up three frames.
  const drawn = useDeferredValue(rows.getVirtualItems());
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useLayoutEffect(() => {
    if (held) scroller.scrollTo(0, held.top);
  }, [scroller, held]);
  useScrollMemory(scroller, place);
  const focusCard = useFocusCard(rows.containerRef);

  function press(event: KeyboardEvent) {
    const pageRows = Math.max(1, Math.floor(scroller.clientHeight / rowHeight));
    const to = moveInGrid(stop, event.key, event.ctrlKey || event.metaKey, {
      count: releases.length,
      columns,
      pageRows,
    });
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    rows.scrollToIndex(Math.floor(to / columns), { align: 'auto' });
    focusCard.next(to);
  }

  return (
    <div
      ref={focusCard.ref}
      className={styles.grid}
      role="grid"
      aria-label={t('gallery.title')}
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      aria-busy={isLoadingMore}
      tabIndex={-1}
      onKeyDown={press}
      onFocus={({ target }) => setStop((now) => cardOf(target) ?? now)}
    >
      {drawn.map(({ index, key }) => (
        <GridRow
          key={key}
          ref={rows.measureElement}
          index={index}
          releases={releases}
          layout={layout}
          stop={index === stopRow ? stop : undefined}
          onOpen={onOpen}
          onLead={lead}
        />
      ))}
    </div>
  );
}

/** The same function for all cards and as long as the grid is there: a new one would draw them all anew. */
function useLead(): (release: Release) => void {
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  return useCallback(({ releaseid }) => void latest.current(releasePath(releaseid)), []);
}

/** Puts the focus on a card as soon as it is there: it may have to be drawn first. */
function useFocusCard(containerRef: (node: HTMLElement | null) => void) {
  const grid = useRef<HTMLElement>(null);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const link = grid.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });
  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      grid.current = node;
      containerRef(node);
    },
    [containerRef],
  );
  return {
    ref,
    next: (card: number) => {
      wanted.current = card;
    },
  };
}

function cardOf(element: Element): number | undefined {
  const card = element.closest<HTMLElement>('[data-card]')?.dataset.card;
  return card === undefined ? undefined : Number(card);
}
