import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string;
  hint?: string;
}

/** A box to tick, with a quiet second line. */
export function Checkbox({ label, hint, ...rest }: Props) {
  const id = useId();
  return (
    <label className={styles.check} htmlFor={id}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        className={styles.tick}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <span className={styles.words}>
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
