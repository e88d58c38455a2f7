import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './FullScreen.module.css';

interface Props {
  label: string;
  /** For Escape; the content has a control of its own. */
  onClose: () => void;
  children: ReactNode;
}

/** The whole screen for a picture, a text or the player. Shown as long as it is rendered. */
export function FullScreen({ label, onClose, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // While it is still there: only then what had the focus gets it back.
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
