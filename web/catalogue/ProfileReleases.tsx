import { SEARCH_ALL } from '@promenade/contract/limits';
import { useMemo } from 'react';
import { useScroller } from '../design/scroller.ts';
import { useText } from '../platform/text.ts';
import { useReleases } from './data.ts';
import { FailedGallery } from './GalleryState.tsx';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { NoResults } from './NoResults.tsx';
import { useOpenedRelease } from './openedRelease.ts';
import { ReleasePopup } from './ReleasePopup.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import styles from './SearchPage.module.css';
import { releaseActions } from './SectionTable.tsx';

/** All releases of one artist or label, newest first (C-SEARCH-12, C-SEARCH-13). */
export function ProfileReleases({ profile, name }: { profile: 'artist' | 'label'; name: string }) {
  const t = useText();
  const scroller = useScroller();
  const list = useReleases(
    useMemo(() => ({ [profile]: name, sort: '-date', pagesize: SEARCH_ALL }) as const, [profile, name]),
    'profile',
  );
  const popup = useOpenedRelease();
  useInfiniteScroll(scroller, list.items.length, () => {
    if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) void list.fetchNextPage();
  });
  return (
    <div className={styles.page}>
      <div>
        <p className={styles.hint}>{t(`search.kind-${profile}s`)}</p>
        <h1 className={styles.title}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.hint} aria-live="polite">
          {list.status === 'done' && t('search.releases-count', { count: list.total })}
        </p>
      </div>
      {list.status === 'loading' && <ListSkeleton />}
      {list.status === 'error' && <FailedGallery onRetry={() => void list.refetch()} />}
      {list.status === 'done' && list.items.length === 0 && <NoResults />}
      {list.items.length > 0 && (
        <ReleaseTable
          releases={list.items}
          columns="table"
          total={list.total}
          isLoadingMore={list.isFetchingNextPage}
          onOpen={popup.onOpen}
          label={name}
          rowActions={releaseActions}
        />
      )}
      {list.isFetchNextPageError && <FailedGallery onRetry={() => void list.fetchNextPage()} />}
      <ReleasePopup {...popup} />
    </div>
  );
}
