import { LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type ReactNode, useCallback } from 'react';
import { Pages, RowsSkeleton } from '../catalogue/Pages.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { nextSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useConsoleRowHeight } from '../platform/density.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { SelectionOf } from '../selection/SelectionLayer.tsx';
import { endSelection, selectIds, useSelectedIds } from '../selection/selectionStore.ts';
import type { ListParams } from './listParams.ts';
import styles from './OperatorTable.module.css';

interface Props<Row> {
  title: string;
  /** Says how many there are, by name: "36 people". */
  total: (count: number) => string;
  /** The query of one page. */
  list: {
    data: { items: Row[]; total: number; page: number; pagesize: number } | undefined;
    isError: boolean;
    refetch: () => unknown;
  };
  params: ListParams;
  /** Always the same array while nothing changes. */
  columns: readonly Column<Row>[];
  /** Always the same function. */
  rowKey: (row: Row) => string;
  /** Names the search field; undefined for none. */
  find?: string;
  /** Fields that set further parameters of the URL. */
  filters?: ReactNode;
  /** Other controls. */
  actions?: ReactNode;
  /** Shown when the list has nothing, whatever the filters. */
  empty: string;
  /** What can be done with the selected rows; undefined: rows cannot be selected. */
  bulk?: (chosen: readonly Row[]) => ReactNode;
}

/** A page of the console with one list: search, filters, order, page and selection. */
export function OperatorTable<Row>(props: Props<Row>) {
  const { title, total, list, params, columns, rowKey, find, filters, actions, empty, bulk } = props;
  const t = useText();
  useTitle(title, false);
  const { query, set } = params;
  const selected = useSelectedIds();
  const rowHeight = useConsoleRowHeight();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const search = useCallback((q: string) => set({ q, page: '' }), [set]);
  const { data } = list;
  const { sort, page: _page, ...filtered } = query;
  const isFiltered = Object.keys(filtered).length > 0;
  const current = { column: sort.replace('-', ''), isDescending: sort.startsWith('-') };
  const hasRows = data !== undefined && data.items.length > 0;
  const isEmpty = data?.total === 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        total={data ? total(data.total) : false}
        actions={
          <>
            {actions}
            {bulk && hasRows && isCompact && <SelectButton label={t('operator.select')} />}
          </>
        }
      />
      {(find || filters) && (
        <Toolbar>
          {find && <SearchField label={find} value={query.filter ?? ''} onSearch={search} maxLength={LINE_MAX} />}
          {filters}
        </Toolbar>
      )}
      {list.isError && !data && (
        <EmptyState isFailure title={t('operator.failed', { what: title })} hint={t('common.failed-hint')}>
          <Button variant="primary" onClick={() => void list.refetch()}>
            {t('gallery.retry')}
          </Button>
        </EmptyState>
      )}
      {!data && !list.isError && <RowsSkeleton />}
      {isEmpty && (
        <EmptyState
          title={isFiltered ? t('operator.none-title') : empty}
          hint={isFiltered ? t('operator.none-hint') : t('operator.empty-hint')}
        />
      )}
      {hasRows && (
        <div>
          <Table
            label={title}
            columns={columns}
            rows={data.items}
            rowKey={rowKey}
            sort={current}
            onSort={(column) => {
              const next = nextSort(current, column);
              set({ sort: `${next.isDescending ? '-' : ''}${column}`, page: '' });
            }}
            rowHeight={rowHeight}
            selected={bulk && selected}
            selectAll={
              bulk && (!isCompact || selected)
                ? {
                    label: t('selection.all'),
                    onChange: (isAll) => (isAll ? selectIds(data.items.map(rowKey)) : endSelection()),
                  }
                : undefined
            }
          />
          {bulk && (
            <SelectionOf rows={data.items} idOf={rowKey} label={t('operator.selected')}>
              {bulk}
            </SelectionOf>
          )}
        </div>
      )}
      {data && !isEmpty && <Pages {...data} onPage={(next) => set({ page: next > 1 ? String(next) : '' }, true)} />}
    </div>
  );
}
