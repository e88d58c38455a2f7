import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './ColumnSeparator.module.css';

/** Pixels of one key press. */
const STEP = 10;
const WIDEST = 1200;

interface Props {
  /** What it moves, for ears. */
  label: string;
  /** Pixels of its column now, and at least. */
  width: number;
  least: number;
  /** While it is dragged. */
  onDrag: (width: number) => void;
  /** Moved by keys, or let go; undefined when the drag was called off. */
  onRelease: (width: number | undefined) => void;
  /** A double click or Enter gives the column its first width again. */
  onReset: () => void;
}

/** The edge of a column: dragged, or moved by the arrow keys, it changes the column's width. */
export function ColumnSeparator({ label, width, least, onDrag, onRelease, onReset }: Props) {
  const grip = useRef<{ x: number; width: number; isMoved: boolean }>(undefined);
  const within = (wanted: number) => Math.round(Math.min(WIDEST, Math.max(least, wanted)));
  function grasp(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { x: event.clientX, width, isMoved: false };
  }
  function drag({ clientX }: PointerEvent) {
    if (!grip.current || clientX === grip.current.x) return;
    grip.current.isMoved = true;
    onDrag(within(grip.current.width + clientX - grip.current.x));
  }
  function release({ type, clientX }: PointerEvent) {
    const held = grip.current;
    grip.current = undefined;
    if (held?.isMoved) onRelease(type === 'pointerup' ? within(held.width + clientX - held.x) : undefined);
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (event.key === 'Enter') onReset();
    if (step === undefined) return;
    event.preventDefault();
    onRelease(within(width + step));
  }
  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={WIDEST}
      tabIndex={0}
      className={styles.separator}
      onPointerDown={grasp}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={onReset}
      onKeyDown={press}
    />
  );
}
