import type { Release } from '@promenade/contract/catalogue';
import { useMemo } from 'react';
import { ArchiveButton } from '../releases/ArchiveButton.tsx';
import { useArchived, useRestoreAll } from './listsData.ts';
import { MarkedList } from './MarkedList.tsx';
import { useSortChoice } from './sortChoice.ts';

/** The releases that were put away. */
export function ArchivedList() {
  const choice = useSortChoice();
  const { sort } = choice;
  const list = useArchived(useMemo(() => (sort ? { sort } : {}), [sort]));
  return (
    <MarkedList
      {...choice}
      list={list}
      onClear={useRestoreAll()}
      rowActions={rowActions}
      words={{
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
