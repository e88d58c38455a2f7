import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { useText } from '../platform/text.ts';
import { useIsUnplayable } from './playerStore.ts';
import styles from './UnplayableNote.module.css';

/** Says that a track can't be played now, in place of `children` (requirements decision 37). */
export function UnplayableNote({ trackid, children }: { trackid: string | undefined; children?: ReactNode }) {
  const t = useText();
  if (!useIsUnplayable(trackid)) return children;
  const text = t('player.unplayable');
  return <span className={classNames('ellipsis', styles.note)}>{text}</span>;
}
