import type { Release } from '@promenade/contract/catalogue';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button, looks } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Question } from '../design/Question.tsx';
import { useScroller } from '../design/scroller.ts';
import type { useFlagged } from '../library/listsData.ts';
import { paths } from '../platform/paths.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { FailedGallery } from './GalleryState.tsx';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import styles from './MarkedList.module.css';
import { useOpenedRelease } from './openedRelease.ts';
import { ReleasePopup } from './ReleasePopup.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import type { SortChoice } from './sortChoice.ts';

interface Props extends SortChoice {
  list: ReturnType<typeof useFlagged>;
  words: Record<'title' | 'empty' | 'emptyHint' | 'clear' | 'question' | 'message', TextKey>;
  onClear: () => Promise<void>;
  rowActions: (release: Release, tabIndex: number) => ReactNode;
  /** Above the table. */
  children?: ReactNode;
}

/** The flagged or the archived releases: a table, more on scroll, and the way to empty it. */
export function MarkedList({ list, words, sort, onSort, onClear, rowActions, children }: Props) {
  const t = useText();
  const scroller = useScroller();
  const popup = useOpenedRelease();
  const [isAsking, setAsking] = useState(false);
  const { items, total, status } = list;
  useInfiniteScroll(scroller, items.length, () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  });
  function clear() {
    setAsking(false);
    void onClear();
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>{t(words.title)}</h1>
          <p className={styles.total} aria-live="polite">
            {status === 'done' && t('library.total', { count: total })}
          </p>
        </div>
        <div className={styles.tools}>
          {children}
          <IconButton icon={RotateCw} label={t('library.refresh')} onClick={list.refresh} />
          <Button size="small" disabled={items.length === 0} onClick={() => setAsking(true)}>
            {t(words.clear)}
          </Button>
        </div>
      </div>
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <FailedGallery onRetry={() => void list.refetch()} />}
      {status === 'done' && items.length === 0 && <Nothing title={words.empty} hint={words.emptyHint} />}
      {status === 'done' && items.length > 0 && (
        <ReleaseTable
          releases={items}
          columns="table"
          total={total}
          isLoadingMore={list.isFetchingNextPage}
          sort={sort}
          onSort={onSort}
          onOpen={popup.onOpen}
          label={t(words.title)}
          rowActions={rowActions}
        />
      )}
      {list.isFetchNextPageError && <FailedGallery onRetry={() => void list.fetchNextPage()} />}
      {isAsking && (
        <Question
          title={t(words.question)}
          message={t(words.message)}
          yes={t(words.clear)}
          no={t('common.cancel')}
          onYes={clear}
          onNo={() => setAsking(false)}
        />
      )}
      <ReleasePopup {...popup} />
    </div>
  );
}

/** An empty list says how things get there. */
export function Nothing({ title, hint }: { title: TextKey; hint: TextKey }) {
  const t = useText();
  return (
    <div className={styles.nothing}>
      <h2 className={styles.subtitle}>{t(title)}</h2>
      <p className={styles.hint}>{t(hint)}</p>
      <Link to={paths.releases} className={looks({ look: 'secondary' })}>
        {t('library.to-releases')}
      </Link>
    </div>
  );
}
