import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string;
  /** A second, quieter line. */
  hint?: string | undefined;
}

export function Checkbox({ label, hint, ...attributes }: Props) {
  const id = useId();
  return (
    <label className={styles.check} htmlFor={id}>
      <input
        {...attributes}
        id={id}
        type="checkbox"
        className={styles.checkbox}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <span className={styles.checkText}>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
