import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './List.module.css';
import { Popover } from './Popover.tsx';

export interface Option {
  value: string;
  text: string;
  /** A second line below the text. */
  description?: string | undefined;
}

interface Props {
  label: string;
  value: string;
  options: Option[];
  trigger: RefObject<HTMLElement | null>;
  /** Pixels. */
  width: number;
  maxHeight?: number | undefined;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** The open list of `DropdownButton`. */
export function DropdownList({ label, value, options, trigger, width, maxHeight, onChange, onClose }: Props) {
  return (
    <Popover
      aria-label={label}
      trigger={trigger}
      onClose={onClose}
      placement="bottom start"
      offset={6}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      style={{ width }}
    >
      <ListBox
        aria-label={label}
        autoFocus
        selectionMode="single"
        selectedKeys={[value]}
        onSelectionChange={(keys) => {
          // The selection is empty after a click on the selected option, which only closes the list.
          const [selected] = keys;
          if (typeof selected === 'string' && selected !== value) onChange(selected);
          onClose();
        }}
        className={styles.list ?? ''}
      >
        {options.map((option) => (
          <ListBoxItem
            key={option.value}
            id={option.value}
            textValue={option.text}
            className={classNames(styles.item, styles.accented)}
          >
            <span className={styles.text} data-tooltip={option.text}>
              {option.text}
              {option.description && <span className={styles.description}>{option.description}</span>}
            </span>
            {option.value === value && <Icon icon={Check} size={18} />}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
