import type { Release } from '@promenade/contract/catalogue';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { PageHead } from '../design/PageHead.tsx';
import { useScroller } from '../design/scroller.ts';
import { logged } from '../platform/logged.ts';
import { useIsMobile } from '../platform/mobile.ts';
import { useSetting } from '../platform/settingStore.ts';
import { useText } from '../platform/text.ts';
import { useRefreshReleases, useReleases } from '../releases/data.ts';
import { FilterBar } from './FilterBar.tsx';
import { countOf, noFilters } from './filters.ts';
import styles from './Gallery.module.css';
import { EmptyGallery, FailedGallery } from './GalleryState.tsx';
import { useGalleryChoice } from './galleryChoice.ts';
import { askedOf, writeChoice } from './galleryUrl.ts';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PullSign } from './PullSign.tsx';
import { usePullToRefresh } from './pullToRefresh.ts';
import { prefetchCardControls } from './ReleaseCard.tsx';
import { GridSkeleton, ReleaseGrid } from './ReleaseGrid.tsx';
import { SortMenu } from './SortMenu.tsx';
import { placeOf, useScrollMemory, useStartOver } from './scrollMemory.ts';

const dialog = async () => ({ default: (await import('../release/ReleaseDialog.tsx')).ReleaseDialog });
const ReleaseDialog = lazy(dialog);
const table = async () => ({ default: (await import('./ReleaseTable.tsx')).ReleaseTable });
const ReleaseTable = lazy(table);
/** A phone's own. */
const FiltersButton = lazy(async () => ({ default: (await import('./FiltersButton.tsx')).FiltersButton }));
/** The pop-up and the list are fetched once the first covers had the line for themselves. */
const PREFETCH_MS = 2_500;

/** All releases of this account: what narrows and orders them, cards or rows, their pop-up, more on scroll, refresh by pulling. */
export function Gallery() {
  const t = useText();
  const scroller = useScroller();
  const isMobile = useIsMobile();
  const view = useSetting((setting) => setting.view);
  const { choice, change } = useGalleryChoice();
  const asked = useMemo(() => askedOf(choice), [choice]);
  const list = useReleases(asked);
  const [opened, setOpened] = useState<Release>();
  const close = useCallback(() => setOpened(undefined), []);
  const chosen = writeChoice(choice);
  const place = placeOf(view, useLatest(chosen, !list.isHeld));
  useStartOver(scroller, chosen);
  const refresh = useRefreshReleases(asked);
  const pull = usePullToRefresh(
    scroller,
    useCallback(
      () => refresh().catch((failure: unknown) => logged('The list could not be refreshed', failure)),
      [refresh],
    ),
  );
  useInfiniteScroll(scroller, list.items.length, list.loadMore);
  usePrefetch();
  const shown = {
    releases: list.items,
    total: list.total,
    isLoadingMore: list.isFetchingNextPage,
    onOpen: isMobile ? undefined : setOpened,
  };
  return (
    <div className={styles.gallery}>
      <PullSign {...pull} />
      <PageHead
        title={t('gallery.title')}
        total={list.status === 'done' && t('gallery.total', { count: list.total })}
        className={styles.head}
      >
        {isMobile ? (
          <Suspense fallback={null}>
            <FiltersButton choice={choice} onChange={change} />
          </Suspense>
        ) : (
          <SortMenu choice={choice} onChange={change} />
        )}
      </PageHead>
      {!isMobile && <FilterBar choice={choice} total={list.total} onChange={change} />}
      {list.status === 'loading' && (view === 'grid' ? <GridSkeleton /> : <ListSkeleton />)}
      {list.status === 'error' && <FailedGallery onRetry={() => void list.refetch()} />}
      {list.status === 'done' && list.items.length === 0 && (
        <EmptyGallery
          onClear={countOf(choice.filters) > 0 ? () => change({ ...choice, filters: noFilters }) : undefined}
        />
      )}
      {list.status === 'done' && list.items.length > 0 && (
        <div className={classNames(styles.list, list.isHeld && styles.held)} aria-busy={list.isHeld}>
          {view === 'grid' ? (
            <ReleaseGrid key={place} {...shown} place={place} />
          ) : (
            <Suspense fallback={<ListSkeleton />}>
              <ReleaseTable
                key={place}
                {...shown}
                columns="list"
                label={t('gallery.title')}
                sort={choice.sort}
                onSort={(sort) => change({ ...choice, sort, days: null })}
              />
              <ScrollMemory key={`scroll ${place}`} place={place} />
            </Suspense>
          )}
        </div>
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

/** Beside what is lazy: its place is found once that is there. */
function ScrollMemory({ place }: { place: string }) {
  useScrollMemory(useScroller(), place);
  return null;
}

/** The value of the last time that it counted. */
function useLatest<Value>(value: Value, counts: boolean): Value {
  const [latest, setLatest] = useState(value);
  if (counts && latest !== value) setLatest(value);
  return counts ? value : latest;
}

function usePrefetch(): void {
  useEffect(() => {
    // A failed fetch here is tried again, and told, when it is needed.
    const timer = setTimeout(() => {
      prefetchCardControls();
      void Promise.allSettled([dialog(), table()]);
    }, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
}
