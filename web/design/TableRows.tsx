import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentType,
  Fragment,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useKeptRows } from './keptRows.ts';
import styles from './TableRows.module.css';
import type { Column } from './tableColumns.ts';
import { moveInRows } from './tableMoves.ts';

/** Pixels of every row. */
const ROW_PX = 56;
/** The page's header with those of the table, and the player, lie over the edges of what scrolls. */
const CLEAR_ABOVE_PX = 136;
const CLEAR_BELOW_PX = 120;

/** What the owner of a table may do to its rows. */
export interface RowsControl {
  /** Brings a row into the window, however far away it is; it is the one that the Tab key stops at then. */
  show(row: number): void;
}

/** Around the cells of a row, inside its element; takes the row's width and lays the cells out by `--columns`. */
export type AroundRow = ComponentType<{ id: string; children: ReactNode }>;

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  loading: ReactNode;
  /** Pixels from the top of what scrolls to the first row. */
  margin: number;
  scroller: HTMLElement;
  around: AroundRow | undefined;
  control: Ref<RowsControl> | undefined;
}

/** The rows of a table that are near the window; the one that holds the focus stays, however far one scrolls. */
export function TableRows<Row>(props: Props<Row>) {
  const { columns, rows, rowKey, loading, margin, scroller, around: Around, control } = props;
  const [chosen, setChosen] = useState(0);
  const stop = Math.max(0, Math.min(chosen, rows.length - 1));
  const list = useVirtualizer({
    count: rows.length + (loading ? 1 : 0),
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    // Rows are as high as they are told: reading it back would force a layout for each.
    measureElement: () => ROW_PX,
    scrollMargin: margin,
    overscan: 6,
    scrollPaddingStart: CLEAR_ABOVE_PX,
    scrollPaddingEnd: CLEAR_BELOW_PX,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: useKeptRows(stop),
  });
  const focus = useFocusRow(list.containerRef);

  function show(row: number) {
    setChosen(row);
    list.scrollToIndex(row, { align: 'auto' });
  }
  useImperativeHandle(control, () => ({ show }));

  function press(event: KeyboardEvent<HTMLElement>) {
    // A menu that was opened from a row is its child here, but not in the page.
    if (event.defaultPrevented || event.altKey || !event.currentTarget.contains(event.target as Node)) return;
    const pageRows = Math.max(1, Math.floor((scroller.clientHeight - CLEAR_ABOVE_PX - CLEAR_BELOW_PX) / ROW_PX));
    const to = moveInRows(stop, event.key, rows.length, pageRows);
    if (to === undefined) return;
    event.preventDefault();
    show(to);
    focus.next(to);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- The grid around it hears the keys of its rows.
    <div
      ref={focus.ref}
      className={styles.rows}
      onKeyDown={press}
      onClick={({ target }) => passOn(target)}
      onFocus={({ target }) => setChosen((now) => focus.gained(target) ?? now)}
      onBlur={focus.lost}
    >
      {list.getVirtualItems().map(({ index }) => {
        const row = rows[index];
        return (
          <div
            key={index}
            ref={list.measureElement}
            data-index={index}
            role="row"
            aria-rowindex={index + 2}
            className={styles.row}
          >
            {row === undefined ? (
              <div role="gridcell" className={styles.loading}>
                {loading}
              </div>
            ) : (
              <Fragment key={rowKey(row)}>
                {inside(Around, rowKey(row), <Cells row={row} columns={columns} tabIndex={index === stop ? 0 : -1} />)}
              </Fragment>
            )}
          </div>
        );
      })}
    </div>
  );
}

const inside = (Around: AroundRow | undefined, id: string, cells: ReactNode): ReactNode =>
  Around ? <Around id={id}>{cells}</Around> : cells;

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  tabIndex: number;
}

const Cells = memo(function CellsOf<Row>({ row, columns, tabIndex }: CellsProps<Row>) {
  return columns.map(({ id, cell, isRowName }, at) => (
    <div key={id} role={isRowName ? 'rowheader' : 'gridcell'} aria-colindex={at + 1} className={styles.cell}>
      {cell(row, tabIndex)}
    </div>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

/** Words that lie above the link of their row, for the hint under the pointer, press it nevertheless. */
function passOn(target: EventTarget): void {
  if (!(target instanceof Element) || target.closest('a, button, [role=menuitem]')) return;
  target.closest('[role=row]')?.querySelector<HTMLElement>('[data-stop]')?.click();
}

/** Puts the focus on a row as soon as it is there: it may have to be drawn first, or its neighbour left the list. */
function useFocusRow(containerRef: (node: HTMLElement | null) => void) {
  const rows = useRef<HTMLElement>(null);
  const wanted = useRef<number>(undefined);
  const held = useRef<number>(undefined);
  useEffect(() => {
    const isGone = held.current !== undefined && document.activeElement === document.body;
    const row = wanted.current ?? (isGone ? held.current : undefined);
    if (row === undefined) return;
    const there = [...(rows.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const stop = there.find((element) => rowOf(element) === row) ?? (isGone ? there.at(-1) : undefined);
    if (!stop) return;
    wanted.current = undefined;
    stop.focus({ preventScroll: true });
  });
  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      rows.current = node;
      containerRef(node);
    },
    [containerRef],
  );
  return {
    ref,
    next: (row: number) => {
      wanted.current = row;
    },
    gained: (element: Element) => {
      held.current = rowOf(element);
      return held.current;
    },
    lost: () => {
      held.current = undefined;
    },
  };
}

function rowOf(element: Element): number | undefined {
  const row = element.closest<HTMLElement>('[data-index]')?.dataset.index;
  return row === undefined ? undefined : Number(row);
}
