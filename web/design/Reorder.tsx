import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDndContext,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { Icon } from './Icon.tsx';
import styles from './Reorder.module.css';

interface Props {
  /** All rows in their order, rendered or not. */
  ids: readonly string[];
  /** Indexes in the order before the move. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

interface ReorderContextValue {
  ids: readonly string[];
  move: (from: number, to: number) => void;
  /** The row that was just moved: its handle takes the focus once the order has changed. */
  moved: RefObject<{ id: string; from: number } | undefined>;
}

const ReorderContext = createContext<ReorderContextValue>({
  ids: [],
  move: () => undefined,
  moved: { current: undefined },
});

/** No announcements: the labels of the handles tell the position, and the library would read out ids. */
const silent = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };
const accessibility = { announcements: silent, screenReaderInstructions: { draggable: '' } };

/** Makes a vertical list sortable by pointer, touch and keyboard. */
export function Reorder({ ids, onMove, children }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const moved = useRef<{ id: string; from: number }>(undefined);
  const context = useMemo(() => {
    const move = (from: number, to: number) => {
      moved.current = { id: ids[from] ?? '', from };
      onMove(from, to);
    };
    return { ids, move, moved };
  }, [ids, onMove]);
  function handleDragEnd({ active, over }: DragEndEvent) {
    const from = ids.indexOf(String(active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from !== -1 && to !== -1 && from !== to) context.move(from, to);
  }
  return (
    <ReorderContext value={context}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={accessibility}
        onDragEnd={handleDragEnd}
      >
        <SortableContext items={ids as string[]} strategy={verticalListSortingStrategy}>
          {children}
        </SortableContext>
      </DndContext>
    </ReorderContext>
  );
}

/** Id of the dragged row, which a virtual list must keep rendered. */
export function useDraggedId(): string | undefined {
  const { active } = useDndContext();
  return active ? String(active.id) : undefined;
}

/** `ref` and `style` belong to the element of the row, `handle` to `ReorderHandle`. */
export function useReorderRow(id: string) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
  };
  return { ref: setNodeRef, style, isDragging, handle: { id, ref: setActivatorNodeRef, listeners } };
}

export type RowHandle = ReturnType<typeof useReorderRow>['handle'];

interface HandleProps {
  handle: RowHandle;
  /** Names the row and the keys. */
  label: string;
  tabIndex?: number;
}

/** The drag handle of a row. Arrow keys move the row by one, Home and End to the ends. */
export function ReorderHandle({ handle: { id, ref, listeners }, label, tabIndex }: HandleProps) {
  const { ids, move, moved } = useContext(ReorderContext);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (moved.current?.id !== id || ids[moved.current.from] === id) return;
    moved.current = undefined;
    button.current?.focus({ preventScroll: true });
  });
  function handleKey(event: KeyboardEvent) {
    const from = ids.indexOf(id);
    const target = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.min(ids.length - 1, Math.max(0, target));
    if (to !== from) move(from, to);
  }
  return (
    <button
      ref={(node) => {
        button.current = node;
        ref(node);
      }}
      type="button"
      className={styles.handle}
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      {...listeners}
      onKeyDown={handleKey}
    >
      <Icon icon={GripVertical} size={16} />
    </button>
  );
}
