import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface Props {
  kind: 'error' | 'info' | 'success';
  title: string;
  children?: ReactNode;
  /** The close button needs both. */
  closeLabel?: string;
  onClose?: () => void;
}

const icons = { error: CircleAlert, info: Info, success: CircleCheck };

/** A message in the flow of the page. Screen readers announce errors at once and other messages politely. */
export function Banner({ kind, title, children, closeLabel, onClose }: Props) {
  return (
    <div className={classNames(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon icon={icons[kind]} size={20} />
      </span>
      <div className={styles.content}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.message}>{children}</div>}
      </div>
      {closeLabel && onClose && <IconButton icon={X} label={closeLabel} size="small" iconSize={18} onClick={onClose} />}
    </div>
  );
}
