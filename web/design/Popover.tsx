import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover';
import { classNames } from './classNames.ts';
import styles from './Popover.module.css';

interface Props extends Pick<PopoverProps, 'aria-label' | 'placement' | 'offset' | 'maxHeight' | 'style'> {
  /** The control it opens at; the focus returns there. */
  trigger: RefObject<HTMLElement | null>;
  /** Escape or a click outside. */
  onClose: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A popover at a control, open as long as it is rendered. */
export function Popover({ trigger, onClose, className, ...props }: Props) {
  return (
    <AriaPopover
      isOpen
      triggerRef={trigger}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom end"
      offset={8}
      {...props}
      className={classNames(styles.popover, className)}
    />
  );
}

interface PanelProps extends Pick<Props, 'trigger' | 'onClose' | 'children'> {
  label: string;
  /** Pixels; a narrow window limits it. */
  width: number;
}

/** A popover that traps the focus. */
export function PopoverPanel({ label, width, children, ...props }: PanelProps) {
  return (
    <Popover {...props} style={{ width }}>
      <Dialog aria-label={label} className={styles.dialog ?? ''}>
        {children}
      </Dialog>
    </Popover>
  );
}
