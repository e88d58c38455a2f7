import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useKeptRows } from '../design/keptRows.ts';
import { useDragged } from '../design/Reorder.tsx';
import { moveInRows } from '../design/tableMoves.ts';
import { QueueLine } from './QueueLine.tsx';
import styles from './QueueList.module.css';
import { removeRow } from './queueHandling.ts';
import { type QueueRow, rowPixels } from './queueRows.ts';

interface Props {
  rows: readonly QueueRow[];
  label: string;
  onOpen?: (id: string, isOpen: boolean) => void;
}

/** The lines near the window, of any number. One of them is the stop of the Tab key: arrows walk, Delete removes. */
export function QueueList({ rows, label, onOpen }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ id: '', at: 0 });
  const stops = useMemo(() => rows.flatMap((row, at) => (hasControl(row) ? [{ id: row.id, at }] : [])), [rows]);
  // A line that left hands over to the one that took its place.
  const stop = stops.find(({ id }) => id === chosen.id) ?? stops.find(({ at }) => at >= chosen.at) ?? stops.at(-1);
  const dragged = useDragged();
  const draggedAt = dragged === undefined ? -1 : rows.findIndex(({ id }) => id === dragged);
  const stopAt = stop?.at ?? -1;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    estimateSize: (at) => rowPixels(rows[at]),
    // Lines are as high as they are told: reading it back would force a layout for each.
    measureElement: (element) => rowPixels(rows[Number(element.getAttribute('data-index'))]),
    overscan: 8,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: useKeptRows(stopAt, draggedAt),
  });
  const focus = useFocusLine(scroller, stop?.id);
  useEffect(() => {
    if (stopAt !== -1 && scroller.current?.contains(document.activeElement))
      list.scrollToIndex(stopAt, { align: 'auto' });
  }, [list, stopAt]);

  function press(event: KeyboardEvent) {
    const row = rows[stopAt];
    if (event.defaultPrevented || event.altKey || !row) return;
    if (event.key === 'Delete' || event.key === 'Backspace') removeRow(row);
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPixels(row)));
    const from = stops.findIndex(({ id }) => id === row.id);
    const to = stops[moveInRows(from, event.key, stops.length, pageRows) ?? -1];
    if (!to) return;
    event.preventDefault();
    setChosen(to);
    focus.next(to.id);
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hears the keys of the controls in it. */}
      <div
        ref={list.containerRef}
        role="list"
        aria-label={label}
        className={styles.list}
        onKeyDown={press}
        onFocus={({ target }) => {
          const id = target.closest<HTMLElement>('[data-line]')?.dataset['line'];
          const at = rows.findIndex((row) => row.id === id);
          if (id !== undefined && at !== -1) setChosen({ id, at });
          focus.gained();
        }}
        onBlur={focus.lost}
      >
        {list.getVirtualItems().map(({ index, key }) => {
          const row = rows[index];
          return (
            <div
              key={key}
              ref={list.measureElement}
              data-index={index}
              data-line={row?.id}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={styles.line}
              style={{ height: rowPixels(row) }}
            >
              {row && <QueueLine row={row} tabIndex={index === stopAt ? 0 : -1} onOpen={onOpen} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function hasControl(row: QueueRow): boolean {
  return row.kind !== 'nothing' && (row.kind !== 'heading' || row.id === 'earlier');
}

/** Puts the focus on a line as soon as it is there: it may have to be drawn first, or the one that had it left the list. */
function useFocusLine(scroller: { current: HTMLElement | null }, stop: string | undefined) {
  const wanted = useRef<string>(undefined);
  const isHeld = useRef(false);
  useEffect(() => {
    const isGone = isHeld.current && document.activeElement === document.body;
    const id = wanted.current ?? (isGone ? stop : undefined);
    if (id === undefined) return;
    const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"] [data-stop]`);
    if (!line) return;
    wanted.current = undefined;
    line.focus({ preventScroll: true });
  });
  return {
    next: (id: string) => {
      wanted.current = id;
    },
    gained: () => {
      isHeld.current = true;
    },
    lost: () => {
      isHeld.current = false;
    },
  };
}
