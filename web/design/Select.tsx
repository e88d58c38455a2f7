import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Field.module.css';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  label: string;
  options: { value: string; text: string }[];
  /** The text of the empty value. */
  placeholder?: string;
  error?: string;
}

export function Select({ label, options, placeholder, error, className, ...attributes }: Props) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} className={className}>
      <div className={styles.box}>
        <select
          {...attributes}
          id={id}
          className={classNames('control', styles.input, styles.select)}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={styles.arrow}>
          <Icon icon={ChevronDown} size={18} />
        </span>
      </div>
    </Field>
  );
}
