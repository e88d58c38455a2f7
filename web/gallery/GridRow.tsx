import type { Release } from '@promenade/contract/catalogue';
import { type CSSProperties, memo } from 'react';
import { CardSkeleton } from './CardSkeleton.tsx';
import styles from './GridRow.module.css';
import type { GridLayout } from './layout.ts';
import { ReleaseCard } from './ReleaseCard.tsx';

interface Props {
  /** From 0; beyond the last release it holds skeletons. */
  index: number;
  /** All of the list. */
  releases: Release[];
  layout: GridLayout;
  /** The card that the Tab key stops at, when it is in this row. */
  stop: number | undefined;
  onOpen: ((release: Release) => void) | undefined;
  onLead: (release: Release) => void;
}

/** One row of cards, as high as it is told. */
export const GridRow = memo(function GridRow({ index, releases, layout, stop, onOpen, onLead }: Props) {
  const { columns, gap, rowHeight } = layout;
  const from = index * columns;
  const isComing = from >= releases.length;
  const places = isComing ? Array.from({ length: columns }, () => undefined) : releases.slice(from, from + columns);
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
      {places.map((release, column) => (
        <div
          key={release?.releaseid ?? column}
          role="gridcell"
          aria-colindex={column + 1}
          data-card={release && from + column}
        >
          {release ? (
            <ReleaseCard
              release={release}
              isFirst={index === 0}
              isStop={from + column === stop}
              onOpen={onOpen}
              onLead={onLead}
            />
          ) : (
            <CardSkeleton />
          )}
        </div>
      ))}
    </div>
  );
});
