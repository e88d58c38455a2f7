import { Skeleton } from '../design/Skeleton.tsx';
import styles from './RowSkeleton.module.css';

/** A row on its way, of the same height. */
export function RowSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton className={styles.cover} />
      <Skeleton className={styles.artist} />
      <Skeleton className={styles.title} />
      <Skeleton className={styles.time} />
    </div>
  );
}
