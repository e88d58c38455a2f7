import type { PlaylistTrack } from '@promenade/contract/playlists';
import type { ReactNode } from 'react';
import { impactMoment, tableDate } from '../platform/format.ts';
import { language, useText } from '../platform/text.ts';
import { playingTime } from '../player/time.ts';
import { MoveHandle } from './MovableRow.tsx';
import type { TrackPlaying } from './playing.ts';
import styles from './TrackCells.module.css';
import { TrackCover } from './TrackCover.tsx';
import { TrackMenu } from './TrackMenu.tsx';
import { TrackTitle } from './TrackTitle.tsx';
import { labelsText, type TrackColumn } from './trackColumns.ts';
import { trackName } from './trackName.ts';

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
  const cover: Cell = (track, tabIndex) => <TrackCover track={track} tabIndex={tabIndex} onPlay={playing.play} />;
  return {
    index: (track, tabIndex) => {
      const place = (places.get(track.trackid) ?? 0) + 1;
      return <Index track={track} place={place} count={places.size} isMovable={isOwn} tabIndex={tabIndex} />;
    },
    coverart: cover,
    artist: ({ artist }) => <Text>{artist}</Text>,
    title: (track, tabIndex) => (
      <TrackTitle track={track} isCompact={isCompact} tabIndex={tabIndex}>
        {isCompact && cover(track, tabIndex)}
      </TrackTitle>
    ),
    duration: ({ duration }) => <span className={styles.figures}>{playingTime(duration)}</span>,
    labels: (track) => <Text>{labelsText(track)}</Text>,
    available: ({ available }) => <Day at={new Date(available)} />,
    impact: ({ impactdate }) => impactdate !== null && <Day at={impactMoment(impactdate)} />,
    actions: (track, tabIndex) => (
      <div className={styles.actions}>
        <TrackMenu track={track} tabIndex={tabIndex} playing={playing} onRemove={() => void remove(track)} />
      </div>
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
      <span className={styles.figures}>{place}</span>
    </div>
  );
}

/** One line that ends in an ellipsis where it has to; all of it under the pointer. */
function Text({ children }: { children: string }) {
  return (
    <span className={styles.text} title={children}>
      <bdi>{children}</bdi>
    </span>
  );
}

function Day({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className={styles.figures}>
      {tableDate(at, language())}
    </time>
  );
}
