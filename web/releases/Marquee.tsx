import { MARQUEE_BEYOND } from '@promenade/contract/limits';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { classNames } from '../design/classNames.ts';
import styles from './Marquee.module.css';

/** A title on one line; beyond the limit of this window it scrolls by, once more in its own wake. */
export function Marquee({ text, className }: { text: string; className?: string }) {
  const limit = useSyncExternalStore(listen, currentLimit);
  if (text.length <= limit) {
    return (
      <span className={classNames(styles.still, className)} title={text}>
        <bdi>{text}</bdi>
      </span>
    );
  }
  return (
    <span className={classNames(styles.window, className)} title={text}>
      <span className={styles.belt} style={{ '--characters': text.length } as CSSProperties}>
        <bdi>{text}</bdi>
        <bdi aria-hidden>{text}</bdi>
      </span>
    </span>
  );
}

/** Characters that stand still at this window width. */
const currentLimit = (): number => MARQUEE_BEYOND.find(({ from }) => window.innerWidth >= from)?.characters ?? 0;

function listen(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
