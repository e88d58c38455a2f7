import { lazy, Suspense, useEffect } from 'react';
import {
  consumePress,
  getPressedKey,
  hasModifier,
  isPressedByKeys,
  isWithin,
  type KeyPress,
  TEXT_FIELD,
} from '../design/keyTargets.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { setKeyHelpOpen, usePanels } from './panelStore.ts';
import { playPause, skipBack, skipForward } from './playback.ts';
import { requestSeek, toggleMute } from './player.ts';
import { usePlayer } from './playerStore.ts';

const KeysHelp = lazy(async () => ({ default: (await import('./KeysHelp.tsx')).KeysHelp }));

type KeyAction = 'playPause' | 'mute' | 'skipBack' | 'skipForward' | 'help' | number;

const SEEK_S = 5;
const SHIFT_SEEK_S = 10;

const USES_LETTERS = `${TEXT_FIELD}, form, [role=alertdialog], [role=menu], [role=listbox], [role=combobox]`;
const USES_SPACE = `${USES_LETTERS}, input:not([type=range]), video, [role=menuitem], [role=option]`;
const USES_ARROWS = `${USES_LETTERS}, input, video, table, [role=grid], [role=slider], [role=tablist], [role=radiogroup], [role=toolbar], [role=separator]`;

const letterActions: Record<string, KeyAction> = { m: 'mute', j: 'skipBack', k: 'skipForward' };

/** Maps a key press to an action of the player; undefined if the key or its target has another meaning. */
export function getKeyAction(press: KeyPress, hasLetterKeys: boolean): KeyAction | undefined {
  const { shiftKey, repeat, target } = press;
  const key = getPressedKey(press);
  const isIn = (selector: string) => isWithin(target, selector);
  if (hasModifier(press)) return undefined;
  if (key === ' ') return isIn(USES_SPACE) || isPressedByKeys(target) || shiftKey ? undefined : 'playPause';
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (isIn(USES_ARROWS)) return undefined;
    return (shiftKey ? SHIFT_SEEK_S : SEEK_S) * (key === 'ArrowLeft' ? -1 : 1);
  }
  if (!hasLetterKeys || repeat || isIn(USES_LETTERS)) return undefined;
  // Most keyboards need Shift for the question mark.
  if (key === '?') return 'help';
  return shiftKey ? undefined : letterActions[key];
}

export function Keys() {
  const isHelpOpen = usePanels((panels) => panels.isKeyHelpOpen);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = getKeyAction(event, useSettings.getState().hasLetterKeys);
      if (action === undefined) return;
      // The space bar would scroll the page, or press a button that was clicked.
      consumePress(event);
      if (!(action === 'playPause' && event.repeat)) runAction(action);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return isHelpOpen ? (
    <Suspense fallback={null}>
      <KeysHelp />
    </Suspense>
  ) : null;
}

function runAction(action: KeyAction): void {
  if (action === 'playPause') playPause();
  else if (action === 'skipBack') skipBack();
  else if (action === 'skipForward') skipForward();
  else if (action === 'mute') usePlayer.setState(toggleMute);
  else if (action === 'help') setKeyHelpOpen(true);
  else usePlayer.setState((player) => requestSeek(player, player.currentTime + action));
}
