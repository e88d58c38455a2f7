import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './classNames.ts';
import styles from './FullScreen.module.css';
import { usePanelEntry } from './panelHistory.ts';
import { addTopDialog } from './topDialog.ts';

interface Props {
  label: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A full-screen modal, open as long as it is rendered. Escape and the back gesture call `onClose`. */
export function FullScreen({ label, className, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  usePanelEntry(onClose);
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
      onClose={({ currentTarget }) => {
        // The event also follows when the dialog was removed.
        if (!currentTarget.open && currentTarget.isConnected) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
