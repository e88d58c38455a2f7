import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { classNames } from './classNames.ts';
import { DropdownButton } from './DropdownButton.tsx';
import type { Option } from './DropdownList.tsx';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
  /** Pixels of the open list. */
  maxHeight?: number;
}

export function Dropdown(props: Props) {
  const { label, value, options } = props;
  const id = useId();
  const text = options.find((option) => option.value === value)?.text ?? value;
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.box}>
        <DropdownButton
          {...props}
          className={classNames('control', styles.input, styles.select, styles.opener)}
          aria-labelledby={`${id}-label ${id}-value`}
        >
          <span id={`${id}-value`} className="ellipsis">
            {text}
          </span>
        </DropdownButton>
        <span className={styles.arrow}>
          <Icon icon={ChevronDown} size={18} />
        </span>
      </div>
    </div>
  );
}
