import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type CSSProperties, type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './Toasts.module.css';
import { useTopDialog } from './topDialog.ts';

interface Toast {
  id: number;
  text: string;
  /** The text begins with a name, which is not capitalised. */
  isNameFirst?: boolean;
  kind: 'success' | 'error' | 'info';
  /** A second button; pressing it also closes the toast. */
  action?: { label: string; onPress: () => void; keyHint: string };
}

interface Props {
  toasts: Toast[];
  /** Names the region. */
  label: string;
  closeLabel: string;
  /** Time until a toast closes by itself, four times as long with an action; hovering or focusing it pauses the time. */
  durationMs: number;
  /** Pixels. */
  width: number;
  maxWidth: number;
  onClose: (id: number) => void;
}

/** Moves the focus to the action of the newest toast that has one. */
const ACTION_KEY = 'F6';
const ACTION_FACTOR = 4;

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** The toasts at the bottom right, oldest first, inside a full-screen dialog if one is open. The live region exists before the first toast. */
export function Toasts({ toasts, label, closeLabel, durationMs, width, maxWidth, onClose }: Props) {
  const size = { '--width': `${width}px`, '--max-width': `${maxWidth}px` } as CSSProperties;
  const topDialog = useTopDialog();
  const regionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = [...(regionRef.current?.querySelectorAll<HTMLElement>('[data-action]') ?? [])].at(-1);
      if (event.key !== ACTION_KEY || !action) return;
      event.preventDefault();
      action.focus();
    };
    // A dialog lets no key through.
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  }, []);
  const region = (
    // The attribute keeps the region usable and announced while a modal dialog is open.
    <section
      ref={regionRef}
      className={styles.region}
      style={size}
      aria-label={label}
      aria-live="polite"
      data-react-aria-top-layer
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} closeLabel={closeLabel} durationMs={durationMs} onClose={onClose} />
      ))}
    </section>
  );
  return topDialog ? createPortal(region, topDialog) : region;
}

type ItemProps = Pick<Props, 'closeLabel' | 'durationMs' | 'onClose'> & { toast: Toast };

function ToastItem({ toast, closeLabel, durationMs, onClose }: ItemProps) {
  const [isPaused, setPaused] = useState(false);
  const { id, action } = toast;
  const hasAction = action !== undefined;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onClose(id), hasAction ? ACTION_FACTOR * durationMs : durationMs);
    return () => clearTimeout(timer);
  }, [isPaused, id, hasAction, durationMs, onClose]);
  const ref = useRef<HTMLDivElement>(null);
  const previousFocus = useRef<EventTarget>(null);
  const returnFocus = () => previousFocus.current instanceof HTMLElement && previousFocus.current.focus();
  // Without a focused element inside it, an open dialog does not receive Escape.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (element?.contains(document.activeElement)) returnFocus();
    };
  }, []);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  const handleFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    pause();
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget;
  };
  const pressAction = () => {
    // Before the action redraws a list: only one that knows of the focus in it focuses the row at its position again.
    returnFocus();
    onClose(id);
    action?.onPress();
  };
  return (
    <div
      ref={ref}
      className={styles.toast}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={handleFocus}
      onBlur={resume}
    >
      <span className={styles[toast.kind]}>
        <Icon icon={icons[toast.kind]} size={20} />
      </span>
      <p className={classNames(styles.text, !toast.isNameFirst && styles.sentence)}>{toast.text}</p>
      {/* A live region speaks texts, not buttons. */}
      {action && <span className="visuallyHidden">{action.keyHint}</span>}
      {action && (
        <button type="button" className={styles.action} title={ACTION_KEY} data-action onClick={pressAction}>
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
