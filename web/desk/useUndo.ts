import { useRelease } from '../catalogue/data.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { useText } from '../platform/text.ts';
import { type Desk, findUndoable, undo } from './run.ts';

interface Props {
  desk: Desk;
  act: (change: (before: Desk) => Desk) => void;
  onResult: (result: string) => void;
}

/** Takes the last decision back and names it, which may have been made on another device. */
export function useUndo({ desk, act, onResult }: Props) {
  const t = useText();
  const isOnline = useBrowserState((state) => state.isConnectedWithInternet);
  const undoable = findUndoable(desk);
  const { known } = useRelease(undoable?.releaseid);
  function takeBack(): void {
    if (!isOnline || !undoable) return;
    onResult(known ? t('desk.undone', { title: known.title }) : t('desk.undone-unnamed'));
    act(undo);
  }
  return { canUndo: undoable !== undefined, takeBack };
}
