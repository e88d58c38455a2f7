import type { Track } from '@promenade/contract/catalogue';
import { type ReactNode, useMemo } from 'react';
import { useIsMobile } from '../platform/mobile.ts';
import { releasePath } from '../platform/paths.ts';
import { TrackCover } from '../player/PlayCover.tsx';
import { ActionCell, FigureCell, LineCell } from '../releases/TableCells.tsx';
import { TitleCell } from '../releases/TitleCell.tsx';
import { playingTime } from '../releases/time.ts';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import styles from './ReleaseCells.module.css';
import { SONG_COLUMNS, type SongColumn } from './tableColumns.ts';

interface Props {
  songs: Track[];
  label: string;
  onPlay: (track: Track) => void;
  /** At the end of a row, at most 96 px; its controls take `tabIndex`. */
  rowActions: (track: Track, tabIndex: number) => ReactNode;
}

/** Songs as a table: the cover plays, the row leads to the release. */
export function SongTable({ songs, label, onPlay, rowActions }: Props) {
  const isCompact = useIsMobile();
  const cells = useMemo(() => songCells(isCompact, onPlay, rowActions), [isCompact, onPlay, rowActions]);
  return (
    <CatalogueTable
      kind="songs"
      label={label}
      plan={SONG_COLUMNS}
      cells={cells}
      rows={songs}
      rowKey={({ trackid }) => trackid}
    />
  );
}

function songCells(
  isCompact: boolean,
  onPlay: Props['onPlay'],
  rowActions: Props['rowActions'],
): Cells<Track, SongColumn> {
  const cover: Cells<Track, 'cover'>['cover'] = (track, tabIndex) => (
    <TrackCover track={track} tabIndex={tabIndex} onPlay={() => onPlay(track)} />
  );
  return {
    artist: (track, tabIndex) => (
      <div className={styles.covered}>
        {cover(track, tabIndex)}
        <span className={styles.name} title={track.artist}>
          <bdi>{track.artist}</bdi>
        </span>
      </div>
    ),
    title: (track, tabIndex) => (
      <TitleCell
        to={releasePath(track.releaseid)}
        title={track.title}
        version={track.version}
        artist={isCompact ? track.artist : undefined}
        isExplicit={track.explicit}
        isUnheard={track.heard === 'unheard'}
        isFlagged={track.flagged}
        tabIndex={tabIndex}
      >
        {isCompact && cover(track, tabIndex)}
      </TitleCell>
    ),
    album: ({ album }) => <LineCell full={album} />,
    duration: ({ duration }) => <FigureCell>{playingTime(duration)}</FigureCell>,
    actions: (track, tabIndex) => <ActionCell>{rowActions(track, tabIndex)}</ActionCell>,
  };
}
