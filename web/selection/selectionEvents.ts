import { isWithin } from '../design/keyTargets.ts';
import { extendTo, type Selection, toggleId } from './selection.ts';
import { endSelection, useSelection } from './selectionStore.ts';

// Choosing with pointer and keys, listened for on the element around a list whose rows or cards carry `data-key`:
// a click with Ctrl or ⌘ beside the links, or a long press, toggles one; Shift extends the range by click or arrow key;
// Shift+Space toggles the focused one, and a click on its mark any row of a table that has them. While a selection is on,
// a plain press and the space bar toggle, too.

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const MOVE_PX = 10;
const MOVING_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
/** Of a row: a press chooses it at any time. */
const MARK = '[data-mark]';
const CONTROL = 'button, input, [role=menuitem]';
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** @param getOrder gives the ids of the whole list. Returns a function that stops listening. */
export function listenForSelection(list: HTMLElement, getOrder: () => readonly string[]): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  /** An arrow key with Shift was pressed: the row that gets the focus ends the range. */
  let isExtending = false;
  /** A long press has toggled a release: the click that follows does nothing. */
  let isPressDone = false;
  let pressTimer: ReturnType<typeof setTimeout> | undefined;
  let pressed: { x: number; y: number } | undefined;

  const change = (next: (selection: Selection) => Selection) => useSelection.setState(next, true);
  const toggle = (key: string) => change((selection) => toggleId(selection, key));
  const extend = (key: string) => change((selection) => extendTo(selection, getOrder(), key));

  function handleClick(event: MouseEvent): void {
    const key = findKey(event.target);
    const { ctrlKey, metaKey, shiftKey, detail } = event;
    // `detail` is 0 for the Enter key, which always opens.
    const isChoosing =
      ctrlKey || metaKey || shiftKey
        ? !isOnLink(event)
        : isWithin(event.target, MARK) ||
          (useSelection.getState().isOn && detail > 0 && !isWithin(event.target, CONTROL));
    if (isPressDone || (key !== undefined && isChoosing)) consume(event);
    if (key !== undefined && !isPressDone && isChoosing) {
      focusItem(event.target);
      (shiftKey ? extend : toggle)(key);
    }
    isPressDone = false;
  }

  function handleKey(event: KeyboardEvent): void {
    const key = findKey(event.target);
    isExtending = event.shiftKey && MOVING_KEYS.includes(event.key);
    if (key === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { isOn, ids } = useSelection.getState();
    if (event.key === ' ' && (event.shiftKey || (isOn && !isWithin(event.target, CONTROL)))) {
      consume(event);
      toggle(key);
    } else if (isExtending && ids.size === 0) extend(key);
  }

  /** The list has moved the focus by an arrow key. */
  function handleFocus({ target }: FocusEvent): void {
    const key = findKey(target);
    if (isExtending && key !== undefined) extend(key);
  }

  function handlePointerDown({ pointerType, target, clientX, clientY }: PointerEvent): void {
    isExtending = false;
    isPressDone = false;
    const key = findKey(target);
    if (pointerType === 'mouse' || key === undefined) return;
    pressed = { x: clientX, y: clientY };
    clearTimeout(pressTimer);
    pressTimer = setTimeout(() => {
      isPressDone = true;
      toggle(key);
    }, LONG_PRESS_MS);
  }

  /** The menu of a link would cover the list; it may come before the long press ends. */
  function handleContextMenu(event: MouseEvent): void {
    const isTouch = event instanceof PointerEvent && event.pointerType !== 'mouse';
    if (isPressDone || (isTouch && findKey(event.target) !== undefined)) event.preventDefault();
  }

  function handlePointerMove({ clientX, clientY }: PointerEvent): void {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > MOVE_PX) clearTimeout(pressTimer);
  }

  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    handler: (event: HTMLElementEventMap[Type]) => void,
  ) => list.addEventListener(type, handler, { capture: true, signal });
  listen('click', handleClick);
  listen('keydown', handleKey);
  listen('focusin', handleFocus);
  listen('pointerdown', handlePointerDown);
  listen('pointermove', handlePointerMove);
  for (const type of ['pointerup', 'pointercancel'] as const) listen(type, () => clearTimeout(pressTimer));
  // A click with Shift would select text.
  listen('mousedown', (event) => {
    if (event.shiftKey && findKey(event.target) !== undefined && !isOnLink(event)) event.preventDefault();
  });
  listen('contextmenu', handleContextMenu);
  document.addEventListener(
    'keydown',
    (event) => {
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        !useSelection.getState().isOn ||
        isWithin(event.target, OVERLAY)
      )
        return;
      event.preventDefault();
      endSelection();
    },
    { signal },
  );
  return () => {
    clearTimeout(pressTimer);
    listening.abort();
  };
}

const findItem = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;

const findKey = (target: EventTarget | null): string | undefined => findItem(target)?.dataset.key;

/** The browser does not focus what a click with Shift or a click beside a control chooses: arrow keys go on from there. */
const focusItem = (target: EventTarget | null): void =>
  findItem(target)?.querySelector<HTMLElement>('[data-stop]')?.focus({ preventScroll: true });

/** On the words of a link, where a modifier opens a tab or window. The link of a row or card covers all of it. */
function isOnLink({ target, clientX, clientY, detail }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a[href]') : null;
  if (!link) return false;
  const { left, right, top, bottom } = link.getBoundingClientRect();
  // Without a pointer it is the focused link that is pressed.
  return detail === 0 || (clientX >= left && clientX <= right && clientY >= top && clientY <= bottom);
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
