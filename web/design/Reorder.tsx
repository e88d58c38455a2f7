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
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { Icon } from './Icon.tsx';
import styles from './Reorder.module.css';

interface Props {
  /** All rows in their order, drawn or not. */
  ids: readonly string[];
  /** A row was put from one place to another, both counted from 0 in the order before. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

interface Keys extends Pick<Props, 'ids' | 'onMove'> {
  /** The row that a key moved, and from where: its handle takes the focus along. */
  moved: RefObject<{ id: string; from: number } | undefined>;
}

/** Where the arrow keys of a handle move its row. */
const Keys = createContext<Keys>({ ids: [], onMove: () => undefined, moved: { current: undefined } });

/** Silent: the handles tell by their own names, and the library would read out ids. */
const quiet = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };
const accessibility = { announcements: quiet, screenReaderInstructions: { draggable: '' } };

/** Around rows of one column that change places by pointer, touch and keyboard. */
export function Reorder({ ids, onMove, children }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const moved = useRef<{ id: string; from: number }>(undefined);
  const keys = useMemo(() => ({ ids, onMove, moved }), [ids, onMove]);
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

/** The row that is being dragged: a list that draws only what is near keeps it drawn, however far it is carried. */
export function useDragged(): string | undefined {
  const { active } = useDndContext();
  return active ? String(active.id) : undefined;
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
  const { ids, onMove, moved } = useContext(Keys);
  const grip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (moved.current?.id !== id || ids[moved.current.from] === id) return;
    moved.current = undefined;
    grip.current?.focus({ preventScroll: true });
  });
  function press(event: KeyboardEvent) {
    const from = ids.indexOf(id);
    const wanted = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const to = Math.min(ids.length - 1, Math.max(0, wanted));
    if (to === from) return;
    moved.current = { id, from };
    onMove(from, to);
  }
  return (
    <button
      ref={(button) => {
        grip.current = button;
        ref(button);
      }}
      type="button"
      className={styles.handle}
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      {...listeners}
      onKeyDown={press}
    >
      <Icon of={GripVertical} size={16} />
    </button>
  );
}
