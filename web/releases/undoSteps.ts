import { isWithin, TEXT_FIELD } from '../design/keyTargets.ts';
import { onStateOwnerChange } from '../platform/persistedState.ts';

/*
 * The last marks of this tab. Ctrl+Z or ⌘Z undoes the latest, whatever has the focus except a text field. The first mark
 * starts listening for the keys.
 */

/** Takes a change back; called once. */
export type UndoStep = () => void;

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
  step();
}

function handleKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event;
  if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || shiftKey || altKey || defaultPrevented) return;
  if (isWithin(target, TEXT_FIELD)) return;
  const step = steps.at(-1);
  if (!step) return;
  event.preventDefault();
  runUndoStep(step);
}

// Another account undoes nothing of this one.
onStateOwnerChange(() => {
  steps = [];
});
