import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { Icon } from './Icon.tsx';
import styles from './TableHeader.module.css';
import { type Column, type ColumnWidths, resetColumnWidth, resizeColumn, type TableSort } from './tableColumns.ts';

export interface ColumnResizing {
  widths: ColumnWidths;
  onWidthsChange: (widths: ColumnWidths) => void;
  /** Pixels. */
  minWidth: number;
  /** After a drag, clicks on headers are ignored for this time (requirement C-TABLE-08). */
  sortDelayMs: number;
  /** Names the separator of a column. */
  label: (header: string) => string;
  /** A width in words. */
  valueText: (pixels: number) => string;
}

interface Props<Row> {
  columns: readonly Column<Row>[];
  /** A control in place of the header of the first column. */
  corner: ReactNode;
  pixels: readonly number[];
  sort: TableSort | undefined;
  onSort: (column: string) => void;
  resizing: ColumnResizing | undefined;
  /** Widths during a drag; undefined at its end. */
  onDrag: (widths: ColumnWidths | undefined) => void;
}

export function TableHeader<Row>({ columns, corner, pixels, sort, onSort, resizing, onDrag }: Props<Row>) {
  const isDragging = useRef(false);
  function drag(widths: ColumnWidths) {
    isDragging.current = true;
    onDrag(widths);
  }
  function endDrag({ onWidthsChange, sortDelayMs }: ColumnResizing, widths: ColumnWidths | undefined) {
    setTimeout(() => {
      isDragging.current = false;
    }, sortDelayMs);
    onDrag(undefined);
    if (widths) onWidthsChange(widths);
  }
  return (
    <div role="row" aria-rowindex={1} className={styles.row}>
      {columns.map(({ id, header, isSortable, isFixed }, index) => {
        const order = sort?.column === id ? (sort.isDescending ? 'descending' : 'ascending') : 'none';
        const resizeTo = (width: number) => resizeColumn(columns, resizing?.widths ?? {}, pixels, index, width);
        return (
          <div
            key={id}
            role="columnheader"
            aria-label={header || undefined}
            aria-colindex={index + 1}
            aria-sort={isSortable ? order : undefined}
            className={styles.cell}
          >
            {index === 0 && corner ? (
              corner
            ) : isSortable ? (
              <button type="button" className={styles.sort} onClick={() => isDragging.current || onSort(id)}>
                <span className="ellipsis">{header}</span>
                {order !== 'none' && <Icon icon={order === 'ascending' ? ArrowUp : ArrowDown} size={14} />}
              </button>
            ) : (
              <span className={isFixed ? 'visuallyHidden' : 'ellipsis'}>{header}</span>
            )}
            {resizing && !isFixed && (
              <ColumnSeparator
                label={resizing.label(header)}
                valueText={resizing.valueText(pixels[index] ?? 0)}
                width={pixels[index] ?? 0}
                minWidth={resizing.minWidth}
                onDrag={(width) => drag(resizeTo(width))}
                onDragEnd={(width) => endDrag(resizing, width === undefined ? undefined : resizeTo(width))}
                onReset={() => resizing.onWidthsChange(resetColumnWidth(resizing.widths, id))}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

const KEY_STEP_PX = 10;
const MAX_WIDTH_PX = 1200;

interface SeparatorProps {
  label: string;
  valueText: string;
  /** Pixels. */
  width: number;
  minWidth: number;
  onDrag: (width: number) => void;
  /** Also after a key press; undefined when the drag was cancelled. */
  onDragEnd: (width: number | undefined) => void;
  /** A double click or Enter. */
  onReset: () => void;
}

/** The right edge of a column, resized by dragging or with the arrow keys. */
function ColumnSeparator({ label, valueText, width, minWidth, onDrag, onDragEnd, onReset }: SeparatorProps) {
  const drag = useRef<{ startX: number; startWidth: number; hasMoved: boolean }>(undefined);
  const clamp = (pixels: number) => Math.round(Math.min(MAX_WIDTH_PX, Math.max(minWidth, pixels)));
  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startX: event.clientX, startWidth: width, hasMoved: false };
  }
  function handlePointerMove({ clientX }: PointerEvent) {
    if (!drag.current || clientX === drag.current.startX) return;
    drag.current.hasMoved = true;
    onDrag(clamp(drag.current.startWidth + clientX - drag.current.startX));
  }
  function handlePointerEnd({ type, clientX }: PointerEvent) {
    const ended = drag.current;
    drag.current = undefined;
    if (!ended?.hasMoved) return;
    onDragEnd(type === 'pointerup' ? clamp(ended.startWidth + clientX - ended.startX) : undefined);
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowLeft: -KEY_STEP_PX, ArrowRight: KEY_STEP_PX }[event.key];
    if (event.key === 'Enter') onReset();
    if (step === undefined) return;
    event.preventDefault();
    onDragEnd(clamp(width + step));
  }
  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuetext={valueText}
      aria-valuemin={minWidth}
      aria-valuemax={MAX_WIDTH_PX}
      tabIndex={0}
      className={styles.separator}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onDoubleClick={onReset}
      onKeyDown={handleKey}
    />
  );
}
