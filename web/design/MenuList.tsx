import type { LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { MenuItem as AriaMenuItem, Menu } from 'react-aria-components/Menu';
import { flushSync } from 'react-dom';
import { Icon } from './Icon.tsx';
import styles from './List.module.css';
import { Popover } from './Popover.tsx';

export interface MenuItem {
  id: string;
  label: string;
  icon?: LucideIcon;
  isDisabled?: boolean;
  onAction: () => void;
}

interface Props {
  label: string;
  items: MenuItem[];
  heading?: ReactNode;
  trigger: RefObject<HTMLElement | null>;
  /** `keyboard` focuses the first item. */
  openedBy: 'pointer' | 'keyboard';
  onClose: () => void;
}

/** The open menu of `MenuButton`. */
export function MenuList({ label, items, heading, trigger, openedBy, onClose }: Props) {
  return (
    <Popover trigger={trigger} onClose={onClose} className={styles.menu}>
      {heading && <div className={styles.heading}>{heading}</div>}
      <Menu
        aria-label={label}
        autoFocus={openedBy === 'keyboard' ? 'first' : true}
        onClose={onClose}
        className={styles.items ?? ''}
      >
        {items.map((item) => (
          <AriaMenuItem
            key={item.id}
            id={item.id}
            textValue={item.label}
            isDisabled={item.isDisabled ?? false}
            onAction={() => {
              // A dialog that the item opens then returns the focus to the menu's button, not to the item, which is gone.
              flushSync(onClose);
              trigger.current?.focus();
              item.onAction();
            }}
            className={styles.item ?? ''}
          >
            {item.icon && <Icon icon={item.icon} size={18} />}
            {item.label}
          </AriaMenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
