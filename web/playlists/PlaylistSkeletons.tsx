import { PLAYLIST_CARD_PX } from '@promenade/contract/limits';
import type { CSSProperties } from 'react';
import { Skeleton } from '../design/Skeleton.tsx';
import { useText } from '../platform/text.ts';
import styles from './PlaylistSkeletons.module.css';

/** What stands there while the first page loads. */
export function GridSkeleton() {
  const t = useText();
  return (
    <div
      className={styles.skeletons}
      role="status"
      aria-label={t('common.loading')}
      style={{ '--card': `${PLAYLIST_CARD_PX}px` } as CSSProperties}
    >
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  );
}

/** A card on its way, of the same height. */
export function CardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton className={styles.cover ?? ''} />
      <div className={styles.words}>
        <Skeleton className={styles.name ?? ''} />
        <Skeleton className={styles.desc ?? ''} />
      </div>
    </div>
  );
}
