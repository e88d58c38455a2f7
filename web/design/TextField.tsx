import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** What is wrong with it, in words. */
  error?: string;
  /** In error without words of its own: a banner says them. */
  marked?: boolean;
  /** A control inside the field, at its end. */
  button?: ReactNode;
}

/** A line of text with its label above and its error below. */
export function TextField({ label, error, marked, button, className, ...rest }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} className={className}>
      <div className={styles.box}>
        <input
          {...rest}
          id={id}
          className={classNames(styles.input, button !== undefined && styles.withButton)}
          aria-invalid={Boolean(error) || marked || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {button !== undefined && <span className={styles.inside}>{button}</span>}
      </div>
    </Field>
  );
}
