import { type CSSProperties, type KeyboardEvent, type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { isWithin } from './keyTargets.ts';
import { focusTabStop } from './listNavigation.ts';
import { useElementLayout, useScroller } from './scroller.ts';
import styles from './Table.module.css';
import { type ColumnResizing, TableHeader } from './TableHeader.tsx';
import { type RowWrapper, type TableHandle, TableRows } from './TableRows.tsx';
import { type Column, type ColumnWidths, columnWidths, fitColumns, sum, type TableSort } from './tableColumns.ts';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Number of rows on the server, when more load while scrolling. */
  total?: number | undefined;
  /** A last row shown while more rows load. */
  loading?: ReactNode;
  sort?: TableSort | undefined;
  onSort: (column: string) => void;
  /** Without it columns cannot be resized. */
  resizing?: ColumnResizing | undefined;
  rowWrapper?: RowWrapper | undefined;
  /** Pixels, the same as `--row`. */
  rowHeight: number;
  handle?: Ref<TableHandle>;
  /** Rows can be chosen; undefined while nothing is being chosen. */
  selected?: ReadonlySet<string> | undefined;
  /** Adds a first column with a mark in each row and, above them, a checkbox that chooses all rows or none. */
  selectAll?: { label: string; onChange: (isAll: boolean) => void } | undefined;
}

/** `data-mark`: a press on it chooses the row (`selectionEvents.ts`). */
const MARKS: Column<unknown> = {
  id: 'marks',
  header: '',
  width: 36,
  isFixed: true,
  cell: () => <span className={styles.mark} data-mark />,
};

/**
 * A virtual grid of any length inside the scrolling page: sortable headers, resizable columns, one row in the tab order.
 * When the columns are wider than the page, headers, rows and a scrollbar above them scroll sideways together
 * (requirement C-TABLE-09).
 */
export function Table<Row>(props: Props<Row>) {
  const { label, rows, rowKey, total, loading, sort, onSort, resizing, rowWrapper, rowHeight } = props;
  const { handle, selected, selectAll } = props;
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const layout = useElementLayout(body, scroller);
  const width = layout?.width;
  const hasMarks = selectAll !== undefined;
  const columns = useMemo(() => {
    const all = hasMarks ? [MARKS, ...props.columns] : props.columns;
    return width === undefined ? all : fitColumns(all, width);
  }, [props.columns, hasMarks, width]);
  /** Widths while a separator is dragged. */
  const [draftWidths, setDraftWidths] = useState<ColumnWidths>();
  const pixels = columnWidths(columns, draftWidths ?? resizing?.widths ?? {}, layout?.width ?? 0);
  const totalWidth = sum(pixels);
  const isOverflowing = layout !== undefined && totalWidth > layout.width;
  const variables = { '--columns': pixels.map((width) => `${width}px`).join(' '), '--table-width': `${totalWidth}px` };
  function syncScroll(target: EventTarget) {
    if (!(target instanceof HTMLElement) || !('sideways' in target.dataset)) return;
    for (const part of table.current?.querySelectorAll('[data-sideways]') ?? [])
      if (part.scrollLeft !== target.scrollLeft) part.scrollLeft = target.scrollLeft;
  }
  return (
    <div
      ref={table}
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length}
      aria-busy={Boolean(loading)}
      aria-multiselectable={(hasMarks || selected !== undefined) && true}
      data-marks={hasMarks || undefined}
      style={variables as CSSProperties}
      tabIndex={-1}
      onScrollCapture={({ target }) => syncScroll(target)}
      onKeyDown={(event) => focusRowFromHeader(event, body.current)}
    >
      <div role="rowgroup" className={styles.top}>
        {isOverflowing && (
          <div className={styles.scrollbar} data-sideways aria-hidden tabIndex={-1}>
            <div className={styles.scrollWidth} />
          </div>
        )}
        <div className={styles.headers} data-sideways>
          <TableHeader
            columns={columns}
            corner={
              selectAll && (
                <SelectAll
                  {...selectAll}
                  chosen={rows.filter((row) => selected?.has(rowKey(row))).length}
                  count={rows.length}
                />
              )
            }
            pixels={pixels}
            sort={sort}
            onSort={onSort}
            resizing={resizing}
            onDrag={setDraftWidths}
          />
        </div>
      </div>
      <div ref={body} role="rowgroup" className={classNames(isOverflowing && styles.sideways)} data-sideways>
        {layout && scroller && (
          <TableRows
            key={rowHeight}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            loading={loading}
            offsetTop={layout.offsetTop}
            scroller={scroller}
            rowWrapper={rowWrapper}
            rowHeight={rowHeight}
            handle={handle}
            selected={selected}
          />
        )}
      </div>
    </div>
  );
}

interface SelectAllProps {
  label: string;
  /** Rows that are chosen, of `count`. */
  chosen: number;
  count: number;
  onChange: (isAll: boolean) => void;
}

function SelectAll({ label, chosen, count, onChange }: SelectAllProps) {
  const isAll = count > 0 && chosen === count;
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = chosen > 0 && !isAll;
      }}
      type="checkbox"
      className={styles.all}
      aria-label={label}
      checked={isAll}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** ArrowDown on a header focuses the row that is in the tab order. */
function focusRowFromHeader(event: KeyboardEvent, body: HTMLElement | null): void {
  if (!isWithin(event.target, '[role=columnheader]') || event.key !== 'ArrowDown') return;
  event.preventDefault();
  if (body) focusTabStop(body);
}
