import { classNames } from '../design/classNames.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { formatTrackTitle } from '../releases/format.ts';
import { Marquee } from '../releases/Marquee.tsx';
import type { Song } from './queue.ts';
import styles from './TrackTitle.module.css';

/** Title and artist of the current track; a long title scrolls. */
export function TrackTitle({ song, className }: { song: Song; className?: string }) {
  return (
    <span className={classNames(styles.words, className)}>
      <span className={styles.title}>
        <Marquee text={formatTrackTitle(song)} />
        {song.explicit && <ExplicitMark />}
      </span>
      <span className={styles.artist}>
        <bdi>{song.artist}</bdi>
      </span>
    </span>
  );
}
