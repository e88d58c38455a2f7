import type { ReactNode } from 'react';
import styles from './Toolbar.module.css';

/** Search, filters and other controls of a list in one line; the label of a field stands before its value. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <div className={styles.toolbar} data-toolbar>
      {children}
    </div>
  );
}
