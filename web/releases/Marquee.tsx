import { MARQUEE_AFTER_CHARACTERS } from '@promenade/contract/limits';
import type { CSSProperties } from 'react';
import { classNames } from '../design/classNames.ts';
import { useBreakpoint } from '../platform/windowWidth.ts';
import styles from './Marquee.module.css';

/** A title on one line; it scrolls when it is longer than the limit of this window width. */
export function Marquee({ text, className }: { text: string; className?: string }) {
  const limit = useBreakpoint(MARQUEE_AFTER_CHARACTERS)?.characters ?? 0;
  if (text.length <= limit) {
    return (
      <span className={classNames('ellipsis', styles.still, className)} title={text}>
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
