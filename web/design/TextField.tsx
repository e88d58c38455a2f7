import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string;
  /** Marks the field as invalid when a banner has the error text. */
  isInvalid?: boolean;
  /** A control inside the field, at its end. */
  button?: ReactNode;
}

export function TextField({ label, error, isInvalid, button, className, ...attributes }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} className={className}>
      <div className={styles.box}>
        <input
          {...attributes}
          id={id}
          className={classNames('control', styles.input, button !== undefined && styles.withButton)}
          aria-invalid={Boolean(error) || isInvalid || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {button !== undefined && <span className={styles.inside}>{button}</span>}
      </div>
    </Field>
  );
}

interface PasswordProps extends Omit<Props, 'type' | 'button'> {
  showLabel: string;
  hideLabel: string;
}

export function PasswordField({ showLabel, hideLabel, ...attributes }: PasswordProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <TextField
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      {...attributes}
      type={isVisible ? 'text' : 'password'}
      button={
        <IconButton
          icon={isVisible ? EyeOff : Eye}
          label={isVisible ? hideLabel : showLabel}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value'> {
  label: string;
  value: string;
  error?: string;
  /** For example "12 of 500". */
  counter?: string;
}

export function TextArea({ label, error, counter, className, ...attributes }: TextAreaProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, counter && `${id}-counter`].filter(Boolean).join(' ');
  return (
    <Field id={id} label={label} error={error} counter={counter} className={className}>
      <textarea
        rows={5}
        {...attributes}
        id={id}
        className={classNames('control', styles.input, styles.area)}
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={describedBy || undefined}
      />
    </Field>
  );
}
