import { type CSSProperties, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { classNames } from './classNames.ts';
import { usePlace } from './place.ts';
import { useScroller } from './scroller.ts';
import styles from './Table.module.css';
import { type Sizing, TableHeader } from './TableHeader.tsx';
import { type AroundRow, type RowsControl, TableRows } from './TableRows.tsx';
import { TableScrollbar, useSideways } from './TableScrollbar.tsx';
import { type Column, columnPixels, sum, type TableSort, type Widths } from './tableColumns.ts';

interface Props<Row> {
  /** What it lists, for ears. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How many there are in all, where more come as one scrolls. */
  total?: number | undefined;
  /** Holds the place of rows that are on their way. */
  loading?: ReactNode;
  sort?: TableSort | undefined;
  onSort: (column: string) => void;
  /** Without it columns keep their widths. */
  sizing?: Sizing | undefined;
  around?: AroundRow | undefined;
  control?: Ref<RowsControl>;
}

/**
 * A table of any length: only the rows near the window exist, headers sort, edges of columns move, arrows walk from row
 * to row. Wider than its place it scrolls inside itself.
 */
export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, total, loading, sort, onSort, sizing, around, control } = props;
  const table = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const place = usePlace(body, scroller);
  const [dragged, setDragged] = useState<Widths>();
  const pixels = columnPixels(columns, dragged ?? sizing?.widths ?? {}, place?.width ?? 0);
  const across = sum(pixels);
  const isWider = place !== undefined && across > place.width;
  const follow = useSideways(table);
  const measures = { '--columns': pixels.map((width) => `${width}px`).join(' '), '--across': `${across}px` };
  return (
    <div
      ref={table}
      className={styles.table}
      role="grid"
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length}
      aria-busy={Boolean(loading)}
      style={measures as CSSProperties}
      tabIndex={-1}
      onScrollCapture={follow}
      onKeyDown={(event) => descend(event, body.current)}
    >
      <div role="rowgroup" className={styles.top}>
        {isWider && <TableScrollbar />}
        <div className={styles.headers} data-sideways>
          <TableHeader
            columns={columns}
            pixels={pixels}
            sort={sort}
            onSort={onSort}
            sizing={sizing}
            onDrag={setDragged}
          />
        </div>
      </div>
      <div ref={body} role="rowgroup" className={classNames(isWider && styles.sideways)} data-sideways>
        {place && scroller && (
          <TableRows
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            loading={loading}
            margin={place.margin}
            scroller={scroller}
            around={around}
            control={control}
          />
        )}
      </div>
    </div>
  );
}

/** From the headers an arrow leads down to the row that the Tab key would reach last. */
function descend(event: KeyboardEvent, body: HTMLElement | null): void {
  const isHeader = event.target instanceof Element && event.target.closest('[role=columnheader]') !== null;
  if (!isHeader || event.key !== 'ArrowDown') return;
  event.preventDefault();
  body?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus();
}
