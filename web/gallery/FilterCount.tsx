import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';

/** The number of active filters at the end of a label; empty for none. */
export function FilterCount({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={styles.count} aria-hidden>
        {count}
      </span>
      <span className="visuallyHidden">{t('filters.count', { count })}</span>
    </>
  );
}
