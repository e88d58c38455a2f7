import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, type SyntheticEvent, useRef } from 'react';
import { getPressedKey } from '../../design/keyTargets.ts';
import { gridFields, positionAt } from './cellRange.ts';
import { SELECTED, type TrackGrid } from './grid.ts';

const MOVING = /^(Arrow|Home|End)/;

/** Keys, clipboard and pointer on the table of tracks: `table` are its properties, `onEditKey` is for the edited cell. */
export function useGridEvents(grid: TrackGrid) {
  const { mayEdit, range, rows, editedText, startEditing } = grid;
  const { active, focusCell, focusBeside, focusNext } = range;
  const isEditing = editedText !== undefined;
  /** Escape was pressed where nothing is chosen: Tab leaves the table. */
  const isLeaving = useRef(false);
  /** The cell had the focus before it was pressed: a click edits it. */
  const wasFocused = useRef(false);

  /** What a key does on a focused cell; undefined: it is left to the browser. */
  function findAction({ key, shiftKey, altKey, nativeEvent }: KeyboardEvent, hasCommand: boolean) {
    const down = hasCommand ? rows.length : 1;
    const right = hasCommand ? gridFields.length : 1;
    const clear = mayEdit ? grid.clear : undefined;
    const actions: Record<string, (() => unknown) | undefined> = {
      ArrowDown: () => focusBeside(down, 0, shiftKey),
      ArrowUp: () => focusBeside(-down, 0, shiftKey),
      ArrowRight: () => focusBeside(0, right, shiftKey),
      ArrowLeft: () => focusBeside(0, -right, shiftKey),
      Home: () => focusBeside(hasCommand ? -rows.length : 0, -gridFields.length, shiftKey),
      End: () => focusBeside(hasCommand ? rows.length : 0, gridFields.length, shiftKey),
      Escape: range.hasAnchor ? () => range.setAnchored(false) : undefined,
      Enter: () => startEditing(),
      F2: () => startEditing(),
      ' ': () => (shiftKey && active.row !== SELECTED ? grid.toggleSelected(active.row) : startEditing()),
      Delete: clear,
      Backspace: clear,
      'Ctrl+z': mayEdit && !shiftKey ? grid.edits.undo : undefined,
      'Ctrl+d': mayEdit ? grid.fillDown : undefined,
      'Ctrl+a': range.chooseAll,
    };
    const isLetter = key.length === 1;
    const command = hasCommand ? `Ctrl+${getPressedKey(nativeEvent)}` : isLetter ? key.toLowerCase() : key;
    const typing = isLetter && !hasCommand && !altKey && mayEdit ? () => startEditing(key) : undefined;
    return actions[command] ?? actions[MOVING.test(key) ? key : ''] ?? typing;
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    if (event.target instanceof Element && !event.target.matches('td')) return;
    const hasCommand = event.ctrlKey || event.metaKey;
    const isTab = key === 'Tab' && !hasCommand && !isLeaving.current;
    isLeaving.current = key === 'Escape' && !range.hasAnchor;
    if (isTab) {
      if (!focusNext(shiftKey ? -1 : 1)) return;
    } else {
      const action = findAction(event, hasCommand);
      if (!action) return;
      action();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function onEditKey(event: KeyboardEvent) {
    const { key, shiftKey } = event;
    event.stopPropagation();
    if (key === 'Escape') {
      grid.cancelEditing();
      focusCell(active);
    } else if (key === 'Enter') focusBeside(shiftKey ? -1 : 1, 0);
    else if (key !== 'Tab' || !focusNext(shiftKey ? -1 : 1)) return;
    event.preventDefault();
  }

  function onCopy(event: ClipboardEvent) {
    if (isEditing) return;
    event.clipboardData.setData('text/plain', grid.copy());
    event.preventDefault();
    if (event.type === 'cut' && mayEdit) grid.clear();
  }

  const table = {
    onKeyDown,
    onCopy,
    onCut: onCopy,
    onPaste(event: ClipboardEvent) {
      if (isEditing || !mayEdit) return;
      event.preventDefault();
      grid.paste(event.clipboardData.getData('text/plain'));
    },
    onFocus({ target }: SyntheticEvent) {
      const position = positionAt(target);
      if (position && target instanceof HTMLTableCellElement) range.setFocused(position);
    },
    onPointerDown({ target, shiftKey }: PointerEvent) {
      wasFocused.current = !isEditing && document.activeElement === target;
      if (positionAt(target) && !isEditing) range.setAnchored(shiftKey);
    },
    onPointerOver({ target, buttons, pointerType }: PointerEvent) {
      const position = positionAt(target);
      if (!position || buttons !== 1 || isEditing || pointerType !== 'mouse') return;
      if (position.row !== active.row || position.field !== active.field) focusCell(position, true);
    },
    onClick({ target }: SyntheticEvent) {
      if (wasFocused.current && positionAt(target) && !isEditing) startEditing();
    },
  };
  return { table, onEditKey };
}
