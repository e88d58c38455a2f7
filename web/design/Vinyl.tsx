import { useId } from 'react';
import { classNames } from './classNames.ts';
import styles from './Vinyl.module.css';

interface Props {
  /** What runs around its label. Without words it is a bare record. */
  words?: string;
  className?: string;
}

/** A record, as wide as its place: ornament only. */
export function Vinyl({ words, className }: Props) {
  const ring = useId();
  return (
    <div className={classNames(styles.vinyl, className)} aria-hidden>
      <div className={styles.sheen} />
      <svg viewBox="0 0 100 100" className={styles.label} focusable={false}>
        <circle cx="50" cy="50" r="50" className={styles.paper} />
        <circle cx="50" cy="50" r="48.6" className={styles.rim} />
        {words && (
          <>
            <path id={ring} d="M50 50m-31 0a31 31 0 1 1 62 0a31 31 0 1 1 -62 0" fill="none" />
            <text className={styles.words}>
              <textPath href={`#${ring}`} textLength="192">
                {words}
              </textPath>
            </text>
          </>
        )}
        <circle cx="50" cy="50" r="3.6" className={styles.hole} />
      </svg>
    </div>
  );
}
