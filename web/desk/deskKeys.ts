import {
  getPressedKey,
  hasModifier,
  isPressedByKeys,
  isUndoPress,
  isWithin,
  type KeyPress,
  TEXT_FIELD,
} from '../design/keyTargets.ts';

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
  /** The track is on air. */
  | 'air'
  /** Of all tracks of the release. */
  | 'playlistOfAll'
  | 'page'
  | 'help'
  | 'previousTrack'
  | 'nextTrack'
  /** Tenths of the track. */
  | number;

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
  a: 'air',
};
const otherKeys: Record<string, DeskAction> = {
  Enter: 'next',
  Backspace: 'back',
  ArrowUp: 'previousTrack',
  ArrowDown: 'nextTrack',
};
/** Where these keys have a meaning of their own. */
const USES_ENTER = 'a, input';
const USES_ARROWS = 'input';

/**
 * Maps a key that was pressed with the focus on the stage to what it does; undefined for keys of the player and the
 * browser. Letters and digits need the setting for letter keys (requirements decision 48).
 */
export function getDeskAction(press: KeyPress, hasLetterKeys: boolean): DeskAction | undefined {
  const { shiftKey, repeat, target } = press;
  const key = getPressedKey(press);
  const isIn = (selector: string) => isWithin(target, selector);
  if (isIn(TEXT_FIELD)) return undefined;
  if (hasModifier(press)) return isUndoPress(press) && !repeat ? 'undo' : undefined;
  if (hasLetterKeys && !repeat) {
    if (key === '?') return 'help';
    if (/^\d$/.test(key)) return Number(key);
    if (key === 'p' && shiftKey) return 'playlistOfAll';
  }
  if (shiftKey) return undefined;
  const other = otherKeys[key];
  if (typeof other === 'string' && other.endsWith('Track')) return isIn(USES_ARROWS) ? undefined : other;
  if (repeat || (key === 'Enter' && (isIn(USES_ENTER) || isPressedByKeys(target)))) return undefined;
  if (other !== undefined) return other;
  return hasLetterKeys ? letters[key] : undefined;
}
