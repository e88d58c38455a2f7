import type { Release } from '@promenade/contract/catalogue';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { focusTabStop } from '../design/listNavigation.ts';
import { useText } from '../platform/text.ts';
import styles from './SelectionBar.module.css';
import { keepListed } from './selection.ts';
import { listenForSelection } from './selectionEvents.ts';
import { endSelection, useSelectedIds, useSelection } from './selectionStore.ts';

const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar);

/** Lets the releases of a list be chosen, in the order of `releases`; rendered inside the element around the list. */
export function SelectionLayer({ releases }: { releases: readonly Release[] }) {
  return (
    <SelectionOf rows={releases} idOf={releaseidOf}>
      {(chosen) => <SelectionBar releases={chosen} />}
    </SelectionOf>
  );
}

export const releaseidOf = ({ releaseid }: { releaseid: string }): string => releaseid;

interface Props<Row> {
  rows: readonly Row[];
  /** The `data-key` of a row; always the same function. */
  idOf: (row: Row) => string;
  /** Names the bar; selected releases by default. */
  label?: string;
  /** What can be done with the chosen ones. */
  children: (chosen: readonly Row[]) => ReactNode;
}

/** The same for rows of another kind, with their own actions. */
export function SelectionOf<Row>({ rows, idOf, label, children }: Props<Row>) {
  const t = useText();
  const layer = useRef<HTMLDivElement>(null);
  const selected = useSelectedIds();
  const order = useMemo(() => rows.map(idOf), [rows, idOf]);
  const latestOrder = useRef(order);
  useLayoutEffect(() => {
    latestOrder.current = order;
    useSelection.setState((selection) => keepListed(selection, order), true);
  }, [order]);
  useEffect(() => {
    const list = layer.current?.parentElement;
    if (!list) return undefined;
    const stop = listenForSelection(list, () => latestOrder.current);
    return () => {
      stop();
      endSelection();
    };
  }, []);
  const isOn = selected !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const list = layer.current?.parentElement;
    return () => {
      // Otherwise the focus would be lost with the button of the bar that was pressed.
      if (list && document.activeElement === document.body) focusTabStop(list);
    };
  }, [isOn]);
  return (
    <div ref={layer} className={selected && styles.room}>
      <p role="status" className="visuallyHidden">
        {selected && t('selection.count', { count: selected.size })}
      </p>
      {selected && (
        <div className={styles.bar} role="group" aria-label={label ?? t('selection.label')}>
          <p className={styles.count} aria-hidden>
            {t('selection.count', { count: selected.size })}
          </p>
          {children(rows.filter((row) => selected.has(idOf(row))))}
          <IconButton icon={X} size="small" label={t('selection.clear')} onClick={endSelection} />
        </div>
      )}
    </div>
  );
}
