import type { Track } from '@promenade/contract/catalogue';
import { type ReactNode, useMemo } from 'react';
import { useIsMobile } from '../platform/mobile.ts';
import { releasePath } from '../platform/paths.ts';
import { playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { playingTime } from '../player/time.ts';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import { PlayCover } from './PlayCover.tsx';
import styles from './TableCells.module.css';
import { TitleCell } from './TitleCell.tsx';
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
  return {
    artist: (track, tabIndex) => (
      <div className={styles.covered}>
        <Cover track={track} tabIndex={tabIndex} onPlay={onPlay} />
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
        {isCompact && <Cover track={track} tabIndex={tabIndex} onPlay={onPlay} />}
      </TitleCell>
    ),
    album: ({ album }) => (
      <span className={styles.text} title={album}>
        <bdi>{album}</bdi>
      </span>
    ),
    duration: ({ duration }) => <span className={styles.figures}>{playingTime(duration)}</span>,
    actions: (track, tabIndex) => <div className={styles.actions}>{rowActions(track, tabIndex)}</div>,
  };
}

function Cover({ track, tabIndex, onPlay }: { track: Track; tabIndex: number; onPlay: Props['onPlay'] }) {
  const isOn = usePlayer(({ song }) => song?.trackid === track.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  return (
    <PlayCover
      title={track.title}
      src={track.coverart}
      isPlaying={isPlaying}
      isSilent={track.duration === 0 || track.assettype === 'video'}
      tabIndex={tabIndex}
      onPress={() => (isOn ? playPause() : onPlay(track))}
    />
  );
}
