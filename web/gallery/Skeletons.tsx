import { GRID_SKELETONS, LIST_SKELETONS } from '@promenade/contract/limits';
import { Skeleton } from '../design/Loading.tsx';
// Sets the height of rows on the page before the first one is drawn.
import '../platform/density.ts';
import { useText } from '../platform/text.ts';
import styles from './Skeletons.module.css';

/** Stands in for the cards while the first page loads (requirement C-GALLERY-12). */
export function GridSkeleton() {
  const t = useText();
  return (
    <div className={styles.grid} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: GRID_SKELETONS }, (_none, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}

/** Stands in for the table while the first page loads (requirement C-GALLERY-13). */
export function ListSkeleton() {
  const t = useText();
  return (
    <div className={styles.list} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: LIST_SKELETONS }, (_none, index) => (
        <RowSkeleton key={index} />
      ))}
    </div>
  );
}

export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton aspectRatio={1} borderRadius="var(--radius-cover)" />
      <Skeleton width="72%" height={13} margin="16px 0 0" />
      <Skeleton width="48%" height={11} margin="9px 0 0" />
    </div>
  );
}

export function RowSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton aspectRatio={1} borderRadius="var(--radius-cover)" />
      <Skeleton className={styles.artist} width="54%" height={12} />
      <Skeleton width="72%" height={12} />
      <Skeleton height={11} />
    </div>
  );
}
