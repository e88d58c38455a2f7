import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import styles from './Popover.module.css';

interface Props {
  label: string;
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  /** Pixels, as far as the window has them. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A panel that hangs on a button and keeps the focus; Escape or a click beside it closes it. */
export function Popover({ label, button, width, onClose, children }: Props) {
  return (
    <AriaPopover
      isOpen
      triggerRef={button}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={8}
      style={{ width }}
      className={styles.popover ?? ''}
    >
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {children}
      </Dialog>
    </AriaPopover>
  );
}
