import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type CSSProperties, type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toasts.module.css';

/** A short message in the corner. */
export interface Toast {
  id: number;
  text: string;
  /** The text begins with a name, which keeps its small letter. */
  isNameFirst?: boolean;
  kind: 'success' | 'error' | 'info';
  /** A second control beside the one that closes; pressing it closes, too. */
  action?: { label: string; onPress: () => void };
}

interface Props {
  toasts: Toast[];
  /** Name of the region, for ears. */
  label: string;
  closeLabel: string;
  /** Milliseconds until one goes by itself; a pointer or the focus on it holds it. */
  lasts: number;
  /** Pixels; a narrower window makes them narrower. */
  width: number;
  maxWidth: number;
  onClose: (id: number) => void;
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** The messages at the bottom right, oldest first. The region is always there so that readers hear it. */
export function Toasts({ toasts, label, closeLabel, lasts, width, maxWidth, onClose }: Props) {
  const size = { '--width': `${width}px`, '--max-width': `${maxWidth}px` } as CSSProperties;
  return (
    // The mark keeps it in reach and in hearing while a dialog is open.
    <section className={styles.region} style={size} aria-label={label} aria-live="polite" data-react-aria-top-layer>
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} closeLabel={closeLabel} lasts={lasts} onClose={onClose} />
      ))}
    </section>
  );
}

function OneToast({
  toast,
  closeLabel,
  lasts,
  onClose,
}: Pick<Props, 'closeLabel' | 'lasts' | 'onClose'> & { toast: Toast }) {
  const [isHeld, setHeld] = useState(false);
  const { id, action } = toast;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => onClose(id), lasts);
    return () => clearTimeout(timer);
  }, [isHeld, id, lasts, onClose]);
  const shown = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget>(null);
  // A dialog below would not hear Escape from nowhere.
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      const isWithin = element?.contains(document.activeElement);
      if (isWithin && before.current instanceof HTMLElement) before.current.focus();
    };
  }, []);
  const hold = () => setHeld(true);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    hold();
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const release = () => setHeld(false);
  const act = () => {
    onClose(id);
    action?.onPress();
  };
  return (
    <div
      ref={shown}
      className={styles.toast}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={enter}
      onBlur={release}
    >
      <span className={styles[toast.kind]}>
        <Icon of={icons[toast.kind]} size={20} />
      </span>
      <p className={classNames(styles.text, !toast.isNameFirst && styles.sentence)}>{toast.text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={act}>
          {action.label}
        </button>
      )}
      <IconButton
        icon={X}
        label={closeLabel}
        size="small"
        iconSize={18}
        className={styles.close}
        onClick={() => onClose(id)}
      />
    </div>
  );
}
