import { Button } from './Button.tsx';
import styles from './ConfirmDialog.module.css';
import { LazyDialog } from './LazyDialog.tsx';

interface Props {
  title: string;
  message: string;
  confirmLabel: string;
  /** Without it there is no cancel button: the dialog only informs. */
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

export function ConfirmDialog({ title, message, confirmLabel, cancelLabel, onConfirm, onCancel }: Props) {
  return (
    <LazyDialog kind="question" title={title} onClose={onCancel}>
      <p className={styles.message}>{message}</p>
      <div className={styles.actions}>
        {cancelLabel && (
          <Button variant="plain" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
        <Button variant="primary" onClick={onConfirm} autoFocus>
          {confirmLabel}
        </Button>
      </div>
    </LazyDialog>
  );
}
