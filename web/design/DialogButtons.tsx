import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './DialogButtons.module.css';

interface Props extends Pick<ComponentProps<typeof Button>, 'busy' | 'className'> {
  /** The button that loses nothing takes the focus: cancel, where there is one. */
  autoFocus?: boolean;
  /** Label of the main button. */
  confirm: string;
  /** Label of the cancel button, which is left out without it. */
  cancel?: string | undefined;
  /** Without it the main button submits the form around it. */
  onConfirm?: () => void;
  onCancel?: () => void;
}

/** The buttons at the end of a dialog or form. */
export function DialogButtons({ confirm, cancel, autoFocus, busy, onConfirm, onCancel, className }: Props) {
  return (
    <div className={classNames(styles.buttons, className)}>
      {cancel && (
        <Button variant="plain" autoFocus={autoFocus} onClick={onCancel}>
          {cancel}
        </Button>
      )}
      <Button
        type={onConfirm ? 'button' : 'submit'}
        variant="primary"
        busy={busy}
        autoFocus={autoFocus && !cancel}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </div>
  );
}
