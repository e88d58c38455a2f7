import type { ReactNode, RefObject } from 'react';
import { Popover } from 'react-aria-components/Popover';
import styles from './PanelPopover.module.css';

interface Props {
  /** What it is for, for ears. */
  label: string;
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  /** Pixels; what is beyond scrolls inside. */
  width: number;
  height: number;
  onClose: () => void;
  children: ReactNode;
}

/** A small panel at a control, of fixed size; Escape or a press beside it closes it. Shown as long as it is rendered. */
export function PanelPopover({ label, button, width, height, onClose, children }: Props) {
  return (
    <Popover
      isOpen
      aria-label={label}
      triggerRef={button}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={8}
      maxHeight={height}
      style={{ width, height }}
      className={styles.panel ?? ''}
    >
      {children}
    </Popover>
  );
}
