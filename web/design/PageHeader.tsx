import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './PageHeader.module.css';

interface Props {
  title: string;
  /** Number of items as text, announced when it changes; false reserves the line until it is known. */
  total?: string | false;
  /** In the line of the number. */
  note?: ReactNode;
  className?: string | undefined;
  /** Shown between title and controls. */
  links?: ReactNode;
  /** The list has less than two items and is not filtered: it needs neither its number nor its controls. */
  isShort?: boolean;
  /** Controls of the list. */
  children?: ReactNode;
  /** Other controls. */
  actions?: ReactNode;
}

export function PageHeader({ title, total, note, className, links, isShort, children, actions }: Props) {
  return (
    <div className={classNames(styles.head, className)}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {total !== undefined && (
          <div className={styles.total}>
            <p aria-live="polite">{!isShort && total}</p>
            {!isShort && note}
          </div>
        )}
      </div>
      {links}
      {(actions || (children && !isShort)) && (
        <div className={styles.tools}>
          {!isShort && children}
          {actions}
        </div>
      )}
    </div>
  );
}
