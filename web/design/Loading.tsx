import type { CSSProperties } from 'react';
import { classNames } from './classNames.ts';
import styles from './Loading.module.css';

/** Rotates during work, stands still while the work waits in a queue. The control around it is `aria-busy`. */
export function Spinner({ isWaiting = false }: { isWaiting?: boolean }) {
  return <span className={styles.spinner} data-waiting={isWaiting || undefined} aria-hidden />;
}

interface SkeletonProps extends Pick<CSSProperties, 'width' | 'height' | 'aspectRatio' | 'margin' | 'borderRadius'> {
  className?: string;
}

/** A placeholder with the size of the content that is loading. */
export function Skeleton({ className, ...size }: SkeletonProps) {
  return <span className={classNames(styles.skeleton, className)} style={size} aria-hidden />;
}
