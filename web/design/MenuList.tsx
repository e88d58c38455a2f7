import type { LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { MenuItem as AriaItem, Menu } from 'react-aria-components/Menu';
import { Icon } from './Icon.tsx';
import styles from './MenuList.module.css';
import { Popover } from './Popover.tsx';

/** One line of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** It makes no sense at this moment. */
  isDisabled?: boolean;
  onAction: () => void;
}

interface Props {
  label: string;
  items: MenuItem[];
  heading?: ReactNode;
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  /** By keyboard the first item is ready at once. */
  opened: 'pointer' | 'keyboard';
  onClose: () => void;
}

/** The open menu. */
export function MenuList({ label, items, heading, button, opened, onClose }: Props) {
  return (
    <Popover button={button} onClose={onClose} className={styles.popover}>
      {heading && <div className={styles.heading}>{heading}</div>}
      <Menu
        aria-label={label}
        autoFocus={opened === 'keyboard' ? 'first' : true}
        onClose={onClose}
        className={styles.menu ?? ''}
      >
        {items.map((item) => (
          <AriaItem
            key={item.id}
            id={item.id}
            textValue={item.label}
            isDisabled={item.isDisabled ?? false}
            onAction={item.onAction}
            className={styles.item ?? ''}
          >
            {item.icon && <Icon of={item.icon} size={18} />}
            {item.label}
          </AriaItem>
        ))}
      </Menu>
    </Popover>
  );
}
