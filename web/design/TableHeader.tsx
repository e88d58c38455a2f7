import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { ColumnSeparator } from './ColumnSeparator.tsx';
import { Icon } from './Icon.tsx';
import styles from './TableHeader.module.css';
import { type Column, resized, type TableSort, unsized, type Widths } from './tableColumns.ts';

/** What a person may change about the columns. */
export interface Sizing {
  widths: Widths;
  onWidths: (widths: Widths) => void;
  /** Least pixels of a column. */
  least: number;
  /** After a drag, headers sort again only so many milliseconds later. */
  releaseMs: number;
  /** Names the separator of a column. */
  label: (header: string) => string;
}

interface Props<Row> {
  columns: readonly Column<Row>[];
  pixels: readonly number[];
  sort: TableSort | undefined;
  onSort: (column: string) => void;
  /** Without it there are no separators. */
  sizing: Sizing | undefined;
  /** While a separator is dragged. */
  onDrag: (widths: Widths | undefined) => void;
}

/** The headers of a table: they sort, and their edges move. */
export function TableHeader<Row>({ columns, pixels, sort, onSort, sizing, onDrag }: Props<Row>) {
  const isDragged = useRef(false);
  function dragged(widths: Widths) {
    isDragged.current = true;
    onDrag(widths);
  }
  function release({ onWidths, releaseMs }: Sizing, widths: Widths | undefined) {
    setTimeout(() => {
      isDragged.current = false;
    }, releaseMs);
    onDrag(undefined);
    if (widths) onWidths(widths);
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.row}>
      {columns.map(({ id, header, isSortable, isFixed }, at) => {
        const order = sort?.column === id ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
        const width = pixels[at] ?? 0;
        return (
          <div
            key={id}
            role="columnheader"
            aria-label={header}
            aria-colindex={at + 1}
            aria-sort={isSortable ? order : undefined}
            className={styles.cell}
          >
            {isSortable ? (
              <button type="button" className={styles.sort} onClick={() => isDragged.current || onSort(id)}>
                <span className={styles.words}>{header}</span>
                {order !== 'none' && <Icon of={order === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
              </button>
            ) : (
              <span className={isFixed ? 'onlyHeard' : styles.words}>{header}</span>
            )}
            {sizing && !isFixed && (
              <ColumnSeparator
                label={sizing.label(header)}
                width={width}
                least={sizing.least}
                onDrag={(to) => dragged(resized(columns, sizing.widths, pixels, at, to))}
                onRelease={(to) =>
                  release(sizing, to === undefined ? to : resized(columns, sizing.widths, pixels, at, to))
                }
                onReset={() => sizing.onWidths(unsized(sizing.widths, id))}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
