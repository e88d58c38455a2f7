import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './PageHead.module.css';

interface Props {
  title: string;
  /** How much there is, told to ears when it changes; its line is there before it is known. */
  total?: string | false;
  className?: string | undefined;
  /** What can be done with all of it. */
  children?: ReactNode;
}

/** The top of a page that lists things. */
export function PageHead({ title, total, className, children }: Props) {
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
      {children && <div className={styles.tools}>{children}</div>}
    </div>
  );
}
