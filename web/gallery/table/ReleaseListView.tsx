import type { Release, ReleaseSort } from '@promenade/contract/catalogue';
import type { ReactNode } from 'react';
import type { useReleasePages } from '../../catalogue/data.ts';
import { Failed } from '../../catalogue/Failed.tsx';
import { PrintedPart } from '../../catalogue/PrintedPart.tsx';
import { useUnavailableDialog } from '../../catalogue/releaseErrorStore.ts';
import { useScroller } from '../../design/scroller.ts';
import { useText } from '../../platform/text.ts';
import { ReleasePopup, useOpenedRelease } from '../../release/ReleasePopup.tsx';
import { useInfiniteScroll } from '../infiniteScroll.ts';
import { ListSkeleton } from '../Skeletons.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';

interface Props {
  list: ReturnType<typeof useReleasePages>;
  label: string;
  /** Replaces an empty table. */
  empty: ReactNode;
  sort?: ReleaseSort;
  onSort?: (sort: ReleaseSort) => void;
  rowActions: (release: Release, tabIndex: number) => ReactNode;
}

/** A paged list of releases as a table, with pop-up, infinite scroll, skeleton and errors. */
export function ReleaseListView({ list, empty, ...table }: Props) {
  const t = useText();
  const { items, total, status } = list;
  useUnavailableDialog(list.error);
  const popup = useOpenedRelease();
  useInfiniteScroll(useScroller(), list);
  return (
    <>
      <PrintedPart list={list} />
      {status === 'loading' && <ListSkeleton />}
      {status === 'error' && <Failed title={t('gallery.failed-title')} onRetry={list.refetch} />}
      {status === 'done' && items.length === 0 && empty}
      {items.length > 0 && (
        <ReleaseTable
          {...table}
          releases={items}
          kind="table"
          total={total}
          isLoadingMore={list.isFetchingNextPage}
          onOpen={popup.onOpen}
        />
      )}
      {list.isFetchNextPageError && (
        <Failed title={t('gallery.failed-title')} hint={t('gallery.failed-hint')} onRetry={list.fetchNextPage} />
      )}
      <ReleasePopup {...popup} />
    </>
  );
}
