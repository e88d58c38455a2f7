import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './DialogButtons.module.css';

interface Props extends Pick<ComponentProps<typeof Button>, 'busy' | 'autoFocus' | 'className'> {
  /** Label of the main button. */
  confirm: string;
  /** Label of the cancel button, which is left out without it. */
  cancel?: string | undefined;
  /** Without it the main button submits the form around it. */
  onConfirm?: () => void;
  onCancel?: () => void;
}

/** The buttons at the end of a dialog or form. */
export function DialogButtons({ confirm, cancel, onConfirm, onCancel, className, ...attributes }: Props) {
  return (
    <div className={classNames(styles.buttons, className)}>
      {cancel && (
        <Button variant="plain" onClick={onCancel}>
          {cancel}
        </Button>
      )}
      <Button {...attributes} type={onConfirm ? 'button' : 'submit'} variant="primary" onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}
