import type { Release } from '@promenade/contract/catalogue';
import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { formatTableDate } from '../platform/format.ts';
import { getLanguage } from '../platform/text.ts';
import { LabelLinks } from './NameLinks.tsx';
import styles from './TableCells.module.css';

/** One line, cut by an ellipsis; the tooltip has the full text. */
export function TextCell({ text, short = text }: { text: string; short?: string }) {
  return (
    <span className={classNames('ellipsis', styles.line)} data-tooltip={text}>
      <bdi>{short}</bdi>
    </span>
  );
}

export function LabelsCell({ of, tabIndex }: { of: Pick<Release, 'labels'>; tabIndex: number }) {
  return (
    <span className={classNames('ellipsis', styles.line)}>
      <LabelLinks labels={of.labels} tabIndex={tabIndex} />
    </span>
  );
}

export function NumberCell({ children }: { children: ReactNode }) {
  return <span className={styles.figures}>{children}</span>;
}

/** `date`: an instant, or a day. */
export function DateCell({ date }: { date: string }) {
  return (
    <time dateTime={date} className={styles.figures}>
      {formatTableDate(date, getLanguage())}
    </time>
  );
}

export function ActionsCell({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
