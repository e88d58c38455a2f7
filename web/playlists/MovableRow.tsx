import { createContext, type ReactNode, useContext } from 'react';
import { ReorderHandle, type RowHandle, useReorderRow } from '../design/Reorder.tsx';
import styles from './MovableRow.module.css';

const HandleContext = createContext<RowHandle | undefined>(undefined);

/** The `rowWrapper` of a table whose rows can be reordered. */
export function MovableRow({ id, children }: { id: string; children: ReactNode }) {
  const { ref, style, isDragging, handle } = useReorderRow(id);
  return (
    <HandleContext value={handle}>
      <div ref={ref} role="presentation" className={styles.row} style={style} data-dragging={isDragging || undefined}>
        {children}
      </div>
    </HandleContext>
  );
}

/** The drag handle of the `MovableRow` around it. */
export function MoveHandle({ label, tabIndex }: { label: string; tabIndex: number }) {
  const handle = useContext(HandleContext);
  if (!handle) return null;
  return (
    <span className={styles.handle}>
      <ReorderHandle handle={handle} label={label} tabIndex={tabIndex} />
    </span>
  );
}
