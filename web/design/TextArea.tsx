import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';

interface Props extends Omit<ComponentProps<'textarea'>, 'id' | 'value'> {
  label: string;
  value: string;
  /** What is wrong with it, in words. */
  error?: string;
  /** How much of the room is used, in words. */
  counter?: string;
}

/** Several lines of text, with its label above, its error and a counter below. */
export function TextArea({ label, error, counter, className, ...rest }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, counter && `${id}-counter`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        rows={5}
        {...rest}
        id={id}
        className={classNames(styles.input, styles.area)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={described || undefined}
      />
      <div className={styles.below}>
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
        {counter && (
          <p id={`${id}-counter`} className={styles.counter}>
            {counter}
          </p>
        )}
      </div>
    </div>
  );
}
