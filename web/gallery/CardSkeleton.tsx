import { Skeleton } from '../design/Skeleton.tsx';
import styles from './CardSkeleton.module.css';

/** A card on its way, of the same size. */
export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton className={styles.cover} />
      <Skeleton className={styles.title} />
      <Skeleton className={styles.artist} />
    </div>
  );
}
