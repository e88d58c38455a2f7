import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Autocomplete, useFilter } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Input, SearchField } from 'react-aria-components/SearchField';
import styles from './ChoiceList.module.css';
import { Icon } from './Icon.tsx';
import { Popover } from './Popover.tsx';

/** One line of a list to tick. */
export interface Choice {
  value: string;
  text: string;
  /** Address of a small picture. */
  icon?: string | undefined;
}

interface Props {
  label: string;
  options: Choice[];
  chosen: string[];
  /** Names the field that finds lines by their letters; without it there is none. */
  search: string | undefined;
  /** Stands in the place of lines. */
  none: string;
  /** Below the lines, told to ears when it changes. */
  note: string;
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  onToggle: (value: string) => void;
  onClose: () => void;
}

/** The open list of which several may be ticked; a tick does not close it. */
export function ChoiceList({ label, options, chosen, search, none, note, button, onToggle, onClose }: Props) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const list = (
    <ListBox
      aria-label={label}
      autoFocus={search === undefined}
      selectionMode="multiple"
      escapeKeyBehavior="none"
      selectedKeys={chosen}
      onSelectionChange={(keys) => {
        const turned = keys !== 'all' && options.find(({ value }) => keys.has(value) !== chosen.includes(value));
        if (turned) onToggle(turned.value);
      }}
      renderEmptyState={() => <p className={styles.none}>{none}</p>}
      className={styles.list ?? ''}
    >
      {options.map(({ value, text, icon }) => (
        <ListBoxItem key={value} id={value} textValue={text} className={styles.item ?? ''}>
          <span className={styles.box}>
            <Icon of={Check} size={14} />
          </span>
          {icon && <img className={styles.icon} src={icon} alt="" width={18} height={18} />}
          <span className={styles.text}>{text}</span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
  return (
    <Popover
      button={button}
      onClose={onClose}
      placement="bottom start"
      offset={6}
      maxHeight={460}
      className={styles.popover}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {search === undefined ? (
          list
        ) : (
          <Autocomplete filter={contains} disableAutoFocusFirst>
            <div className={styles.found}>
              <SearchField aria-label={search} autoFocus className={styles.search ?? ''}>
                <Input placeholder={search} className={styles.input ?? ''} />
              </SearchField>
              {list}
            </div>
          </Autocomplete>
        )}
        <p className={styles.note} role="status">
          {note}
        </p>
      </Dialog>
    </Popover>
  );
}
