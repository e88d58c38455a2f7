import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentType,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { classNames } from './classNames.ts';
import { getTargetRow, includeIndexes, useIsPrinting, useListFocus } from './listNavigation.ts';
import selectable from './Selectable.module.css';
import styles from './TableRows.module.css';
import type { Column } from './tableColumns.ts';

/** Parts of the viewport covered by the sticky headers above and by the player below. */
const COVERED_TOP_PX = 136;
const COVERED_BOTTOM_PX = 120;

const NO_IDS: readonly string[] = [];

export interface TableHandle {
  /** Scrolls a row into view and makes it the row in the tab order. */
  scrollToRow(row: number): void;
}

/** Renders an element around the cells of a row, as wide as the row and laid out by `--columns`. */
export type RowWrapper = ComponentType<{ id: string; children: ReactNode }>;

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  loading: ReactNode;
  /** Pixels from the top of the scrolled content to the first row. */
  offsetTop: number;
  scroller: HTMLElement;
  rowWrapper: RowWrapper | undefined;
  /** Pixels; another height needs a new component. */
  rowHeight: number;
  handle: Ref<TableHandle> | undefined;
  /** Keys of the chosen rows; undefined while nothing is being chosen. */
  selected: ReadonlySet<string> | undefined;
}

/** Renders the rows near the viewport, and always the row in the tab order, so that scrolling never drops the focus. */
export function TableRows<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, loading, offsetTop, scroller, rowWrapper: Wrapper, rowHeight } = props;
  const { handle, selected } = props;
  const [selectedRow, setSelectedRow] = useState(0);
  const tabRow = Math.max(0, Math.min(selectedRow, rows.length - 1));
  const isPrinting = useIsPrinting();
  const keys = useRowKeys(Wrapper ? rows.map(rowKey) : NO_IDS, tabRow);
  const list = useVirtualizer({
    count: rows.length + (loading ? 1 : 0),
    getScrollElement: () => scroller,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: () => rowHeight,
    // The height is fixed: measuring would force a layout for each row.
    measureElement: () => rowHeight,
    scrollMargin: offsetTop,
    overscan: 6,
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: COVERED_BOTTOM_PX,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range) =>
        isPrinting
          ? Array.from({ length: range.count }, (_none, index) => index)
          : includeIndexes(defaultRangeExtractor(range), [tabRow], range.count),
      [tabRow, isPrinting],
    ),
  });
  const container = useRef<HTMLElement>(null);
  const { containerRef } = list;
  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      container.current = node;
      containerRef(node);
    },
    [containerRef],
  );
  const focus = useListFocus<number>(
    (row) => container.current?.querySelector<HTMLElement>(`[data-index="${row}"] [data-stop]`),
    tabRow,
  );

  function scrollToRow(row: number) {
    setSelectedRow(row);
    list.scrollToIndex(row, { align: 'auto' });
  }
  useImperativeHandle(handle, () => ({ scrollToRow }));

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // React events bubble from a menu in a portal, which is outside of this element.
    if (event.defaultPrevented || event.altKey || !event.currentTarget.contains(event.target as Node)) return;
    const pageRows = Math.max(1, Math.floor((scroller.clientHeight - COVERED_TOP_PX - COVERED_BOTTOM_PX) / rowHeight));
    const target = getTargetRow(tabRow, event.key, rows.length, pageRows);
    if (target === undefined) return;
    event.preventDefault();
    scrollToRow(target);
    focus.moveTo(target);
  }

  function renderCells(row: Row, tabIndex: number) {
    const cells = <Cells row={row} columns={columns} tabIndex={tabIndex} />;
    return Wrapper ? <Wrapper id={rowKey(row)}>{cells}</Wrapper> : cells;
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Keys bubble from the controls of the rows; the element around it is the grid.
    <div
      ref={ref}
      className={styles.rows}
      onKeyDown={handleKey}
      onClick={({ target }) => clickRowLink(target)}
      onFocus={({ target }) => {
        setSelectedRow((now) => rowOf(target) ?? now);
        focus.setInside(true);
      }}
      onBlur={() => focus.setInside(false)}
    >
      {list.getVirtualItems().map(({ index }) => {
        const row = rows[index];
        return (
          <div
            key={keys[index] ?? index}
            ref={list.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            aria-selected={row && selected?.has(rowKey(row))}
            data-key={row && rowKey(row)}
            className={classNames(styles.row, selectable.selectable)}
          >
            {row === undefined ? (
              <div role="gridcell" className={styles.loading}>
                {loading}
              </div>
            ) : (
              <Fragment key={rowKey(row)}>{renderCells(row, index === tabRow ? 0 : -1)}</Fragment>
            )}
          </div>
        );
      })}
    </div>
  );
}

/**
 * React keys of rows that can be reordered: their index, until they change places. The row in the tab order then keeps its
 * key and the others get new ones, so that it stays in the document with the focus and the place of a screen reader.
 */
function useRowKeys(ids: readonly string[], tabRow: number): readonly (number | string)[] {
  const [last, setLast] = useState({ ids, keys: [...ids.keys()] as (number | string)[], moves: 0 });
  if (ids.length === last.ids.length && ids.every((id, index) => id === last.ids[index])) return last.keys;
  const before = new Map(last.ids.map((id, index) => [id, index]));
  const isReordered = ids.length === before.size && ids.every((id) => before.has(id));
  const moves = last.moves + 1;
  const keys = ids.map((id, index) => {
    const from = before.get(id) ?? -1;
    return isReordered ? (from === index || index === tabRow ? (last.keys[from] ?? index) : `${id} ${moves}`) : index;
  });
  setLast({ ids, keys, moves });
  return keys;
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  tabIndex: number;
}

const Cells = memo(function CellsOf<Row>({ row, columns, tabIndex }: CellsProps<Row>) {
  return columns.map(({ id, cell, isFixed, isRowName }, index) => (
    <div
      key={id}
      role={isRowName ? 'rowheader' : 'gridcell'}
      aria-colindex={index + 1}
      data-fixed={isFixed}
      className={styles.cell}
    >
      {cell(row, tabIndex)}
    </div>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/** Texts with a tooltip lie above the link of their row: a click on one must activate the link. */
function clickRowLink(target: EventTarget): void {
  if (!(target instanceof Element) || target.closest('a, button, [role=menuitem]')) return;
  target.closest('[role=row]')?.querySelector<HTMLElement>('[data-stop]')?.click();
}

function rowOf(element: Element): number | undefined {
  const row = element.closest<HTMLElement>('[data-index]')?.dataset.index;
  return row === undefined ? undefined : Number(row);
}
