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
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical } from 'lucide-react';
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
  useState,
} from 'react';
import { nameWithTooltip } from './classNames.ts';
import { Icon } from './Icon.tsx';
import { lazyPart } from './lazyPart.ts';
import styles from './Reorder.module.css';

const loadMenu = async () => (await import('./MenuList.tsx')).MenuList;
const MenuList = lazyPart(loadMenu);

/** The moves of a handle by their keys, as its menu shows them. */
const moveIcons = { ArrowUp, ArrowDown, Home: ArrowUpToLine, End: ArrowDownToLine };
type MoveKey = keyof typeof moveIcons;
const moveKeys = Object.keys(moveIcons) as MoveKey[];
const isMoveKey = (key: string): key is MoveKey => key in moveIcons;
export type MoveLabels = Record<MoveKey, string>;

interface Props {
  /** All rows in their order, rendered or not. */
  ids: readonly string[];
  labels: MoveLabels;
  /** Indexes in the order before the move. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

interface ReorderContextValue {
  /** How often another row moved down past each row. */
  passed: Readonly<Record<string, number>>;
  ids: readonly string[];
  labels: MoveLabels;
  move: (from: number, to: number) => void;
  /**
   * The row that was moved, and its index before: its handle takes the focus whenever the order changes, also back after a
   * refusal, until the person focuses something else.
   */
  moved: RefObject<{ id: string; from: number } | undefined>;
}

const ReorderContext = createContext<ReorderContextValue | undefined>(undefined);

/** No announcements: the labels of the handles tell the position, and the library would read out ids. */
const silent = { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' };
const accessibility = { announcements: silent, screenReaderInstructions: { draggable: '' } };

/** Makes a vertical list sortable by pointer, touch, keyboard and menu. */
export function Reorder({ ids, labels, onMove, children }: Props) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const moved = useRef<{ id: string; from: number }>(undefined);
  const [passed, setPassed] = useState<ReorderContextValue['passed']>({});
  const context = useMemo(() => {
    const move = (from: number, to: number) => {
      moved.current = { id: ids[from] ?? '', from };
      setPassed((counts) => ({
        ...counts,
        ...Object.fromEntries(ids.slice(from + 1, to + 1).map((id) => [id, (counts[id] ?? 0) + 1])),
      }));
      onMove(from, to);
    };
    return { ids, labels, passed, move, moved };
  }, [ids, labels, passed, onMove]);
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

/**
 * Returns the React key of a row from its id. Rows that another row moves past get a new one: React then replaces them
 * and leaves the moved row in the document, where it keeps the focus and the place of a screen reader.
 */
export function useRowKey(): (id: string) => string {
  const { passed } = useContext(ReorderContext) ?? {};
  return (id) => `${id} ${passed?.[id] ?? 0}`;
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

/**
 * The drag handle of a row. Arrow keys move the row by one, Home and End to the ends; a click opens a menu of these moves,
 * for those who cannot drag (WCAG 2.2, 2.5.7).
 */
export function ReorderHandle(props: HandleProps) {
  const context = useContext(ReorderContext);
  return context && <Handle {...props} {...context} />;
}

function Handle({
  handle: { id, ref, listeners },
  label,
  tabIndex,
  ids,
  labels,
  move,
  moved,
}: HandleProps & ReorderContextValue) {
  const button = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<'pointer' | 'keyboard'>();
  useEffect(() => {
    if (moved.current?.id !== id || ids[moved.current.from] === id) return;
    moved.current.from = ids.indexOf(id);
    button.current?.focus({ preventScroll: true });
  });
  const from = ids.indexOf(id);
  const targets: Record<MoveKey, number> = {
    Home: 0,
    ArrowUp: Math.max(0, from - 1),
    ArrowDown: Math.min(ids.length - 1, from + 1),
    End: ids.length - 1,
  };
  function handleKey(event: KeyboardEvent) {
    if (!isMoveKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const to = targets[event.key];
    if (to !== from) move(from, to);
  }
  return (
    <>
      <button
        ref={(node) => {
          button.current = node;
          ref(node);
        }}
        type="button"
        className={styles.handle}
        {...nameWithTooltip(label)}
        aria-haspopup="menu"
        aria-expanded={openedBy !== undefined}
        tabIndex={tabIndex}
        {...listeners}
        onFocus={() => void loadMenu().catch(() => undefined)}
        // Not called when a change of the order takes the focus away.
        onBlur={() => {
          moved.current = undefined;
        }}
        // `detail` is 0 when a key caused the click.
        onClick={({ detail }) => setOpenedBy(openedBy ? undefined : detail === 0 ? 'keyboard' : 'pointer')}
        onKeyDown={handleKey}
      >
        <Icon icon={GripVertical} size={16} />
      </button>
      {openedBy && (
        <MenuList
          label={label}
          items={moveKeys.map((key) => ({
            id: key,
            icon: moveIcons[key],
            label: labels[key],
            isDisabled: targets[key] === from,
            onAction: () => move(from, targets[key]),
          }))}
          trigger={button}
          openedBy={openedBy}
          onClose={() => setOpenedBy(undefined)}
        />
      )}
    </>
  );
}
