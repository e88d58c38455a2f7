import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './FullScreen.module.css';

/** A full-screen modal, open as long as it is rendered. `onClose` is for Escape; the content has its own button. */
export function FullScreen({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closing returns the focus only while the dialog is still in the document.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.full}
      aria-label={label}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
    >
      {children}
    </dialog>
  );
}
