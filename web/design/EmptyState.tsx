import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './EmptyState.module.css';
import { Icon } from './Icon.tsx';

interface Props {
  /** Above the title. */
  icon?: LucideIcon;
  title: string;
  hint: string;
  /** Loading failed: screen readers announce it at once. */
  isFailure?: boolean;
  /** `h1` when it replaces the whole page. */
  heading?: 'h1' | 'h2';
  /** Buttons or links. */
  children?: ReactNode;
}

/** Replaces content that is missing: says why, and what to do. */
export function EmptyState({ icon, title, hint, isFailure, heading: Heading = 'h2', children }: Props) {
  return (
    <div className={classNames('centered', styles.empty)} role={isFailure ? 'alert' : undefined}>
      {icon && (
        <span className={styles.icon}>
          <Icon icon={icon} size={28} />
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  );
}
