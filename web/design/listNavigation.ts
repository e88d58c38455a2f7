import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** The row index that a key leads to; undefined for other keys and when the index stays the same. */
export function getTargetRow(from: number, key: string, count: number, pageRows: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + pageRows,
    PageUp: from - pageRows,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  if (target === undefined || count === 0) return undefined;
  const row = Math.min(count - 1, Math.max(0, target));
  return row === from ? undefined : row;
}

/** Focuses the row or card of a list that is in the tab order. */
export const focusTabStop = (list: ParentNode): void =>
  list.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus();

/** Adds indexes to those that a virtual list renders, sorted: the focused or dragged row must stay in the document. */
export const includeIndexes = (rendered: number[], extra: number[], count: number): number[] =>
  [...new Set([...rendered, ...extra.filter((index) => index >= 0 && index < count)])].sort((a, b) => a - b);

/**
 * Focuses an item of a virtual list as soon as it is rendered: the one that `moveTo` names, or the tab stop when the
 * focused item was removed. `setInside` tells whether the focus is in the list.
 */
export function useListFocus<Key extends string | number>(
  findControl: (key: Key) => HTMLElement | null | undefined,
  tabStop: Key | undefined,
) {
  const target = useRef<Key>(undefined);
  const isInside = useRef(false);
  useEffect(() => {
    const wasRemoved = isInside.current && document.activeElement === document.body;
    const key = target.current ?? (wasRemoved ? tabStop : undefined);
    const control = key === undefined ? undefined : findControl(key);
    if (!control) return;
    target.current = undefined;
    control.focus({ preventScroll: true });
  });
  return {
    moveTo(key: Key) {
      target.current = key;
    },
    setInside(value: boolean) {
      isInside.current = value;
    },
  };
}

/**
 * Gives a section the focus when the control in it that had it is gone, so that the keyboard goes on near. The properties
 * are those of the section.
 */
export function useKeptFocus<Section extends HTMLElement>() {
  const ref = useRef<Section>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (isInside.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    });
    if (ref.current) observer.observe(ref.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      isInside.current = true;
    },
    // React tells nothing of a control that it removes.
    onBlur: () => {
      isInside.current = false;
    },
  };
}

/** Whether the browser prints: a virtual list then renders all rows at once, because a page that prints runs nothing else. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const update = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    window.addEventListener('beforeprint', update);
    window.addEventListener('afterprint', update);
    return () => {
      window.removeEventListener('beforeprint', update);
      window.removeEventListener('afterprint', update);
    };
  }, []);
  return isPrinting;
}
