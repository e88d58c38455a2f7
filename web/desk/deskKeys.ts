import { isWithin, TEXT_FIELD } from '../design/keyTargets.ts';

export type DeskAction =
  | 'flag'
  | 'archive'
  | 'later'
  | 'react'
  | 'next'
  | 'back'
  | 'undo'
  | 'version'
  | 'hook'
  | 'download'
  | 'playlist'
  | 'page'
  | 'help'
  | 'previousTrack'
  | 'nextTrack'
  /** Tenths of the track. */
  | number;

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'target'>;

export const letters: Record<string, DeskAction> = {
  f: 'flag',
  e: 'archive',
  s: 'later',
  r: 'react',
  z: 'undo',
  v: 'version',
  h: 'hook',
  d: 'download',
  p: 'playlist',
  i: 'page',
};
const otherKeys: Record<string, DeskAction> = {
  Enter: 'next',
  Backspace: 'back',
  ArrowUp: 'previousTrack',
  ArrowDown: 'nextTrack',
};
/** Where these keys have a meaning of their own. */
const USES_ENTER = 'button, a, input, summary';
const USES_ARROWS = 'input';

/**
 * Maps a key that was pressed with the focus on the stage to what it does; undefined for keys of the player and the
 * browser. Letters and digits need the setting for letter keys (requirements decision 48).
 */
export function getDeskAction(press: KeyPress, hasLetterKeys: boolean): DeskAction | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = press;
  const isIn = (selector: string) => isWithin(target, selector);
  if (altKey || isIn(TEXT_FIELD)) return undefined;
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'z' && ctrlKey !== metaKey && !shiftKey && !repeat ? 'undo' : undefined;
  if (hasLetterKeys && key === '?' && !repeat) return 'help';
  if (shiftKey) return undefined;
  const other = otherKeys[key];
  if (typeof other === 'string' && other.endsWith('Track')) return isIn(USES_ARROWS) ? undefined : other;
  if (repeat || (key === 'Enter' && isIn(USES_ENTER))) return undefined;
  if (other !== undefined) return other;
  if (!hasLetterKeys) return undefined;
  return /^\d$/.test(key) ? Number(key) : letters[key.toLowerCase()];
}
