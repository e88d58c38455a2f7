import { useEffect, useEffectEvent } from 'react';

/*
 * A panel that fills the screen has an entry of its own in the browser history, so that the back gesture closes the panel
 * and not the page. The entry is a marked copy of that of the page: the router notices no difference.
 */

const isPanelEntry = (): boolean => (history.state as { isPanel?: true } | null)?.isPanel === true;

/** Called by the press that opens the panel. A panel that replaces another one keeps the entry of that. */
export function addPanelEntry(): void {
  if (!isPanelEntry()) history.pushState({ ...history.state, isPanel: true }, '');
}

/** Called when the panel closes by another way than the back gesture. `then` runs once the page's own entry is current. */
export function removePanelEntry(then?: () => void): void {
  if (!isPanelEntry()) return then?.();
  if (then) window.addEventListener('popstate', then, { once: true });
  history.back();
}

export function useBackGesture(onBack: () => void): void {
  // A new listener would miss the event: the router renders the page before the other listeners are called.
  const handleBack = useEffectEvent(onBack);
  useEffect(() => {
    const handlePopstate = () => handleBack();
    window.addEventListener('popstate', handlePopstate);
    return () => window.removeEventListener('popstate', handlePopstate);
  }, []);
}
