import { MARQUEE_AFTER_CHARACTERS } from '@promenade/contract/limits';
import type { CSSProperties } from 'react';
import { useBreakpoint } from '../platform/windowWidth.ts';
import { formatTrackTitle } from './format.ts';
import styles from './Marquee.module.css';
import { VersionedTitle } from './VersionedTitle.tsx';

/** A title on one line; it scrolls when it is longer than the limit of this window width. */
export function Marquee({ title, version = '' }: { title: string; version?: string }) {
  const limit = useBreakpoint(MARQUEE_AFTER_CHARACTERS)?.characters ?? 0;
  const text = formatTrackTitle({ title, version });
  const words = <VersionedTitle title={title} version={version} />;
  if (text.length <= limit) {
    return (
      <span className={`ellipsis ${styles.still}`}>
        <bdi>{words}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.window} data-tooltip={text}>
      <span className={styles.belt} style={{ '--characters': text.length } as CSSProperties}>
        <bdi>{words}</bdi>
        <bdi aria-hidden>{words}</bdi>
      </span>
    </span>
  );
}
