import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface Props {
  /** Id of the control. The error has the id `<id>-error`, the counter `<id>-counter`. */
  id: string;
  label: string;
  error?: string;
  counter?: string;
  className?: string;
  children: ReactNode;
}

/** The label above a form control, and the error and counter below it. */
export function Field({ id, label, error, counter, className, children }: Props) {
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {(error || counter) && (
        <div className={styles.below}>
          {error && (
            <p id={`${id}-error`} className={styles.error}>
              {error}
            </p>
          )}
          {counter && (
            <p id={`${id}-counter`} className={styles.counter}>
              {counter}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
