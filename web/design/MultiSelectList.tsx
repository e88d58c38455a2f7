import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Input, SearchField } from 'react-aria-components/SearchField';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import styles from './List.module.css';
import { Popover } from './Popover.tsx';

interface MultiSelectOption {
  value: string;
  text: string;
  /** Address of a small picture. */
  icon?: string | undefined;
}

interface Props {
  label: string;
  options: MultiSelectOption[];
  selected: string[];
  /** Label of the filter input; undefined for none. */
  searchLabel: string | undefined;
  emptyText: string;
  /** Below the list; screen readers announce changes. */
  summary: string;
  trigger: RefObject<HTMLElement | null>;
  onToggle: (value: string) => void;
  onClose: () => void;
}

/** A listbox with checkboxes in a popover; a selection does not close it. */
export function MultiSelectList(props: Props) {
  const { label, options, selected, searchLabel, emptyText, summary, trigger, onToggle, onClose } = props;
  const { contains } = useFilter({ sensitivity: 'base' });
  const list = (
    <ListBox
      aria-label={label}
      autoFocus={searchLabel === undefined}
      selectionMode="multiple"
      escapeKeyBehavior="none"
      selectedKeys={selected}
      onSelectionChange={(keys) => {
        const toggled = keys !== 'all' && options.find(({ value }) => keys.has(value) !== selected.includes(value));
        if (toggled) onToggle(toggled.value);
      }}
      renderEmptyState={() => <p className={styles.empty}>{emptyText}</p>}
      className={styles.list ?? ''}
    >
      {options.map(({ value, text, icon }) => (
        <ListBoxItem key={value} id={value} textValue={text} className={styles.item ?? ''}>
          <span className={styles.checkbox}>
            <Icon icon={Check} size={14} />
          </span>
          {icon && <img className={styles.icon} src={icon} alt="" width={18} height={18} />}
          <span className={styles.text} data-tooltip={text}>
            {text}
          </span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
  return (
    <Popover
      trigger={trigger}
      onClose={onClose}
      placement="bottom start"
      offset={6}
      maxHeight={460}
      className={styles.multiSelect}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {searchLabel === undefined ? (
          list
        ) : (
          <Autocomplete filter={contains} disableAutoFocusFirst>
            <div className={styles.filtered}>
              <SearchField aria-label={searchLabel} autoFocus className={styles.search ?? ''}>
                <Input placeholder={searchLabel} className={classNames('control', styles.input)} />
              </SearchField>
              {list}
            </div>
          </Autocomplete>
        )}
        <p className={styles.summary} role="status">
          {summary}
        </p>
      </Dialog>
    </Popover>
  );
}
