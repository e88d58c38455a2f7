import type { Release } from '@promenade/contract/catalogue';
import { useMemo } from 'react';
import { ArchiveButton } from '../catalogue/ArchiveButton.tsx';
import { useArchived, useRestoreAll } from './listsData.ts';
import { MarkedList, useSortParam } from './MarkedList.tsx';

/** Archived releases (requirement C-ROUTE-21). */
export function ArchivedList() {
  const sortState = useSortParam();
  const { sort } = sortState;
  const list = useArchived(useMemo(() => (sort ? { sort } : {}), [sort]));
  return (
    <MarkedList
      {...sortState}
      list={list}
      onClear={useRestoreAll()}
      rowActions={rowActions}
      texts={{
        title: 'library.archived',
        empty: 'library.no-archive-title',
        emptyHint: 'library.no-archive-hint',
        clear: 'library.restore-all',
        question: 'library.restore-title',
        message: 'library.restore-message',
      }}
    />
  );
}

const rowActions = (release: Release, tabIndex: number) => <ArchiveButton release={release} tabIndex={tabIndex} />;
