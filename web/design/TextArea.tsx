import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';

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
    <Field
      id={id}
      label={label}
      error={error}
      className={className}
      beside={
        counter && (
          <p id={`${id}-counter`} className={styles.counter}>
            {counter}
          </p>
        )
      }
    >
      <textarea
        rows={5}
        {...rest}
        id={id}
        className={classNames(styles.input, styles.area)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={described || undefined}
      />
    </Field>
  );
}
