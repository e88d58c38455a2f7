import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  Fragment,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { getTargetRow, includeIndexes, useListFocus } from '../../design/listNavigation.ts';
import { useDraggedId, useRowKey } from '../../design/Reorder.tsx';
import { useDensity } from '../../platform/density.ts';
import type { Density } from '../../platform/settingsStore.ts';
import { useText } from '../../platform/text.ts';
import styles from './QueueList.module.css';
import { QueueListRow } from './QueueListRow.tsx';
import { removeRow } from './queueActions.ts';
import { getRowHeight, type QueueRow, splitSections } from './queueRows.ts';

interface Props {
  rows: readonly QueueRow[];
  onOpen?: (id: string, isOpen: boolean) => void;
}

/** The virtualised lists of the sections, with one tab stop: arrow keys move it, Delete removes its row. */
export function QueueList(props: Props) {
  const density = useDensity();
  // Another row height needs a new virtual list.
  return <VirtualRows key={density} {...props} density={density} />;
}

function VirtualRows({ rows, onOpen, density }: Props & { density: Density }) {
  const t = useText();
  const getKey = useRowKey();
  const sections = useMemo(() => splitSections(rows), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState({ id: '', index: 0 });
  const stops = useMemo(() => rows.flatMap((row, index) => (hasControl(row) ? [{ id: row.id, index }] : [])), [rows]);
  // After a removal the row at the same position becomes the tab stop.
  const stop =
    stops.find(({ id }) => id === selected.id) ?? stops.find(({ index }) => index >= selected.index) ?? stops.at(-1);
  const draggedId = useDraggedId();
  const draggedIndex = draggedId === undefined ? -1 : rows.findIndex(({ id }) => id === draggedId);
  const stopIndex = stop?.index ?? -1;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    estimateSize: (index) => getRowHeight(rows[index], density),
    measureElement: (element) => getRowHeight(rows[Number(element.getAttribute('data-index'))], density),
    overscan: 8,
    directDomUpdates: true,
    useFlushSync: false,
    rangeExtractor: useCallback(
      (range: Range) => includeIndexes(defaultRangeExtractor(range), [stopIndex, draggedIndex], range.count),
      [stopIndex, draggedIndex],
    ),
  });
  const focus = useListFocus<string>(
    (id) => scroller.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"] [data-stop]`),
    stop?.id,
  );
  useEffect(() => {
    if (stopIndex !== -1 && scroller.current?.contains(document.activeElement))
      list.scrollToIndex(stopIndex, { align: 'auto' });
  }, [list, stopIndex]);

  function handleKey(event: KeyboardEvent) {
    const row = rows[stopIndex];
    if (event.defaultPrevented || event.altKey || !row) return;
    if (event.key === 'Delete' || event.key === 'Backspace') removeRow(row);
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / getRowHeight(row, density)));
    const from = stops.findIndex(({ id }) => id === row.id);
    const to = stops[getTargetRow(from, event.key, stops.length, pageRows) ?? -1];
    if (!to) return;
    event.preventDefault();
    setSelected(to);
    focus.moveTo(to.id);
  }

  const shown = list.getVirtualItems();
  function renderLine(index: number, attributes?: ComponentProps<'div'>) {
    const row = rows[index];
    return (
      row && (
        <div
          {...attributes}
          key={row.kind === 'song' ? `${row.id} ${getKey(row.item.uuid)}` : getKey(row.id)}
          ref={list.measureElement}
          data-index={index}
          data-line={row.id}
          className={styles.line}
          style={{ height: getRowHeight(row, density) }}
        >
          <QueueListRow row={row} tabIndex={index === stopIndex ? 0 : -1} onOpen={onOpen} />
        </div>
      )
    );
  }

  return (
    <div ref={scroller} className={styles.scroller}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Handles the keys of the controls in it. */}
      <div
        ref={list.containerRef}
        className={styles.list}
        onKeyDown={handleKey}
        onFocus={({ target }) => {
          const id = target.closest<HTMLElement>('[data-line]')?.dataset['line'];
          const index = rows.findIndex((row) => row.id === id);
          if (id !== undefined && index !== -1) setSelected({ id, index });
          focus.setInside(true);
        }}
        onBlur={() => focus.setInside(false)}
      >
        {sections.map(({ id, start, end }) => {
          const lines = shown.filter(({ index }) => index >= start && index < end);
          return (
            <Fragment key={id}>
              {id !== 'history' && shown.some(({ index }) => index === start - 1) && renderLine(start - 1)}
              {rows[start]?.kind === 'empty'
                ? lines.map(({ index }) => renderLine(index))
                : lines.length > 0 && (
                    <div role="list" aria-label={t(`queue.${id}`)}>
                      {lines.map(({ index }) =>
                        renderLine(index, {
                          role: 'listitem',
                          'aria-setsize': end - start,
                          'aria-posinset': index - start + 1,
                        }),
                      )}
                    </div>
                  )}
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

function hasControl(row: QueueRow): boolean {
  return row.kind !== 'empty' && (row.kind !== 'heading' || row.id === 'earlier');
}
