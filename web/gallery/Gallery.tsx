import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useCount } from '../catalogue/countsData.ts';
import { useRefreshReleases, useReleases } from '../catalogue/data.ts';
import { Failed } from '../catalogue/Failed.tsx';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { PrintedPart } from '../catalogue/PrintedPart.tsx';
import { useUnavailableDialog } from '../catalogue/releaseErrorStore.ts';
import { classNames } from '../design/classNames.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { PageHeader } from '../design/PageHeader.tsx';
import { useScroller } from '../design/scroller.ts';
import { logError } from '../platform/logError.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { ReleasePopup, useOpenedRelease } from '../release/ReleasePopup.tsx';
import { ListSelection } from '../selection/ListSelection.tsx';
import { SelectButton } from '../selection/SelectButton.tsx';
import { FilterBar, FilterPanelButton, SortMenu } from './FilterBar.tsx';
import { countFilters, noFilters } from './filters.ts';
import styles from './Gallery.module.css';
import { formatGalleryParams, toReleaseQuery, useGalleryParams } from './galleryParams.ts';
import { ReleaseGrid } from './grid/ReleaseGrid.tsx';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { EmptyGallery } from './ListStates.tsx';
import { GridSkeleton, ListSkeleton } from './Skeletons.tsx';
import { getScrollKey, useScrollRestoration, useScrollToTop } from './scrollRestoration.ts';

const PullToRefresh = lazy(async () => ({ default: (await import('./laterParts.ts')).laterParts.PullToRefresh }));
const NewReleases = lazy(async () => ({ default: (await import('./laterParts.ts')).laterParts.NewReleases }));
const ReleaseTable = lazy(async () => ({ default: (await import('./table/ReleaseTable.tsx')).ReleaseTable }));
/** The covers stay where they are when the button comes, which on phones has another line. */
const ListenThrough = lazyPart(
  async () => (await import('./laterParts.ts')).laterParts.ListenThrough,
  <span className={styles.space} />,
);

/** All releases of this account, filtered and sorted, as cards or rows; `children` stand below the title. */
export function Gallery({ children }: { children?: ReactNode }) {
  const t = useText();
  const scroller = useScroller();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const view = useSettings((setting) => setting.view);
  const { params, change } = useGalleryParams();
  const query = useMemo(() => toReleaseQuery(params), [params]);
  const list = useReleases(query);
  useUnavailableDialog(list.error);
  const popup = useOpenedRelease();
  const search = formatGalleryParams(params);
  const scrollKey = getScrollKey(view, useLatest(search, !list.isPlaceholderData));
  useScrollToTop(scroller, search);
  const refreshReleases = useRefreshReleases(query);
  const refresh = useCallback(
    () => refreshReleases().catch((failure: unknown) => logError('The gallery could not be refreshed', failure)),
    [refreshReleases],
  );
  useInfiniteScroll(scroller, list);
  const toHear = useCount('tohear');
  const isToHear = params.filters.additionalFilterSettings.tohear && countFilters(params.filters) === 1;
  // Of the releases to hear the list keeps those that were heard meanwhile; the number says what is left.
  const total =
    isToHear && toHear !== undefined
      ? t('gallery.still-to-hear', { count: toHear })
      : t('gallery.total', { count: list.total });
  const isShort = list.status === 'done' && list.total < 2 && countFilters(params.filters) === 0;
  const listProps = {
    releases: list.items,
    total: list.total,
    isLoadingMore: list.isFetchingNextPage,
    onOpen: popup.onOpen,
  };
  return (
    <div className={styles.gallery}>
      <Suspense fallback={null}>
        <PullToRefresh scroller={scroller} onRefresh={refresh} />
      </Suspense>
      <PageHeader
        title={t('gallery.title')}
        total={list.status === 'done' && total}
        note={
          !params.filters.since && (
            <Suspense fallback={null}>
              <NewReleases />
            </Suspense>
          )
        }
        className={styles.head}
        links={<ListLinks />}
        isShort={isShort}
      >
        {isMobile ? (
          <FilterPanelButton params={params} onChange={change} />
        ) : (
          <SortMenu params={params} onChange={change} />
        )}
        <ListenThrough source={{ kind: 'gallery', query }} total={list.total} />
        <SelectButton />
      </PageHeader>
      {children}
      {!isMobile && !isShort && <FilterBar params={params} total={list.total} onChange={change} />}
      <PrintedPart list={list} />
      {list.status === 'loading' && (view === 'grid' ? <GridSkeleton /> : <ListSkeleton />)}
      {list.status === 'error' && <Failed title={t('gallery.failed-title')} onRetry={list.refetch} />}
      {list.status === 'done' && list.items.length === 0 && (
        <EmptyGallery
          isToHear={isToHear}
          onClear={countFilters(params.filters) > 0 ? () => change({ ...params, filters: noFilters }) : undefined}
        />
      )}
      {list.status === 'done' && list.items.length > 0 && (
        <div
          className={classNames(styles.list, list.isPlaceholderData && styles.stale)}
          aria-busy={list.isPlaceholderData}
        >
          {view === 'grid' ? (
            <>
              <ReleaseGrid key={scrollKey} {...listProps} scrollKey={scrollKey} />
              <ListSelection releases={list.items} />
            </>
          ) : (
            <Suspense fallback={<ListSkeleton />}>
              <ReleaseTable
                key={scrollKey}
                {...listProps}
                kind="list"
                label={t('gallery.title')}
                hasMusic={params.filters.bpm !== '' || params.filters.keys.length > 0}
                sort={params.sort}
                onSort={(sort) => change({ ...params, sort, days: null })}
              />
              <ScrollRestoration key={`scroll ${scrollKey}`} scrollKey={scrollKey} />
            </Suspense>
          )}
        </div>
      )}
      {list.isFetchNextPageError && (
        <Failed title={t('gallery.failed-title')} hint={t('gallery.failed-hint')} onRetry={list.fetchNextPage} />
      )}
      <ReleasePopup {...popup} />
    </div>
  );
}

/** A sibling of the lazy table, so that it scrolls once the table is there. */
function ScrollRestoration({ scrollKey }: { scrollKey: string }) {
  useScrollRestoration(useScroller(), scrollKey);
  return null;
}

function useLatest<Value>(value: Value, isCurrent: boolean): Value {
  const [latest, setLatest] = useState(value);
  if (isCurrent && latest !== value) setLatest(value);
  return isCurrent ? value : latest;
}
