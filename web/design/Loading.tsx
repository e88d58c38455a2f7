import { classNames } from './classNames.ts';
import styles from './Loading.module.css';

/** Rotates during work, stands still while the work waits in a queue. The control around it is `aria-busy`. */
export function Spinner({ isWaiting = false }: { isWaiting?: boolean }) {
  return <span className={styles.spinner} data-waiting={isWaiting || undefined} aria-hidden />;
}

/** A placeholder for loading content; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden />;
}
