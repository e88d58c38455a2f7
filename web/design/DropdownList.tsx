import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import styles from './DropdownList.module.css';
import { Icon } from './Icon.tsx';
import { Popover } from './Popover.tsx';

/** One line of a list to choose from. */
export interface Option {
  value: string;
  text: string;
  /** What it means, below it. */
  tip?: string | undefined;
}

interface Props {
  label: string;
  value: string;
  options: Option[];
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  /** Pixels. */
  width: number;
  maxHeight?: number | undefined;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** The open list. */
export function DropdownList({ label, value, options, button, width, maxHeight, onChange, onClose }: Props) {
  return (
    <Popover
      aria-label={label}
      button={button}
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
          // Choosing what is chosen already empties the selection: it only closes.
          const [chosen] = keys;
          if (typeof chosen === 'string' && chosen !== value) onChange(chosen);
          onClose();
        }}
        className={styles.list ?? ''}
      >
        {options.map((option) => (
          <ListBoxItem key={option.value} id={option.value} textValue={option.text} className={styles.item ?? ''}>
            <span className={styles.text}>
              {option.text}
              {option.tip && <span className={styles.tip}>{option.tip}</span>}
            </span>
            {option.value === value && <Icon of={Check} size={18} />}
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
