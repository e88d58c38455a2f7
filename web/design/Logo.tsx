import { classNames } from './classNames.ts';
import styles from './Logo.module.css';

/** The record, `size` pixels wide, with the name beside it; without a name it is decoration. */
export function Logo({ name, size = 30, className }: { name?: string; size?: number; className?: string }) {
  return (
    <span className={classNames(styles.logo, className)}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable={false}>
        <circle cx="16" cy="16" r="16" className={styles.disc} />
        <circle cx="16" cy="16" r="13" className={styles.groove} />
        <circle cx="16" cy="16" r="10" className={styles.groove} />
        <circle cx="16" cy="16" r="6.4" className={styles.label} />
        <circle cx="16" cy="16" r="1.5" className={styles.hole} />
      </svg>
      {name && <span className={styles.name}>{name}</span>}
    </span>
  );
}
