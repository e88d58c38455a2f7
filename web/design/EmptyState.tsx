import type { ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './EmptyState.module.css';

interface Props {
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
export function EmptyState({ title, hint, isFailure, heading: Heading = 'h2', children }: Props) {
  return (
    <div className={classNames('centered', styles.empty)} role={isFailure ? 'alert' : undefined}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  );
}
