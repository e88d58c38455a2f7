import type { Release, ReleaseSort } from '@promenade/contract/catalogue';
import type { ReactNode } from 'react';
import { useScroller } from '../design/scroller.ts';
import { useOpenedRelease } from '../release/openedRelease.ts';
import { ReleasePopup } from '../release/ReleasePopup.tsx';
import type { useReleasePages } from '../releases/listData.ts';
import { FailedGallery } from './GalleryState.tsx';
import { useInfiniteScroll } from './infiniteScroll.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';

interface Props {
  list: ReturnType<typeof useReleasePages>;
  label: string;
  /** In the place of an empty table. */
  empty: ReactNode;
  sort?: ReleaseSort;
  onSort?: (sort: ReleaseSort) => void;
  rowActions: (release: Release, tabIndex: number) => ReactNode;
}

/** A list of releases as a table with its pop-up, more on scroll; or why there is none. */
export function ReleasePages({ list, empty, ...table }: Props) {
  const { items, total, status } = list;
  const popup = useOpenedRelease();
  useInfiniteScroll(useScroller(), items.length, list.loadMore);
  return (
    <>
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <FailedGallery onRetry={() => void list.refetch()} />}
      {status === 'done' && items.length === 0 && empty}
      {items.length > 0 && (
        <ReleaseTable
          {...table}
          releases={items}
          columns="table"
          total={total}
          isLoadingMore={list.isFetchingNextPage}
          onOpen={popup.onOpen}
        />
      )}
      {list.isFetchNextPageError && <FailedGallery onRetry={() => void list.fetchNextPage()} />}
      <ReleasePopup {...popup} />
    </>
  );
}
