import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import styles from './QueueLine.module.css';

interface Props {
  title: string;
  version?: string;
  explicit: boolean;
  artist?: string;
  more?: string;
}

/** What a line of the queue says: title, and below it who and how much. */
export function QueueWords({ title, version, explicit, artist, more }: Props) {
  return (
    <div className={styles.words}>
      <p className={styles.title}>
        <bdi className={styles.cut}>{version ? `${title} (${version})` : title}</bdi>
        {explicit && <ExplicitMark />}
      </p>
      {(artist || more) && (
        <p className={styles.artist}>
          {artist && <bdi className={styles.cut}>{artist}</bdi>}
          {more && <span className={styles.more}>{more}</span>}
        </p>
      )}
    </div>
  );
}
