import type { ReactNode } from 'react';
import styles from './ConfirmDialog.module.css';
import { DialogButtons } from './DialogButtons.tsx';
import { LazyDialog } from './lazyPart.ts';

interface Props {
  title: string;
  message: ReactNode;
  confirmLabel: string;
  /** Without it there is no cancel button: the dialog only informs. */
  cancelLabel?: string;
  busy?: boolean;
  hasEntry?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Above the message. */
  children?: ReactNode;
}

export function ConfirmDialog(props: Props) {
  const { title, message, confirmLabel, cancelLabel, busy, hasEntry, onConfirm, onCancel, children } = props;
  return (
    <LazyDialog kind="question" title={title} hasEntry={hasEntry} onClose={onCancel}>
      {children}
      <p className={styles.message}>{message}</p>
      <DialogButtons
        confirm={confirmLabel}
        cancel={cancelLabel}
        busy={busy}
        autoFocus
        className={styles.actions}
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    </LazyDialog>
  );
}
