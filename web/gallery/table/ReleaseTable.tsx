import { type Release, ReleaseSort } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type ReactNode, useMemo } from 'react';
import { formatSort, parseSort } from '../../design/sortRows.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { ListSelection } from '../../selection/ListSelection.tsx';
import { useSelectedIds } from '../../selection/selectionStore.ts';
import { CatalogueTable } from './CatalogueTable.tsx';
import { createReleaseColumns } from './ReleaseColumns.tsx';

interface Props {
  releases: Release[];
  /** `list` is for the gallery and has a menu per row; `table` is for all other pages (requirement C-LIST-07). */
  kind: 'list' | 'table';
  /** Number of rows on the server, when more load while scrolling. */
  total?: number;
  isLoadingMore?: boolean;
  /** The server's order and how to change it; without both the table sorts its rows itself. */
  sort?: ReleaseSort;
  onSort?: (sort: ReleaseSort) => void;
  /** Opens the pop-up; without it a row leads to the page. */
  onOpen?: ((release: Release) => void) | undefined;
  label: string;
  /** The last cell of a `table` row, at most 96 px wide; pass `tabIndex` to the controls. */
  rowActions?: (release: Release, tabIndex: number) => ReactNode;
  /** With tempos and keys. */
  hasMusic?: boolean;
}

/** In narrower windows a row with two buttons has no room for the length. */
const DURATION_FROM_PX = 360;

export function ReleaseTable(props: Props) {
  const { releases, kind, total, isLoadingMore, sort, onSort, onOpen, label, rowActions, hasMusic = false } = props;
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const isTiny = useBelow(DURATION_FROM_PX);
  const columns = useMemo(
    () => createReleaseColumns(kind, { isCompact, isTiny, onOpen, rowActions, hasMusic }),
    [kind, isCompact, isTiny, onOpen, rowActions, hasMusic],
  );
  return (
    <CatalogueTable
      kind="releases"
      label={label}
      columns={columns}
      rows={releases}
      rowKey={({ releaseid }) => releaseid}
      total={total}
      isLoadingMore={isLoadingMore}
      selected={useSelectedIds()}
      renderAfter={(rows) => <ListSelection releases={rows} />}
      order={
        onSort && {
          sort: parseSort(sort ?? '-date'),
          onSort: (next) => onSort(ReleaseSort.parse(formatSort(next))),
        }
      }
    />
  );
}
