import { useSyncExternalStore } from 'react';

/** Open modal `dialog` elements, the top one last. */
let dialogs: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function setDialogs(next: readonly HTMLElement[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes that a dialog is open; the returned function notes that it is closed. */
export function addTopDialog(dialog: HTMLElement): () => void {
  setDialogs([...dialogs, dialog]);
  return () => setDialogs(dialogs.filter((other) => other !== dialog));
}

/** The dialog in the top layer of the browser. Only what is inside it can be seen and used. */
export const useTopDialog = (): HTMLElement | undefined => useSyncExternalStore(subscribe, () => dialogs.at(-1));
