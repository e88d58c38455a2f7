import { Ellipsis } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './MenuButton.module.css';
import type { MenuItem } from './MenuList.tsx';

interface Props {
  /** What the menu is about, for ears. */
  label: string;
  items: MenuItem[];
  /** Above the items: whose menu it is. */
  heading?: ReactNode;
  className?: string | undefined;
  /** Inside the button, if not three dots. */
  children?: ReactNode;
  tabIndex?: number | undefined;
}

const load = async () => ({ default: (await import('./MenuList.tsx')).MenuList });
const MenuList = lazy(load);
const DOTS = <Icon of={Ellipsis} size={18} />;

/** A plain button that opens a menu; the menu's own code comes when the pointer or the focus is near. */
export function MenuButton({ label, items, heading, className = styles.more, children = DOTS, tabIndex }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<'pointer' | 'keyboard'>();
  const close = () => setOpened(undefined);
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
        aria-expanded={opened !== undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        // A click without a pointer counts no clicks.
        onClick={(event) => (opened ? close() : setOpened(event.detail === 0 ? 'keyboard' : 'pointer'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpened('keyboard');
        }}
      >
        {children}
      </button>
      {opened && (
        <Suspense fallback={null}>
          <MenuList label={label} items={items} heading={heading} button={button} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
