import type { Heard } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import styles from './HeardMark.module.css';

/** What this account heard of a track: a dot for nothing, half of it for a part, no sign for all of it. */
export function HeardMark({ heard }: { heard: Heard }) {
  const t = useText();
  const name = t(`track.heard-${heard}`);
  return <span className={styles.mark} data-heard={heard} role="img" aria-label={name} title={name} />;
}
