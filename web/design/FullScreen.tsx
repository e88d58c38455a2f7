import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './FullScreen.module.css';
import { addTopDialog } from './topDialog.ts';

interface Props {
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A full-screen modal, open as long as it is rendered. `onClose` is for Escape; the content has its own button. */
export function FullScreen({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.showModal();
    const removeTopDialog = addTopDialog(dialog);
    return () => {
      removeTopDialog();
      // Closing returns the focus only while the dialog is still in the document.
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={classNames(styles.full, className)}
      aria-label={label}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      {children}
    </dialog>
  );
}
