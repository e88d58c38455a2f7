import { Info } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Tooltip.module.css';

interface Props {
  /** The text before the info button. */
  children: ReactNode;
  /** Names the info button. */
  label: string;
  tip: ReactNode;
}

/** Text with an info button; hover, tap or focus shows the tooltip, Escape hides it. */
export function Tooltip({ children, label, tip }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const close = () => setOpen(false);
  return (
    <span className={styles.anchor} onPointerEnter={open} onPointerLeave={close}>
      {children}
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-describedby={isOpen ? id : undefined}
        onFocus={open}
        onBlur={close}
        onClick={open}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        <Icon icon={Info} size={18} />
      </button>
      {isOpen && (
        <span role="tooltip" id={id} className={styles.bubble}>
          {tip}
        </span>
      )}
    </span>
  );
}
