import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import type { Option } from './DropdownList.tsx';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  value: string;
  options: Option[];
  onChange: (value: string) => void;
  /** Tallest list, in pixels; what is beyond scrolls. */
  maxHeight?: number;
}

const load = async () => ({ default: (await import('./DropdownList.tsx')).DropdownList });
const DropdownList = lazy(load);

/** One of several, by a list of this product's own; its code comes when the pointer or the focus is near. */
export function Dropdown({ label, value, options, onChange, maxHeight }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** Pixels of the button, while the list is open. */
  const [width, setWidth] = useState<number>();
  const prefetch = () => void load().catch(() => undefined);
  const open = () => setWidth(button.current?.offsetWidth);
  return (
    <div className={styles.field}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.box}>
        <button
          ref={button}
          type="button"
          className={classNames(styles.input, styles.select, styles.opener)}
          aria-haspopup="listbox"
          aria-expanded={width !== undefined}
          aria-labelledby={`${id}-label ${id}-value`}
          onPointerEnter={prefetch}
          onFocus={prefetch}
          onClick={open}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            open();
          }}
        >
          <span id={`${id}-value`} className={styles.chosen}>
            {options.find((option) => option.value === value)?.text ?? value}
          </span>
        </button>
        <span className={styles.arrow}>
          <Icon of={ChevronDown} size={18} />
        </span>
      </div>
      {width !== undefined && (
        <Suspense fallback={null}>
          <DropdownList
            label={label}
            value={value}
            options={options}
            button={button}
            width={width}
            maxHeight={maxHeight}
            onChange={onChange}
            onClose={() => setWidth(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
