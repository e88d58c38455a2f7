import type { Release } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useScroller } from '../design/scroller.ts';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import { useRefreshReleases, useReleases } from './data.ts';
import styles from './Gallery.module.css';
import { EmptyGallery, FailedGallery } from './GalleryState.tsx';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { PullSign } from './PullSign.tsx';
import { usePullToRefresh } from './pullToRefresh.ts';
import { GridSkeleton, ReleaseGrid } from './ReleaseGrid.tsx';

const dialog = async () => ({ default: (await import('./ReleaseDialog.tsx')).ReleaseDialog });
const ReleaseDialog = lazy(dialog);
/** The pop-up is fetched once the first covers had the line for themselves. */
const PREFETCH_MS = 2_500;
const NEWEST = { sort: '-date' } as const;

/** All releases of this account: cards, their pop-up, more on scroll, refresh by pulling. */
export function Gallery() {
  const t = useText();
  const scroller = useScroller();
  const list = useReleases(NEWEST);
  const [opened, setOpened] = useState<Release>();
  const isMobile = useSyncExternalStore(listen, () => window.innerWidth < MOBILE_BELOW_PX);
  const close = useCallback(() => setOpened(undefined), []);
  const refresh = useRefreshReleases(NEWEST);
  const pull = usePullToRefresh(
    scroller,
    useCallback(
      () => refresh().catch((failure: unknown) => logged('The list could not be refreshed', failure)),
      [refresh],
    ),
  );
  useInfiniteScroll(scroller, list.items.length, () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  });
  usePrefetch();
  return (
    <div className={styles.gallery}>
      <PullSign {...pull} />
      <div className={styles.head}>
        <h1 className={styles.title}>{t('gallery.title')}</h1>
        <p className={styles.total} aria-live="polite">
          {list.status === 'done' && t('gallery.total', { count: list.total })}
        </p>
      </div>
      {list.status === 'loading' && <GridSkeleton />}
      {list.status === 'error' && <FailedGallery onRetry={() => void list.refetch()} />}
      {list.status === 'done' && list.items.length === 0 && <EmptyGallery />}
      {list.status === 'done' && list.items.length > 0 && (
        <ReleaseGrid
          releases={list.items}
          total={list.total}
          isLoadingMore={list.isFetchingNextPage}
          onOpen={isMobile ? undefined : setOpened}
        />
      )}
      {list.isFetchNextPageError && <FailedGallery onRetry={() => void list.fetchNextPage()} />}
      {opened && (
        <Suspense fallback={null}>
          <ReleaseDialog release={opened} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function usePrefetch(): void {
  useEffect(() => {
    // A failed fetch here is tried again, and told, when the pop-up opens.
    const timer = setTimeout(() => void dialog().catch(() => undefined), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
}

function listen(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
