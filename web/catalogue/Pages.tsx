import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { useText } from '../platform/text.ts';
import styles from './Pages.module.css';

const SKELETON_ROWS = 16;

/** Rows of a table that loads. */
export function RowsSkeleton() {
  return (
    <div className={styles.skeletons}>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <Skeleton key={index} height={32} borderRadius="var(--radius-field)" />
      ))}
    </div>
  );
}

interface PagesProps {
  page: number;
  pagesize: number;
  total: number;
  onPage: (page: number) => void;
}

/** The rows that a page of a list has, and the pages around it; nothing for a single page. Leaves a page behind the last row. */
export function Pages({ page, pagesize, total, onPage }: PagesProps) {
  const t = useText();
  const last = Math.max(1, Math.ceil(total / pagesize));
  useEffect(() => {
    if (page > last) onPage(last);
  }, [page, last, onPage]);
  if (total <= pagesize || page > last) return null;
  const from = (page - 1) * pagesize + 1;
  const to = Math.min(page * pagesize, total);
  return (
    <div className={styles.pages}>
      <IconButton
        icon={ChevronLeft}
        label={t('label.previous')}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <p aria-live="polite">{t('label.page', { from, to, total })}</p>
      <IconButton
        icon={ChevronRight}
        label={t('label.next')}
        disabled={to === total}
        onClick={() => onPage(page + 1)}
      />
    </div>
  );
}
