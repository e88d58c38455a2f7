import type { Release, ReleaseSort } from '@promenade/contract/catalogue';
import { type ReactNode, useMemo } from 'react';
import { useIsMobile } from '../platform/mobile.ts';
import { CatalogueTable } from './CatalogueTable.tsx';
import { releaseCells } from './ReleaseCells.tsx';
import { LIST_VIEW_COLUMNS, RELEASE_TABLE_COLUMNS, releaseSort, tableSort } from './tableColumns.ts';

interface Props {
  releases: Release[];
  /** `list` is the gallery's, with a menu in each row; `table` that of every other page (C-LIST-07). */
  columns: 'list' | 'table';
  /** How many there are on the server. */
  total: number;
  isLoadingMore: boolean;
  /** The order of the server, which is asked for another by `onSort`; without both the table sorts its rows itself. */
  sort?: ReleaseSort;
  onSort?: (sort: ReleaseSort) => void;
  /** Opens the pop-up; where it is missing a row leads to the page. */
  onOpen?: ((release: Release) => void) | undefined;
  label: string;
  /** At the end of a row of a `table`, at most 96 px; its controls take `tabIndex`. */
  rowActions?: (release: Release, tabIndex: number) => ReactNode;
}

/** Releases as a table. */
export function ReleaseTable(props: Props) {
  const { releases, columns, total, isLoadingMore, sort, onSort, onOpen, label, rowActions } = props;
  const isCompact = useIsMobile();
  const plan = useMemo(() => {
    if (columns === 'list') return LIST_VIEW_COLUMNS;
    return RELEASE_TABLE_COLUMNS.filter(({ id }) => rowActions !== undefined || id !== 'actions');
  }, [columns, rowActions]);
  const cells = useMemo(() => releaseCells({ isCompact, onOpen, rowActions }), [isCompact, onOpen, rowActions]);
  return (
    <CatalogueTable
      kind="releases"
      label={label}
      plan={plan}
      cells={cells}
      rows={releases}
      rowKey={({ releaseid }) => releaseid}
      total={total}
      isLoadingMore={isLoadingMore}
      order={onSort && { sort: tableSort(sort ?? '-date'), onSort: (next) => onSort(releaseSort(next)) }}
    />
  );
}
