import { Info } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Tooltip.module.css';

interface Props {
  /** What it tells about: the words before the sign. */
  children: ReactNode;
  /** What the sign is for, for ears. */
  label: string;
  tip: ReactNode;
}

/** Words with a small sign that tells more under a pointer, a finger or the focus; Escape puts it away. */
export function Tooltip({ children, label, tip }: Props) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <span className={styles.anchor} onPointerEnter={show} onPointerLeave={hide}>
      {children}
      <button
        type="button"
        className={styles.sign}
        aria-label={label}
        aria-describedby={isShown ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === 'Escape' && hide()}
      >
        <Icon of={Info} size={18} />
      </button>
      {isShown && (
        <span role="tooltip" id={id} className={styles.bubble}>
          {tip}
        </span>
      )}
    </span>
  );
}
