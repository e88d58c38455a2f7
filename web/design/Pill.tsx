import type { ReactNode } from 'react';
import styles from './Pill.module.css';

interface Props {
  children: string;
  /** A quiet word behind it. */
  note?: string | undefined;
  /** A small round control at its end. */
  button?: ReactNode;
}

/** One of several things that belong to somebody. */
export function Pill({ children, note, button }: Props) {
  return (
    <span className={styles.pill}>
      <span className={styles.text} title={children}>
        {children}
      </span>
      {note && <span className={styles.note}>{note}</span>}
      {button}
    </span>
  );
}
