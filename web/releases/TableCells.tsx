import type { ReactNode } from 'react';
import { tableDate } from '../platform/format.ts';
import { language } from '../platform/text.ts';
import styles from './TableCells.module.css';

/** One line that ends in an ellipsis where it has to; all of it under the pointer. */
export function LineCell({ full, shown = full }: { full: string; shown?: string }) {
  return (
    <span className={styles.line} title={full}>
      <bdi>{shown}</bdi>
    </span>
  );
}

/** Digits that stand below each other. */
export function FigureCell({ children }: { children: ReactNode }) {
  return <span className={styles.figures}>{children}</span>;
}

/** A day in the short form of tables. */
export function DayCell({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className={styles.figures}>
      {tableDate(at, language())}
    </time>
  );
}

/** The controls at the end of a row. */
export function ActionCell({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
