import { ShelfState, type ShelfVote } from '@promenade/contract/shelf';
import { getPressedKey, hasModifier, isWithin, type KeyPress, TEXT_FIELD } from '../design/keyTargets.ts';

export type ShelfAction = { state: ShelfState } | { vote: ShelfVote } | 'edit' | 'air';

const actions: Record<string, ShelfAction> = { v: { vote: 'for' }, b: { vote: 'against' }, n: 'edit', a: 'air' };
const HAS_OWN_KEYS = `${TEXT_FIELD}, form, [role=menu], [role=listbox], [role=dialog], [role=alertdialog]`;

/** Maps a key press in a row of the shelf to an action; undefined if the key has another meaning there. */
export function getShelfAction(press: KeyPress, hasLetterKeys: boolean): ShelfAction | undefined {
  if (!hasLetterKeys || press.repeat || press.shiftKey || hasModifier(press)) return undefined;
  if (isWithin(press.target, HAS_OWN_KEYS)) return undefined;
  const key = getPressedKey(press);
  const state = ShelfState.options[Number(key) - 1];
  return state ? { state } : actions[key];
}
