import { useText } from '../platform/text.ts';
import styles from './FilterBar.module.css';

/** How many are active, at the end of a control's words; nothing of none. */
export function FilterCount({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={styles.count} aria-hidden>
        {count}
      </span>
      <span className="onlyHeard">{t('filters.count', { count })}</span>
    </>
  );
}
