import type { RefObject, UIEvent } from 'react';
import styles from './TableScrollbar.module.css';

/** The scrollbar above a table that is wider than its place; hands and wheels only, keys scroll by the focus. */
export function TableScrollbar() {
  return (
    <div className={styles.bar} data-sideways aria-hidden tabIndex={-1}>
      <div className={styles.length} />
    </div>
  );
}

/** Keeps every `data-sideways` part inside `ref` at the same place sideways, whichever of them moves. */
export function useSideways(ref: RefObject<HTMLElement | null>): (event: UIEvent<HTMLElement>) => void {
  return ({ target }) => {
    if (!(target instanceof HTMLElement) || !('sideways' in target.dataset)) return;
    for (const part of ref.current?.querySelectorAll('[data-sideways]') ?? [])
      if (part.scrollLeft !== target.scrollLeft) part.scrollLeft = target.scrollLeft;
  };
}
