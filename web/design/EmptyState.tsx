import type { ReactNode } from 'react';
import styles from './Nothing.module.css';

interface Props {
  title: string;
  hint: string;
  /** It did not come: told to ears at once. */
  isFailure?: boolean;
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2';
  /** The way out. */
  children?: ReactNode;
}

/** Stands where something would: why there is nothing, and what can be done about it. */
export function Nothing({ title, hint, isFailure, heading: Heading = 'h2', children }: Props) {
  return (
    <div className={styles.nothing} role={isFailure ? 'alert' : undefined}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.hint}>{hint}</p>
      {children}
    </div>
  );
}
