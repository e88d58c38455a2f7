import { classNames } from './classNames.ts';
import styles from './Skeleton.module.css';

/** The quiet shape of something that is on its way; give it its size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={classNames(styles.skeleton, className)} aria-hidden />;
}
