import { MOBILE_BELOW_PX, TABLET_BELOW_PX } from '@promenade/contract/limits';
import { type ReactNode, useMemo, useState } from 'react';
import { nextSort, sortRows } from '../../design/sortRows.ts';
import { Table } from '../../design/Table.tsx';
import type { TableSort } from '../../design/tableColumns.ts';
import { type TableKind, useColumnSizing } from '../../platform/columnWidthsStore.ts';
import { useRowHeight } from '../../platform/density.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { usePanels } from '../../player/panelStore.ts';
import { NoResults } from '../ListStates.tsx';
import { RowSkeleton } from '../Skeletons.tsx';
import type { CatalogueColumn } from './tableColumns.ts';

/** Width of the queue beside the page, the same as in Shell.module.css. */
const QUEUE_PX = 348;

interface Props<Row> {
  kind: TableKind;
  label: string;
  /** A new array rerenders all rows. */
  columns: readonly CatalogueColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  total?: number | undefined;
  isLoadingMore?: boolean;
  /** The server's order; without it the table sorts its rows itself. */
  order?: { sort: TableSort; onSort: (sort: TableSort) => void } | undefined;
  /** Keys of the chosen rows; undefined while nothing is being chosen. */
  selected?: ReadonlySet<string> | undefined;
  /** Rendered after the table, in one element with it; gets the rows in their order. */
  renderAfter?: (rows: readonly Row[]) => ReactNode;
}

/** The common behaviour of all tables of the catalogue: columns by window width, sorting, widths, the empty state. */
export function CatalogueTable<Row>(props: Props<Row>) {
  const { kind, label, columns, rows, rowKey, total, isLoadingMore, order, selected, renderAfter } = props;
  const t = useText();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  // The queue takes its width from the page.
  const isQueueOpen = usePanels((panels) => panels.isQueueOpen);
  const isWide = !useBelow(TABLET_BELOW_PX + (isQueueOpen ? QUEUE_PX : 0));
  const sizing = useColumnSizing(kind);
  const rowHeight = useRowHeight();
  const [localSort, setLocalSort] = useState<TableSort>();
  const sort = order?.sort ?? localSort;
  const visibleColumns = useMemo(
    () =>
      columns
        .filter((column) => (isCompact ? column.isCompact : isWide || !column.isWide))
        .map((column) => ({ ...column, header: t(column.header) })),
    [columns, t, isCompact, isWide],
  );
  const sorted = useMemo(() => {
    const getValue = localSort && columns.find(({ id }) => id === localSort.column)?.value;
    return getValue ? sortRows(rows, getValue, localSort.isDescending, getLanguage()) : rows;
  }, [rows, columns, localSort]);
  if (rows.length === 0) return <NoResults />;
  return (
    <div>
      <Table
        label={label}
        columns={visibleColumns}
        rows={sorted}
        rowKey={rowKey}
        total={total}
        loading={isLoadingMore ? <RowSkeleton /> : undefined}
        sort={sort}
        onSort={(column) => (order?.onSort ?? setLocalSort)(nextSort(sort, column))}
        resizing={sizing}
        rowHeight={rowHeight}
        selected={selected}
      />
      {renderAfter?.(sorted)}
    </div>
  );
}
