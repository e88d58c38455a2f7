import { useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Vinyl.module.css';

/** A decorative record, as wide as its container; `text` runs around its label. */
export function Vinyl({ text, className }: { text?: string; className?: string }) {
  const pathId = useId();
  return (
    <div className={classNames(styles.vinyl, className)} aria-hidden>
      <div className={styles.sheen} />
      <svg viewBox="0 0 100 100" className={styles.label} focusable={false}>
        <circle cx="50" cy="50" r="50" className={styles.paper} />
        <circle cx="50" cy="50" r="48.6" className={styles.rim} />
        {text && (
          <>
            <path id={pathId} d="M50 50m-31 0a31 31 0 1 1 62 0a31 31 0 1 1 -62 0" fill="none" />
            <text className={styles.text}>
              <textPath href={`#${pathId}`} textLength="192">
                {text}
              </textPath>
            </text>
          </>
        )}
        <circle cx="50" cy="50" r="3.6" className={styles.hole} />
      </svg>
    </div>
  );
}
