import type { Release } from '@promenade/contract/catalogue';
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useListFocus } from '../../design/listNavigation.ts';
import selectable from '../../design/Selectable.module.css';
import { useScroller } from '../../design/scroller.ts';
import { releasePath } from '../../platform/paths.ts';
import { useText } from '../../platform/text.ts';
import { useSelectedIds } from '../../selection/selectionStore.ts';
import { CardSkeleton } from '../Skeletons.tsx';
import { useScrollRestoration } from '../scrollRestoration.ts';
import { type GridLayout, useGridLayout } from './gridLayout.ts';
import { getTargetCard } from './gridNavigation.ts';
import { useRowsToRender } from './gridRows.ts';
import { ReleaseCard } from './ReleaseCard.tsx';
import styles from './ReleaseGrid.module.css';

/** The header and the player cover the edges of the scroll container. */
const CLEAR_ABOVE_PX = 88;
const CLEAR_BELOW_PX = 120;

interface Props {
  releases: Release[];
  total: number;
  /** Adds a row of skeletons. */
  isLoadingMore: boolean;
  onOpen: ((release: Release) => void) | undefined;
  scrollKey: string;
}

/** The releases as a virtual grid of cards; arrow keys move the focus from card to card. */
export const ReleaseGrid = memo(function ReleaseGrid(props: Props) {
  const container = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const layout = useGridLayout(container, scroller);
  return <div ref={container}>{layout && scroller && <Rows {...props} layout={layout} scroller={scroller} />}</div>;
});

function Rows({
  releases,
  total,
  isLoadingMore,
  onOpen,
  scrollKey,
  layout,
  scroller,
}: Props & { layout: GridLayout; scroller: HTMLElement }) {
  const t = useText();
  const navigate = useNavigate();
  // Stable while the gallery is open, so that cards do not rerender.
  const openPage = useCallback(({ releaseid }: Release) => void navigate(releasePath(releaseid)), [navigate]);
  const { columns, rowHeight, top, anchor } = layout;
  const [lastFocused, setLastFocused] = useState(0);
  // The list may have become shorter.
  const tabStop = Math.max(0, Math.min(lastFocused, releases.length - 1));
  const selected = useSelectedIds();
  const rowCount = Math.ceil(releases.length / columns) + (isLoadingMore ? 1 : 0);
  const tabStopRow = Math.floor(tabStop / columns);
  useLayoutEffect(() => {
    if (anchor) scroller.scrollTo(0, anchor.scrollTop);
  }, [scroller, anchor]);
  // Before the rows are measured: otherwise the rows at the top would be rendered first.
  useScrollRestoration(scroller, scrollKey);
  const rows = useRowsToRender(scroller, layout, rowCount, tabStopRow);
  const grid = useRef<HTMLDivElement>(null);
  const focus = useListFocus<number>(
    (card) => grid.current?.querySelector<HTMLElement>(`[data-card="${card}"] a`),
    tabStop,
  );

  /** Scrolls as little as possible. */
  function scrollToRow(row: number) {
    const rowTop = top + row * rowHeight;
    const minScrollTop = rowTop + rowHeight + CLEAR_BELOW_PX - scroller.clientHeight;
    scroller.scrollTo(0, Math.min(rowTop - CLEAR_ABOVE_PX, Math.max(minScrollTop, scroller.scrollTop)));
  }

  function onKeyDown(event: KeyboardEvent) {
    const pageRows = Math.max(1, Math.floor(scroller.clientHeight / rowHeight));
    const card = getTargetCard(tabStop, event.key, event.ctrlKey || event.metaKey, {
      cardCount: releases.length,
      columns,
      pageRows,
    });
    if (card === undefined) return;
    event.preventDefault();
    setLastFocused(card);
    scrollToRow(Math.floor(card / columns));
    focus.moveTo(card);
  }

  return (
    <div
      ref={grid}
      className={styles.grid}
      style={{ height: rowCount * rowHeight }}
      role="grid"
      aria-label={t('gallery.title')}
      aria-rowcount={Math.ceil(total / columns)}
      aria-colcount={columns}
      aria-busy={isLoadingMore}
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        setLastFocused((current) => findCardIndex(target) ?? current);
        focus.setInside(true);
      }}
      onBlur={() => focus.setInside(false)}
    >
      {rows.map((index) => (
        <GridRow
          key={index}
          index={index}
          releases={releases}
          layout={layout}
          tabStop={index === tabStopRow ? tabStop : undefined}
          selected={selected}
          onOpen={onOpen}
          onNavigate={openPage}
        />
      ))}
    </div>
  );
}

interface RowProps {
  /** From 0. The row after the last release has skeletons. */
  index: number;
  /** The whole list. */
  releases: Release[];
  layout: GridLayout;
  /** The index of the tabbable card, if it is in this row. */
  tabStop: number | undefined;
  /** The chosen releases; undefined while nothing is being chosen. */
  selected: ReadonlySet<string> | undefined;
  onOpen: ((release: Release) => void) | undefined;
  onNavigate: (release: Release) => void;
}

const GridRow = memo(function GridRow({ index, releases, layout, tabStop, selected, onOpen, onNavigate }: RowProps) {
  const { columns, gap, rowHeight } = layout;
  const start = index * columns;
  const isLoading = start >= releases.length;
  const cards = isLoading ? Array.from({ length: columns }, () => undefined) : releases.slice(start, start + columns);
  return (
    <div
      className={styles.row}
      role="row"
      aria-rowindex={index + 1}
      style={
        {
          '--columns': columns,
          '--gap': `${gap}px`,
          height: rowHeight,
          transform: `translate3d(0, ${index * rowHeight}px, 0)`,
        } as CSSProperties
      }
    >
      {cards.map((release, column) => (
        <div
          key={release?.releaseid ?? column}
          role="gridcell"
          aria-colindex={column + 1}
          aria-selected={release && selected?.has(release.releaseid)}
          data-card={release && start + column}
          data-key={release?.releaseid}
          className={selectable.selectable}
        >
          {release ? (
            <ReleaseCard
              release={release}
              isFirstRow={index === 0}
              isTabStop={start + column === tabStop}
              onOpen={onOpen}
              onNavigate={onNavigate}
            />
          ) : (
            <CardSkeleton />
          )}
        </div>
      ))}
    </div>
  );
});

function findCardIndex(element: Element): number | undefined {
  const card = element.closest<HTMLElement>('[data-card]')?.dataset.card;
  return card === undefined ? undefined : Number(card);
}
