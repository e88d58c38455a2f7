import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface Props {
  kind: 'error' | 'info' | 'success';
  title: string;
  /** Title or message begins with a name, which is not capitalised. */
  isNameFirst?: boolean;
  children?: ReactNode;
  /** The close button needs both. */
  closeLabel?: string;
  onClose?: () => void;
}

const icons = { error: CircleAlert, info: Info, success: CircleCheck };

/** A message in the flow of the page. Screen readers announce errors at once and other messages politely. */
export function Banner({ kind, title, isNameFirst = false, children, closeLabel, onClose }: Props) {
  const letters = isNameFirst ? undefined : styles.sentence;
  return (
    <div className={classNames(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon icon={icons[kind]} size={20} />
      </span>
      <div className={styles.content}>
        <p className={classNames(styles.title, letters)}>{title}</p>
        {children && <div className={classNames(styles.message, letters)}>{children}</div>}
      </div>
      {closeLabel && onClose && <IconButton icon={X} label={closeLabel} size="small" iconSize={18} onClick={onClose} />}
    </div>
  );
}
