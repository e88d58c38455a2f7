import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { ReorderHandle, useReorder } from '../design/Reorder.tsx';
import styles from './MovableRow.module.css';

/** The id of the row that was just moved, until its handle has the focus. */
export const MovedRow = createContext<RefObject<string | undefined>>({ current: undefined });
const Handle = createContext<ReturnType<typeof useReorder>['handle'] | undefined>(undefined);

/** Around the cells of a row that changes places. */
export function MovableRow({ id, children }: { id: string; children: ReactNode }) {
  const { ref, style, isDragging, handle } = useReorder(id);
  return (
    <Handle value={handle}>
      <div ref={ref} role="presentation" className={styles.row} style={style} data-dragging={isDragging || undefined}>
        {children}
      </div>
    </Handle>
  );
}

/** The grip of the row around it; nothing where rows keep their places. */
export function MoveHandle({ label, tabIndex }: { label: string; tabIndex: number }) {
  const handle = useContext(Handle);
  const moved = useContext(MovedRow);
  const place = useRef<HTMLSpanElement>(null);
  const id = handle?.id;
  // At its new place it is drawn anew: only then, the old one may be drawn once more before it goes.
  useEffect(() => {
    if (id === undefined || moved.current !== id) return;
    moved.current = undefined;
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [id, moved]);
  if (!handle) return null;
  return (
    <span ref={place} className={styles.handle}>
      <ReorderHandle handle={handle} label={label} tabIndex={tabIndex} />
    </span>
  );
}
