import { LIST_SKELETONS } from '@promenade/contract/limits';
import { useText } from '../platform/text.ts';
import styles from './ListSkeleton.module.css';
import { RowSkeleton } from './RowSkeleton.tsx';

/** What stands in the place of the list while its first page loads (C-GALLERY-13). */
export function ListSkeleton() {
  const t = useText();
  return (
    <div className={styles.list} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: LIST_SKELETONS }, (_none, at) => (
        <RowSkeleton key={at} />
      ))}
    </div>
  );
}
