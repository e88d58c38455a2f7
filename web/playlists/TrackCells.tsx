import type { PlaylistTrack } from '@promenade/contract/playlists';
import type { ReactNode } from 'react';
import { impactMoment } from '../platform/format.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { TrackCover } from '../player/PlayCover.tsx';
import { ActionCell, DayCell, FigureCell, LineCell } from '../releases/TableCells.tsx';
import { TitleCell } from '../releases/TitleCell.tsx';
import { playingTime } from '../releases/time.ts';
import { trackName } from '../releases/trackName.ts';
import { MoveHandle } from './MovableRow.tsx';
import type { TrackPlaying } from './playing.ts';
import styles from './TrackCells.module.css';
import { TrackMenu } from './TrackMenu.tsx';
import { labelsText, type TrackColumn } from './trackColumns.ts';

interface Place {
  /** On a phone the title stands for cover and artist, too. */
  isCompact: boolean;
  /** The rows stand in the order of the playlist and can be moved. */
  isOwn: boolean;
  /** Places from 0, by track. */
  places: ReadonlyMap<string, number>;
  playing: TrackPlaying;
  remove: (track: PlaylistTrack) => Promise<void>;
}
type Cell = (track: PlaylistTrack, tabIndex: number) => ReactNode;

/** What stands in the columns of a playlist. */
export function trackCells({ isCompact, isOwn, places, playing, remove }: Place): Record<TrackColumn, Cell> {
  const cover: Cell = (track, tabIndex) => (
    <TrackCover track={track} tabIndex={tabIndex} onPlay={() => playing.play(track)} />
  );
  return {
    index: (track, tabIndex) => {
      const place = (places.get(track.trackid) ?? 0) + 1;
      return <Index track={track} place={place} count={places.size} isMovable={isOwn} tabIndex={tabIndex} />;
    },
    coverart: cover,
    artist: ({ artist }) => <LineCell full={artist} />,
    title: (track, tabIndex) => (
      <TitleCell
        to={releasePath(track.releaseid)}
        title={track.title}
        version={track.version}
        artist={isCompact ? track.artist : undefined}
        isExplicit={track.explicit}
        isFlagged={track.flagged}
        tabIndex={tabIndex}
      >
        {isCompact && cover(track, tabIndex)}
      </TitleCell>
    ),
    duration: ({ duration }) => <FigureCell>{playingTime(duration)}</FigureCell>,
    labels: (track) => <LineCell full={labelsText(track)} />,
    available: ({ available }) => <DayCell at={new Date(available)} />,
    impact: ({ impactdate }) => impactdate !== null && <DayCell at={impactMoment(impactdate)} />,
    actions: (track, tabIndex) => (
      <ActionCell>
        <TrackMenu track={track} tabIndex={tabIndex} playing={playing} onRemove={() => void remove(track)} />
      </ActionCell>
    ),
  };
}

interface IndexProps {
  track: PlaylistTrack;
  place: number;
  count: number;
  isMovable: boolean;
  tabIndex: number;
}

function Index({ track, place, count, isMovable, tabIndex }: IndexProps) {
  const t = useText();
  return (
    <div className={styles.index}>
      {isMovable && (
        <MoveHandle label={t('playlist.move', { title: trackName(track), place, count })} tabIndex={tabIndex} />
      )}
      <FigureCell>{place}</FigureCell>
    </div>
  );
}
