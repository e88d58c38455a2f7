import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import { createContext, type CSSProperties, type KeyboardEvent, type ReactNode, useContext, useMemo } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Reorder.module.css';

interface Props {
  /** All rows in their order, drawn or not. */
  ids: readonly string[];
  /** A row was put from one place to another, both counted from 0 in the order before. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/** Where the arrow keys of a handle move its row. */
const Keys = createContext<{ ids: readonly string[]; onMove: Props['onMove'] }>({ ids: [], onMove: () => undefined });

/** Silent: the handles tell by their own names, and the library would read out ids. */
const quiet = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };
const accessibility = { announcements: quiet, screenReaderInstructions: { draggable: '' } };

/** Around rows of one column that change places by pointer, touch and keyboard. */
export function Reorder({ ids, onMove, children }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const keys = useMemo(() => ({ ids, onMove }), [ids, onMove]);
  function drop({ active, over }: DragEndEvent) {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from !== -1 && to !== -1 && from !== to) onMove(from, to);
  }
  return (
    <Keys value={keys}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={accessibility} onDragEnd={drop}>
        <SortableContext items={ids as string[]} strategy={verticalListSortingStrategy}>
          {children}
        </SortableContext>
      </DndContext>
    </Keys>
  );
}

/** What a row needs: `ref` and `style` for its element (the style moves it while something is dragged), `handle` for `ReorderHandle`. */
export function useReorder(id: string) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  return { ref: setNodeRef, style, isDragging, handle: { id, ref: setActivatorNodeRef, listeners } };
}

interface HandleProps {
  handle: ReturnType<typeof useReorder>['handle'];
  /** Names the row and what the arrow keys do. */
  label: string;
  tabIndex?: number;
}

/** The grip of a row: dragged by pointer or finger; the arrow keys move by one, Home and End to the ends. */
export function ReorderHandle({ handle: { id, ref, listeners }, label, tabIndex }: HandleProps) {
  const { ids, onMove } = useContext(Keys);
  function press(event: KeyboardEvent) {
    const from = ids.indexOf(id);
    const wanted = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.min(ids.length - 1, Math.max(0, wanted));
    if (to !== from) onMove(from, to);
  }
  return (
    <button
      ref={ref}
      type="button"
      className={styles.handle}
      aria-label={label}
      tabIndex={tabIndex}
      {...listeners}
      onKeyDown={press}
    >
      <Icon of={GripVertical} size={16} />
    </button>
  );
}
