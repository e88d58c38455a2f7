import { type RefObject, useEffect, useReducer, useState } from 'react';
import { consumePress, hasModifier, isPressedByKeys, isWithin } from '../design/keyTargets.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { type DeskAction, getDeskAction } from './deskKeys.ts';

export type DeskActions = Partial<Record<Exclude<DeskAction, number>, () => void>> & {
  tenth?: (tenth: number) => void;
  /** Called with every key instead, where it is given. */
  any?: (() => void) | undefined;
};

/** What the keys do now, and the keys that wait until something can be done. */
export interface DeskKeys {
  actions: DeskActions | undefined;
  waiting: DeskAction[];
}

const PASSED_ON = /^(Tab|Shift|Control|Alt|Meta|Escape|CapsLock|F\d+)$/;

/** Listens for the keys of the desk while the stage has the focus, before the player and the page get them. */
export function useDeskKeys(stage: RefObject<HTMLElement | null>): DeskKeys {
  const [keys] = useState<DeskKeys>(() => ({ actions: undefined, waiting: [] }));
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof Node) || !stage.current?.contains(target)) return;
      const { actions, waiting } = keys;
      if (actions?.any) {
        const isPress =
          (key === 'Enter' || key === ' ') && (isPressedByKeys(target) || isWithin(target, 'a, input, textarea'));
        if (PASSED_ON.test(key) || hasModifier(event) || isPress) return;
        consumePress(event);
        return actions.any();
      }
      const action = getDeskAction(event, useSettings.getState().hasLetterKeys);
      if (action === undefined || (actions && !findRun(actions, action))) return;
      consumePress(event);
      if (actions && waiting.length === 0) findRun(actions, action)?.();
      else waiting.push(action);
    };
    // A button that was clicked is of the release before: Space and Enter are those of the desk.
    const takeFocus = ({ target, detail }: MouseEvent) => {
      if (detail > 0 && isWithin(target, 'button')) stage.current?.focus({ preventScroll: true });
    };
    const element = stage.current;
    element?.addEventListener('click', takeFocus);
    document.addEventListener('keydown', handleKey, { capture: true });
    return () => {
      element?.removeEventListener('click', takeFocus);
      document.removeEventListener('keydown', handleKey, { capture: true });
    };
  }, [stage, keys]);
  return keys;
}

/** Gives the keys their actions while the calling component is rendered. Without actions they wait, in their order. */
export function useDeskActions(keys: DeskKeys, actions: DeskActions | undefined): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    keys.actions = actions;
    const next = actions && keys.waiting.shift();
    if (next === undefined) return;
    (actions?.any ?? findRun(actions ?? {}, next))?.();
    // The action changes what is shown; the next waiting key is for that.
    renderAgain();
  }, [keys, actions]);
  useEffect(
    () => () => {
      keys.actions = undefined;
    },
    [keys],
  );
}

function findRun(actions: DeskActions, action: DeskAction): (() => void) | undefined {
  const { tenth } = actions;
  if (typeof action === 'number') return tenth && (() => tenth(action));
  return actions[action];
}
