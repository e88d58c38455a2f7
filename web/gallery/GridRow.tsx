import type { Release } from '@promenade/contract/catalogue';
import { type CSSProperties, memo } from 'react';
import type { GridLayout } from './gridLayout.ts';
import { ReleaseCard } from './ReleaseCard.tsx';
import styles from './ReleaseGrid.module.css';
import { CardSkeleton } from './Skeletons.tsx';

interface Props {
  /** From 0. The row after the last release has skeletons. */
  index: number;
  /** The whole list. */
  releases: Release[];
  layout: GridLayout;
  /** The index of the tabbable card, if it is in this row. */
  tabStop: number | undefined;
  onOpen: ((release: Release) => void) | undefined;
  onNavigate: (release: Release) => void;
}

export const GridRow = memo(function GridRow({ index, releases, layout, tabStop, onOpen, onNavigate }: Props) {
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
          data-card={release && start + column}
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
