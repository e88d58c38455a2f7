import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classNames } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

interface Props {
  kind: 'error' | 'info' | 'success';
  title: string;
  /** More words, or a link. */
  children?: ReactNode;
  /** With both, it can be closed. */
  closeLabel?: string;
  onClose?: () => void;
}

const icons = { error: CircleAlert, info: Info, success: CircleCheck };

/** A message in the flow of the page. An error speaks up at once, the rest waits for a pause. */
export function Banner({ kind, title, children, closeLabel, onClose }: Props) {
  return (
    <div className={classNames(styles.banner, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
      <span className={styles.icon}>
        <Icon of={icons[kind]} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.message}>{children}</div>}
      </div>
      {closeLabel && onClose && <IconButton icon={X} label={closeLabel} size="small" iconSize={18} onClick={onClose} />}
    </div>
  );
}
