import type { Release } from '@promenade/contract/catalogue';
import { GRID_SKELETONS } from '@promenade/contract/limits';
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { useScroller } from '../design/scroller.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { CardSkeleton } from './CardSkeleton.tsx';
import { useCoversAhead } from './coversAhead.ts';
import { GridRow } from './GridRow.tsx';
import { moveInGrid } from './gridMoves.ts';
import { useRowsNear } from './gridRows.ts';
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
  const count = Math.ceil(releases.length / columns) + (isLoadingMore ? 1 : 0);
  const stopRow = Math.floor(stop / columns);
  useLayoutEffect(() => {
    if (held) scroller.scrollTo(0, held.top);
  }, [scroller, held]);
  useScrollMemory(scroller, place);
  // Looks once the list is scrolled to where it was left: the rows at its top would be drawn for nothing.
  const drawn = useRowsNear(scroller, layout, count, stopRow);
  const next = ((drawn.at(-1) ?? -1) + 1) * columns;
  useCoversAhead(releases, next, next + columns);
  const grid = useRef<HTMLDivElement>(null);
  // Reading it lays the new row out now, between two frames: the next one only has to paint it.
  useLayoutEffect(() => void grid.current?.offsetHeight, [next]);
  const focusCard = useFocusCard(grid);

  /** Scrolls no further than it takes. */
  function show(row: number) {
    const top = margin + row * rowHeight;
    const least = top + rowHeight + CLEAR_BELOW_PX - scroller.clientHeight;
    scroller.scrollTo(0, Math.min(top - CLEAR_ABOVE_PX, Math.max(least, scroller.scrollTop)));
  }

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
    show(Math.floor(to / columns));
    focusCard(to);
  }

  return (
    <div
      ref={grid}
      className={styles.grid}
      style={{ height: count * rowHeight }}
      role="grid"
      aria-label={t('gallery.title')}
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      aria-busy={isLoadingMore}
      tabIndex={-1}
      onKeyDown={press}
      onFocus={({ target }) => setStop((now) => cardOf(target) ?? now)}
    >
      {drawn.map((index) => (
        <GridRow
          key={index}
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
function useFocusCard(grid: RefObject<HTMLElement | null>): (card: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const link = grid.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"] a`);
    if (!link) return;
    wanted.current = undefined;
    link.focus({ preventScroll: true });
  });
  return (card) => {
    wanted.current = card;
  };
}

function cardOf(element: Element): number | undefined {
  const card = element.closest<HTMLElement>('[data-card]')?.dataset.card;
  return card === undefined ? undefined : Number(card);
}
