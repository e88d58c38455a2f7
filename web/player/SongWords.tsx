import { classNames } from '../design/classNames.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { Marquee } from '../releases/Marquee.tsx';
import type { Song } from './queue.ts';
import styles from './SongWords.module.css';

/** Title and version as one. */
export const fullTitle = ({ title, version }: Song): string => (version ? `${title} (${version})` : title);

/** What is on, and by whom. */
export function SongWords({ song, className }: { song: Song; className?: string }) {
  return (
    <span className={classNames(styles.words, className)}>
      <span className={styles.title}>
        <Marquee text={fullTitle(song)} />
        {song.explicit && <ExplicitMark />}
      </span>
      <span className={styles.artist}>
        <bdi>{song.artist}</bdi>
      </span>
    </span>
  );
}
