import { type RefObject, useEffect, useRef } from 'react';
import { isWithin } from '../design/keyTargets.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { type DeskAction, getDeskAction } from './deskKeys.ts';

export type DeskActions = Partial<Record<Exclude<DeskAction, number>, () => void>> & {
  tenth?: (tenth: number) => void;
  /** Called with every key instead, where it is given. */
  any?: (() => void) | undefined;
};

const PASSED_ON = /^(Tab|Shift|Control|Alt|Meta|Escape|CapsLock|F\d+)$/;

/** Runs the keys of the desk while the stage has the focus, before the player and the page get them. */
export function useDeskKeys(stage: RefObject<HTMLElement | null>, actions: DeskActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (!(target instanceof Node) || !stage.current?.contains(target)) return;
      const { any, tenth } = latest.current;
      const isPress = isWithin(target, 'button, a, input, textarea') && (key === 'Enter' || key === ' ');
      if (any) {
        if (PASSED_ON.test(key) || ctrlKey || metaKey || altKey || isPress) return;
        event.preventDefault();
        return any();
      }
      const action = getDeskAction(event, useSettings.getState().hasLetterKeys);
      const run = typeof action === 'number' ? tenth && (() => tenth(action)) : action && latest.current[action];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => document.removeEventListener('keydown', handleKey, { capture: true });
  }, [stage]);
}
