import { PLAYLIST_CARD_PX } from '@promenade/contract/limits';
import type { CSSProperties } from 'react';
import { Button } from '../design/Button.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './PlaylistState.module.css';

interface Props {
  title: TextKey;
  hint: TextKey;
  /** What can be done about it. */
  act?: TextKey;
  onAct?: () => void;
  isFailure?: boolean;
}

/** Nothing to show: why, and the way out. */
export function PlaylistState({ title, hint, act, onAct, isFailure }: Props) {
  const t = useText();
  return (
    <div className={styles.state} role={isFailure ? 'alert' : undefined}>
      <h2 className={styles.title}>{t(title)}</h2>
      <p className={styles.hint}>{t(hint)}</p>
      {act && onAct && <Button onClick={onAct}>{t(act)}</Button>}
    </div>
  );
}

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
