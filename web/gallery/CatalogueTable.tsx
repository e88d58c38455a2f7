import { useMemo, useState } from 'react';
import { nextSort, sortRows } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { Column, TableSort } from '../design/tableColumns.ts';
import { useIsMobile } from '../platform/mobile.ts';
import { type TableKind, useSizing } from '../platform/tableStore.ts';
import { language, useText } from '../platform/text.ts';
import { NoResults } from './NoResults.tsx';
import { RowSkeleton } from './RowSkeleton.tsx';
import type { ColumnPlan } from './tableColumns.ts';
import { useIsWide } from './wide.ts';

/** What stands in the columns, by their ids. The same object as long as it draws the same. */
export type Cells<Row, Id extends string> = Readonly<Record<Id, Column<Row>['cell']>>;

interface Props<Row, Id extends string> {
  kind: TableKind;
  label: string;
  plan: readonly ColumnPlan<Row, Id>[];
  cells: Cells<Row, Id>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  total?: number | undefined;
  isLoadingMore?: boolean;
  /** The server sorts, in this order; without it the table sorts what it has. */
  order?: { sort: TableSort; onSort: (sort: TableSort) => void } | undefined;
}

/** A table of things from the catalogue: what every one of them does alike. */
export function CatalogueTable<Row, Id extends string>({
  kind,
  label,
  plan,
  cells,
  rows,
  rowKey,
  total,
  isLoadingMore,
  order,
}: Props<Row, Id>) {
  const t = useText();
  const isCompact = useIsMobile();
  const isWide = useIsWide();
  const sizing = useSizing(kind);
  const [own, setOwn] = useState<TableSort>();
  const sort = order?.sort ?? own;
  const columns = useMemo(
    () =>
      plan
        .filter((column) => (isCompact ? column.isCompact : isWide || !column.isWide))
        .map((column) => ({ ...column, header: t(column.header), cell: cells[column.id] })),
    [plan, cells, t, isCompact, isWide],
  );
  const sorted = useMemo(() => {
    const valueOf = own && plan.find(({ id }) => id === own.column)?.value;
    return valueOf ? sortRows(rows, valueOf, own.isDescending, language()) : rows;
  }, [rows, plan, own]);
  if (rows.length === 0) return <NoResults />;
  return (
    <Table
      label={label}
      columns={columns}
      rows={sorted}
      rowKey={rowKey}
      total={total}
      loading={isLoadingMore ? <RowSkeleton /> : undefined}
      sort={sort}
      onSort={(column) => (order?.onSort ?? setOwn)(nextSort(sort, column))}
      sizing={sizing}
    />
  );
}
