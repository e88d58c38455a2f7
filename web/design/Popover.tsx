import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover';
import { classNames } from './classNames.ts';
import styles from './Popover.module.css';

interface Props extends Pick<PopoverProps, 'aria-label' | 'placement' | 'offset' | 'maxHeight' | 'style'> {
  /** What it hangs on; the focus returns there. */
  button: RefObject<HTMLElement | null>;
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** What opens at a control; Escape or a press beside it closes it. Shown as long as it is rendered. */
export function Popover({ button, onClose, className, ...rest }: Props) {
  return (
    <AriaPopover
      isOpen
      triggerRef={button}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={8}
      {...rest}
      className={classNames(styles.popover, className)}
    />
  );
}

interface PanelProps extends Pick<Props, 'button' | 'onClose' | 'children'> {
  label: string;
  /** Pixels, as far as the window has them. */
  width: number;
}

/** One that keeps the focus inside. */
export function PopoverPanel({ label, width, children, ...rest }: PanelProps) {
  return (
    <Popover {...rest} style={{ width }}>
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {children}
      </Dialog>
    </Popover>
  );
}
