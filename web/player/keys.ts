import { useEffect } from 'react';
import { useSetting } from '../platform/settingStore.ts';
import { showKeys } from './keysHelpStore.ts';
import { playPause, skipBack, skipForward } from './playback.ts';
import { requestSeek, toggleMute } from './player.ts';
import { usePlayer } from './playerStore.ts';

/** What a key of the player does; a number jumps by so many seconds. */
export type KeyAction = 'playPause' | 'mute' | 'skipBack' | 'skipForward' | 'help' | number;

/** What was pressed, where, and whether single characters mean something. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  target: EventTarget | null;
}

const SEEK_S = 5;
const FAR_S = 10;

const TEXT = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]';
/** Where keys choose, answer or are written. */
const BUSY = `${TEXT}, form, [role=alertdialog], [role=menu], [role=listbox], [role=combobox]`;
/** Where the space bar presses something. */
const PRESSED = `${BUSY}, input:not([type=range]), button, summary, [role=menuitem], [role=option], [role=tab]`;
/** Where arrows walk. */
const WALKED = `${BUSY}, input, table, [role=grid], [role=slider], [role=tablist], [role=radiogroup], [role=toolbar], [role=separator]`;

const letters: Record<string, KeyAction> = {
  m: 'mute',
  j: 'skipBack',
  k: 'skipForward',
};

/** What a press means to the player; undefined where it has another meaning. */
export function keyAction(press: Press, hasLetterKeys: boolean): KeyAction | undefined {
  const { key, shiftKey, repeat } = press;
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  if (key === ' ') return isIn(press, PRESSED) || shiftKey ? undefined : 'playPause';
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (isIn(press, WALKED)) return undefined;
    return (shiftKey ? FAR_S : SEEK_S) * (key === 'ArrowLeft' ? -1 : 1);
  }
  if (!hasLetterKeys || repeat || isIn(press, BUSY)) return undefined;
  // On most keyboards the question mark is typed with Shift.
  if (key === '?') return 'help';
  return shiftKey ? undefined : letters[key.toLowerCase()];
}

/** The player's keys, wherever they have no other meaning. */
export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = keyAction(event, useSetting.getState().hasLetterKeys);
      if (action === undefined) return;
      // Else the page would jump down a screen.
      event.preventDefault();
      if (!(action === 'playPause' && event.repeat)) act(action);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function act(action: KeyAction): void {
  if (action === 'playPause') playPause();
  else if (action === 'skipBack') skipBack();
  else if (action === 'skipForward') skipForward();
  else if (action === 'mute') usePlayer.setState(toggleMute);
  else if (action === 'help') showKeys(true);
  else usePlayer.setState((player) => requestSeek(player, player.currentTime + action));
}

function isIn({ target }: Press, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}
