import { Skeleton } from '../design/Skeleton.tsx';
import styles from './TrackSkeletons.module.css';

/** Rows on their way, as many as there will be and as high. */
export function TrackSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_none, at) => (
    <li key={at} className={styles.row}>
      <Skeleton className={styles.number} />
      <Skeleton className={styles.title} />
      <Skeleton className={styles.time} />
    </li>
  ));
}
