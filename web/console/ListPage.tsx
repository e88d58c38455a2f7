import { LINE_MAX, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type ReactNode, useCallback } from 'react';
import { Failed } from '../catalogue/Failed.tsx';
import { Pages, RowsSkeleton } from '../catalogue/Pages.tsx';
import { Toolbar } from '../catalogue/Toolbar.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { formatSort, nextSort, parseSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import { useConsoleRowHeight } from '../platform/density.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { SelectionOf } from '../selection/SelectionLayer.tsx';
import { endSelection, selectIds, useSelectedIds } from '../selection/selectionStore.ts';
import { type ListColumn, useColumns } from './ListColumns.tsx';
import styles from './ListPage.module.css';
import type { ListParams } from './listParams.ts';

interface Props<Row> {
  title: string;
  /** Names the table; the title by default. */
  label?: string;
  /** Says how many there are, by name: "36 people". */
  total: (count: number) => string;
  /** The query of one page. */
  list: {
    data: { items: Row[]; total: number; page: number; pagesize: number } | undefined;
    isError: boolean;
    refetch: () => unknown;
  };
  params: Omit<ListParams<string, object>, 'query'> & { query: { sort: string; filter?: string } };
  /** Always the same array while nothing changes. */
  columns: readonly ListColumn<Row>[];
  /** Always the same function. */
  rowKey: (row: Row) => string;
  /** Names the search field; undefined for none. */
  find?: string;
  /** Fields that set further parameters of the address. */
  filters?: ReactNode;
  /** Other controls. */
  actions?: ReactNode;
  /** Between the title and the filters. */
  above?: ReactNode;
  /** Beside the total. */
  note?: ReactNode;
  /** Says that it could not be loaded, where the title is no subject of that sentence. */
  failed?: string;
  /** Shown when the list has nothing, whatever the filters: a sentence, or all of it. */
  empty: string | ReactNode;
  /** What can be done with the selected rows; undefined: rows cannot be selected. */
  bulk?: ((chosen: readonly Row[]) => ReactNode) | undefined;
  /** The rows are releases: the selection is named after them, and begins by a button among `actions`. */
  areReleases?: boolean;
}

/** A page with one list: search, filters, order, page and selection. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, total, list, params, columns, rowKey, find, filters, actions, empty, bulk, areReleases } = props;
  const t = useText();
  useTitle(title, false);
  const { query, isFiltered, set, turnTo } = params;
  const selected = useSelectedIds();
  const rowHeight = useConsoleRowHeight();
  const isPhone = useBelow(MOBILE_BELOW_PX);
  const shown = useColumns(columns);
  const search = useCallback((q: string) => set({ q, page: '' }), [set]);
  const { data } = list;
  const sort = parseSort(query.sort);
  const hasRows = data !== undefined && data.items.length > 0;
  const isEmpty = data?.total === 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        total={data ? total(data.total) : false}
        note={props.note}
        actions={
          <>
            {actions}
            {bulk && hasRows && isPhone && !areReleases && <SelectButton label={t('operator.select')} />}
          </>
        }
      />
      {props.above}
      {(find || filters) && (
        <Toolbar>
          {find && <SearchField label={find} value={query.filter ?? ''} onSearch={search} maxLength={LINE_MAX} />}
          {filters}
        </Toolbar>
      )}
      {list.isError && !data && (
        <Failed title={props.failed ?? t('operator.failed', { what: title })} onRetry={list.refetch} />
      )}
      {!data && !list.isError && <RowsSkeleton />}
      {isEmpty &&
        (typeof empty === 'string' ? (
          <EmptyState
            title={isFiltered ? t('operator.none-title') : empty}
            hint={isFiltered ? t('operator.none-hint') : t('operator.empty-hint')}
          />
        ) : (
          empty
        ))}
      {hasRows && (
        <div>
          <Table
            label={props.label ?? title}
            columns={shown}
            rows={data.items}
            rowKey={rowKey}
            sort={sort}
            onSort={(column) => set({ sort: formatSort(nextSort(sort, column)), page: '' })}
            rowHeight={rowHeight}
            selected={bulk && selected}
            selectAll={
              bulk && (!isPhone || selected)
                ? {
                    label: t('selection.all'),
                    onChange: (isAll) => (isAll ? selectIds(data.items.map(rowKey)) : endSelection()),
                  }
                : undefined
            }
          />
          {bulk && (
            <SelectionOf rows={data.items} idOf={rowKey} {...(!areReleases && { label: t('operator.selected') })}>
              {bulk}
            </SelectionOf>
          )}
        </div>
      )}
      {data && !isEmpty && <Pages {...data} onPage={turnTo} />}
    </div>
  );
}
