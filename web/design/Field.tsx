import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface Props {
  /** Of the control that the label names; its error is `<id>-error`. */
  id: string;
  label: string;
  /** What is wrong with it, in words. */
  error?: string;
  /** Beside the error, at the end of the line. */
  beside?: ReactNode;
  className?: string;
  /** The control. */
  children: ReactNode;
}

/** What every field has around it: a label above, its error below. */
export function Field({ id, label, error, beside, className, children }: Props) {
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {(error || beside) && (
        <div className={styles.below}>
          {error && (
            <p id={`${id}-error`} className={styles.error}>
              {error}
            </p>
          )}
          {beside}
        </div>
      )}
    </div>
  );
}
