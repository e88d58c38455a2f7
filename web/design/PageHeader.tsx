import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './PageHeader.module.css';

interface Props {
  title: string;
  /** Number of items as text, announced when it changes; false reserves the line until it is known. */
  total?: string | false;
  className?: string | undefined;
  /** Shown between title and controls. */
  links?: ReactNode;
  /** Controls. */
  children?: ReactNode;
}

export function PageHeader({ title, total, className, links, children }: Props) {
  return (
    <div className={classNames(styles.head, className)}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {total !== undefined && (
          <p className={styles.total} aria-live="polite">
            {total}
          </p>
        )}
      </div>
      {links}
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  );
}
