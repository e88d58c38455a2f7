import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { lazyPart } from './lazyPart.ts';
import styles from './MenuButton.module.css';
import type { MenuItem } from './MenuList.tsx';

interface Props {
  label: string;
  items: MenuItem[];
  /** Above the items. */
  heading?: ReactNode;
  className?: string | undefined;
  /** Content of the button; three dots by default. */
  children?: ReactNode;
  tabIndex?: number | undefined;
}

const load = async () => (await import('./MenuList.tsx')).MenuList;
const MenuList = lazyPart(load);
const DOTS = <Icon icon={Ellipsis} size={18} />;

/** A button that opens a menu. The code of the menu loads on hover or focus. */
export function MenuButton({ label, items, heading, className = styles.more, children = DOTS, tabIndex }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>();
  const close = () => setOpenedBy(undefined);
  const prefetch = () => void load().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        // `detail` is 0 when a key caused the click.
        onClick={(event) => (openedBy ? close() : setOpenedBy(event.detail === 0 ? 'keyboard' : 'pointer'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpenedBy('keyboard');
        }}
      >
        {children}
      </button>
      {openedBy && (
        <MenuList label={label} items={items} heading={heading} trigger={button} openedBy={openedBy} onClose={close} />
      )}
    </>
  );
}
