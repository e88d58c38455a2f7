import { isUndoPress, isWithin, TEXT_FIELD } from '../design/keyTargets.ts';
import { dismissNotice, type Notice, notify } from '../platform/notices.ts';
import { onStateOwnerChange } from '../platform/persistedState.ts';

// The last changes of this tab that can be undone. Ctrl+Z or ⌘Z undoes the latest, whatever has the focus except a text
// field. The first change starts listening for the keys.

/** Takes a change back; called once. */
export type UndoStep = () => Promise<void> | void;

const STEPS_MAX = 20;

/** Oldest first. */
let steps: readonly UndoStep[] = [];

export function addUndoStep(step: UndoStep): UndoStep {
  document.addEventListener('keydown', handleKey);
  steps = [...steps, step].slice(-STEPS_MAX);
  return step;
}

export function removeUndoStep(step: UndoStep): void {
  steps = steps.filter((other) => other !== step);
}

export function runUndoStep(step: UndoStep): void {
  removeUndoStep(step);
  void step();
}

type UndoableNotice = Pick<Notice, 'category' | 'message' | 'subject'>;

/** Shows a notice of a change that its button or the keys undo. `undo` resolves with false if it failed, and never rejects. */
export function notifyUndoable(notice: UndoableNotice, undo: () => unknown): void {
  const step = addUndoStep(async () => {
    dismissNotice(id);
    if ((await undo()) !== false) notify({ category: 'undone', subject: notice.subject });
  });
  const id = notify({ ...notice, undo: () => runUndoStep(step) });
}

function handleKey(event: KeyboardEvent): void {
  if (!isUndoPress(event) || event.defaultPrevented || isWithin(event.target, TEXT_FIELD)) return;
  const step = steps.at(-1);
  if (!step) return;
  event.preventDefault();
  runUndoStep(step);
}

// Another account undoes nothing of this one.
onStateOwnerChange(() => {
  steps = [];
});
